import { inspect } from 'node:util';
import { maskKeys } from '../../src/node/mask-keys.ts';
import type { LogEntry } from '../../src/node.ts';
import { outOfFiles } from '../../src/out-of-files.ts';
import { UsageError } from '../../src/usage-error.ts';

/** Problems of the server alone, on standard error. */
export function logProblems(entry: LogEntry): void {
  if (entry.event !== 'fault') return;
  // A sentence for the operator needs no stack.
  console.error(maskKeys(entry.error instanceof UsageError ? entry.error.message : inspect(entry.error)));
}

/** Everything, one JSON object a line, on standard output. */
export function logJson(entry: LogEntry): void {
  if (entry.event === 'answer') logLine({ ...entry, milliseconds: Math.round(entry.milliseconds * 1000) / 1000 });
  else if (entry.event === 'release') logLine(entry);
  else logLine({ ...entry, error: entry.error instanceof Error ? entry.error.stack : String(entry.error) });
}

export function logLine(entry: object): void {
  // Also where somebody gave a key as the name of a key.
  console.log(maskKeys(JSON.stringify({ time: new Date().toISOString(), ...entry })));
}

/** Milliseconds between two lines on too many open files: every request may find that. */
const pause = 60_000;

/** The same log, in which at most one line a minute says that no more files can be opened, and how to change that. */
export function logRarely(log: (entry: LogEntry) => void): (entry: LogEntry) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (entry) => {
    const error = entry.event === 'fault' ? outOfFiles(entry.error) : null;
    if (error === null) log(entry);
    else if (performance.now() - last > pause) {
      last = performance.now();
      log({ event: 'fault', error });
    }
  };
}
