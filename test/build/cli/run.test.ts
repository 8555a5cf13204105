import { mkdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { allCommands } from '../../../build/cli/commands.ts';
import { refuseAddress } from '../../../build/cli/listen.ts';
import { run } from '../../../build/cli/run.ts';
import { galley, writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

/** What looks like a terminal, and what was written to it. */
function makeTerminal(): { stream: Writable; text(): string } {
  let text = '';
  const stream = new Writable({
    write(piece, _, done) {
      text += piece;
      done();
    },
  });
  const { getColorDepth, hasColors, cursorTo, clearLine } = WriteStream.prototype;
  return {
    stream: Object.assign(stream, { isTTY: true, columns: 100, getColorDepth, hasColors, cursorTo, clearLine }),
    text: () => text,
  };
}

const bad = '---\ntitle: T\npublish_at: 2026-02-30\n---\nText.\n';

test('what a command prints is as the terminal takes it that it is given', async () => {
  const cwd = await makeFolder();
  await writeFiles(cwd, { 'content/a.md': bad });
  const check = async (more: NodeJS.ProcessEnv): Promise<[string, string]> => {
    const [stdout, stderr] = [makeTerminal(), makeTerminal()];
    const env = { TERM: 'xterm-256color', ...more };
    expect(await run(['check'], allCommands, { cwd, env, stdout: stdout.stream, stderr: stderr.stream })).toBe(1);
    return [stdout.text(), stderr.text()];
  };
  const [out, err] = await check({});
  expect([out, err]).toEqual([expect.stringContaining('\x1b[31m'), expect.stringContaining('\x1b[31m')]);
  // Progress, which goes before what is printed.
  expect(err).toContain('reading 1 of 1');
  const [plainOut, plainErr] = await check({ NO_COLOR: '1', CI: 'true' });
  expect(plainOut + plainErr).not.toContain('\x1b');
  const help = makeTerminal();
  expect(await run(['--help'], allCommands, { cwd, env: {}, stdout: help.stream, stderr: help.stream })).toBe(0);
  const widths = help
    .text()
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map(({ length }) => length);
  expect(Math.max(...widths)).toBeGreaterThan(80);
  expect(Math.max(...widths)).toBeLessThanOrEqual(100);
});

test('the working directory and the environment are again those of the process, however a command ended', async () => {
  const [before, env] = [process.cwd(), { ...process.env }];
  const folder = await makeFolder();
  for (const args of [['releases'], ['bake'], ['build']]) {
    await galley(folder, args, { TMPDIR: folder, GALLEY_TESTED: 'yes' });
    expect([process.cwd(), { ...process.env }]).toEqual([before, env]);
  }
});

test('a process runs one command at a time', async () => {
  const folder = await makeFolder();
  await mkdir(`${folder}/content`);
  const first = galley(folder, ['check']);
  await expect(galley(await makeFolder(), ['check'])).rejects.toThrow('A process runs one command at a time');
  expect((await first).code).toBe(0);
  expect((await galley(folder, ['check'])).code).toBe(0);
});

test.each([
  ['EADDRINUSE', 'another program listens there. Stop it, or choose another port with --port (0 picks a free one).'],
  ['EACCES', 'this user has no permission. Choose a port above 1023 with --port.'],
  ['EADDRNOTAVAIL', 'this machine has no such address. Choose another with --host.'],
  ['ENOTFOUND', 'there is no such host. Choose another with --host.'],
  ['EAI_AGAIN', 'there is no such host. Choose another with --host.'],
])('an address that gives %s is refused with what to do', (code, reason) => {
  const error = Object.assign(new Error('as the system says it'), { code });
  expect(() => refuseAddress(error, { host: 'a.example', port: 80 })).toThrow(
    `Cannot listen on a.example port 80: ${reason}`,
  );
});
