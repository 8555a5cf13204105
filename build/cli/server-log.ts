import { inspect } from 'node:util';
import { maskKeys } from '../../src/adapters/node/mask-keys.ts';
import { outOfFiles } from '../../src/adapters/node/out-of-files.ts';
import type { LogEntry } from '../../src/adapters/node.ts';
import { DamagedFile, FailedRead, MissingFile } from '../../src/core/file-errors.ts';
import { UsageError } from '../../src/usage-error.ts';
import { toPrintableJson } from '../problems/printable.ts';
import type { LogLines } from './dropping-lines.ts';
import type { Output } from './output.ts';

/** Prints only errors of the server, on standard error. */
export function logProblems(output: Output): (entry: LogEntry) => void {
  return (entry) => {
    if (entry.event !== 'error') return;
    // Its message is written for the operator, who needs no stack.
    output.printError(maskKeys(isForOperator(entry.error) ? entry.error.message : inspect(entry.error)));
  };
}

/** Prints every event as one line of JSON, on standard output. */
export function logJson(lines: LogLines): (entry: LogEntry) => void {
  return (entry) => logLine(toLine(entry), lines);
}

function toLine(entry: LogEntry): object {
  if (entry.event === 'response') return { ...entry, milliseconds: Math.round(entry.milliseconds * 1000) / 1000 };
  if (entry.event === 'release') return entry;
  if (isOfFile(entry.error)) return { ...entry, file: entry.error.path, error: entry.error.message };
  return { ...entry, error: entry.error instanceof Error ? entry.error.stack : String(entry.error) };
}

function isForOperator(error: unknown): error is Error {
  return error instanceof UsageError || isOfFile(error);
}

function isOfFile(error: unknown): error is DamagedFile | MissingFile | FailedRead {
  return error instanceof DamagedFile || error instanceof MissingFile || error instanceof FailedRead;
}

export function logLine(entry: object, lines: LogLines): void {
  // Somebody may have used a key as the name of a key.
  lines.write(maskKeys(toPrintableJson({ time: new Date().toISOString(), ...entry }, 0)));
}

/** Milliseconds between two lines on too many open files, which every request may run into. */
const intervalMs = 60_000;

/** Limits the line on too many open files, and how to allow more, to one a minute. */
export function logRarely(log: (entry: LogEntry) => void): (entry: LogEntry) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (entry) => {
    const error = entry.event === 'error' ? outOfFiles(entry.error) : null;
    if (error === null) log(entry);
    else if (performance.now() - last > intervalMs) {
      last = performance.now();
      log({ event: 'error', error });
    }
  };
}
