import fc from 'fast-check';
import { seed } from './amount.ts';

// The same cases on every run, so that a failure is of the change at hand; GALLEY_SEED takes others.
fc.configureGlobal({ seed });
