import { type Argument, InvalidArgumentError, type Option, type OptionValues } from 'commander';
import type { ExitCode, Output } from './output.ts';
import type { Config } from './settings.ts';

/** A command. Options that are settings come from the table of settings. */
export interface CommandEntry {
  /** Of one command below another, both names. */
  name: string;
  /** Its line in the help. */
  text: string;
  args?: readonly Argument[];
  options?: readonly Option[];
  /** Printed after an error in its usage. */
  hint?: string;
  /** Loads what it needs: loading everything takes longer than a build after one change. */
  run(config: Config, flags: OptionValues, output: Output, arg?: string): Promise<ExitCode>;
}

/** What a program can do. */
export interface Commands {
  /** In the order of the help. */
  commands: readonly CommandEntry[];
  /** What commands that have others below them are for. */
  groups: Readonly<Record<string, string>>;
}

/** For commander: a number from 0 up. Throws `InvalidArgumentError`. */
export function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number, 0 or more.');
  return Number(text);
}
