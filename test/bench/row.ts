import type { DataSet } from './data-sets.ts';
import type { Machine } from './machine.ts';
import type { Options } from './options.ts';
import type { Result } from './result.ts';

/** What can be asked for by name. */
export interface Row {
  name: string;
  group: string;
  about: string;
  /** Run only where it is named. */
  isExtra?: true;
  /** Adds what it finds to the result. Throws `Skipped` where it cannot be run. */
  run(context: Context): Promise<void>;
}

export interface Context {
  options: Options;
  machine: Machine;
  /** For this row alone, and empty; removed after it. */
  folder: string;
  result: Result;
  /** So many articles, generated and built, the same throughout the run. */
  dataSet(count: number): Promise<DataSet>;
  /** For somebody who looks on. */
  report(what: string): void;
  /** A line that stays, on standard error: what a long row has found so far. */
  log(line: string): void;
  /** Says in the report that a part of the row was skipped. */
  skip(why: string): void;
}
