import type { Commands } from './command-entry.ts';
import { toOutput } from './output.ts';
import { run } from './run.ts';

/** Runs the command that this process was started with, and ends the process. */
export async function runProcess(all: Commands): Promise<void> {
  const { stdout, stderr, env } = process;

  // A reader of the output, such as `head`, may close it before the end, and a disk may be full; the command goes on.
  let lost: NodeJS.ErrnoException | null = null;
  stderr.on('error', () => {});
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost = error;
  });

  try {
    process.exitCode = await run(process.argv.slice(2), all, { cwd: process.cwd(), env, stdout, stderr });
  } catch (error) {
    toOutput(stdout, stderr).printError(error);
    process.exitCode = 1;
  }
  // Once all is printed: threads, connections and requests that a command left would keep the process alive.
  stdout.write('', () => {
    if (lost !== null) {
      process.exitCode = 2;
      toOutput(stdout, stderr).printError(`Not everything could be printed: ${lost.message}.`);
    }
    stderr.write('', () => process.exit());
  });
}
