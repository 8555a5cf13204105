#!/usr/bin/env node
import { run } from './run.ts';

const { stdout, stderr, env } = process;

// A reader of the output, such as `head`, may close it before the end; the command goes on.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), { cwd: process.cwd(), env, stdout, stderr });
// Once all is printed: threads that a command left where it failed would keep the process alive.
if (process.exitCode === 2) stderr.write('', () => process.exit());
