#!/usr/bin/env node
import { toOutput } from './output.ts';
import { run } from './run.ts';

const { stdout, stderr, env } = process;

// A reader of the output, such as `head`, may close it before the end; the command goes on.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  process.exitCode = await run(process.argv.slice(2), { cwd: process.cwd(), env, stdout, stderr });
} catch (error) {
  toOutput(stdout, stderr).printError(error);
  process.exitCode = 1;
}
// Once all is printed: threads, connections and requests that a command left would keep the process alive.
stdout.write('', () => stderr.write('', () => process.exit()));
