import fc from 'fast-check';
import { seed } from './amount.ts';

// The same cases on every run, so that a failure is of the change at hand; GALLEY_SEED takes others.
fc.configureGlobal({ seed });

// Threads of a build run what is compiled, which only some tests see to; the others would test what was compiled last.
if (!process.env.GALLEY_COMPILED && process.listenerCount('worker') === 0) {
  process.on('worker', () => {
    throw new Error('This test starts threads, which are compiled: list its file in vitest.config.ts.');
  });
}
