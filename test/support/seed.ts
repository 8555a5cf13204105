import fc from 'fast-check';
import { seed } from './amount.ts';
import { countStarted } from './count-started.ts';

// The same cases on every run, so that a failure is of the change at hand; GALLEY_SEED takes others.
fc.configureGlobal({ seed });

// This file is read again for each file of tests, in the same process.
const known = Symbol.for('galley.tests');
const isFirst = !(known in globalThis);
Object.assign(globalThis, { [known]: true });

if (isFirst && process.env.GALLEY_STARTED) countStarted(process.env.GALLEY_STARTED);

// Threads of a build run what is compiled, which only some tests see to; the others would test what was compiled last.
if (isFirst && !process.env.GALLEY_COMPILED) {
  process.on('worker', () => {
    throw new Error('This test starts threads, which are compiled: list its file in vitest.config.ts.');
  });
}
