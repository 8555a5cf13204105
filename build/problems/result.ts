import type { Problem } from './problem.ts';

/** What a function made, and the problems that it found. */
export interface Result<Value> {
  value: Value;
  problems: Problem[];
}
