import { spawnSync } from 'node:child_process';
import { startChild } from './child.ts';
import { watchPeak } from './memory.ts';

/** What a program took, from its start to its end. */
export interface Run {
  seconds: number;
  /** Bytes resident at the most, of all its processes together. */
  peak: number;
  output: string;
}

/** Runs a program to its end. Rejects where it does not end with 0. */
export async function runProgram(command: string, args: string[], cwd: string, env = {}): Promise<Run> {
  // What an earlier program wrote is on the disk before this one begins.
  spawnSync('sync');
  const started = performance.now();
  const child = startChild(command, args, { cwd, env });
  const watch = watchPeak(child.pid);
  try {
    const output = await child.untilEnded();
    return { seconds: (performance.now() - started) / 1000, peak: watch.stop(), output };
  } finally {
    watch.stop();
  }
}
