import childProcess from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import table from '../counts/run.json' with { type: 'json' };

/** What a run of tests starts: processes and threads, and releases that its own process publishes. */
export type Started = Record<keyof typeof table, number>;

/** What all of `npm test` starts. Whoever raises one says why in the commit. */
export const expectedStarted: Readonly<Started> = table;

/** Adds a line to the file for each from here on, in all processes of tests: they share the file. */
export function countStarted(file: string): void {
  const count = (what: keyof Started): void => fs.appendFileSync(file, `${what}\n`);
  subscribe('child_process', () => count('processes'));
  process.on('worker', () => count('threads'));
  for (const name of ['spawnSync', 'execFileSync'] as const) {
    const run = childProcess[name] as (...args: unknown[]) => unknown;
    Object.assign(childProcess, {
      [name](...args: unknown[]): unknown {
        count('processes');
        return run(...args);
      },
    });
  }
  const rename = fs.renameSync;
  fs.renameSync = (from, to) => {
    rename(from, to);
    if (/[/\\]release\.json$/.test(String(to)) && process.env[uncounting] === undefined) count('releases');
  };
  syncBuiltinESMExports();
}

const uncounting = 'GALLEY_UNCOUNTED';

/** Releases of a test that publishes for some time are not counted: noise would move their number. */
export function uncounted<T>(run: () => Promise<T>): Promise<T> {
  process.env[uncounting] = 'true';
  return run().finally(() => delete process.env[uncounting]);
}

/** Counts the lines of such a file. */
export function readStarted(file: string): Started {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const names = Object.keys(table) as (keyof Started)[];
  const counts = names.map((name) => [name, lines.filter((line) => line === name).length]);
  return Object.fromEntries(counts) as Started;
}
