import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { afterEach, expect, test, vi } from 'vitest';
import { showProgress } from '../../build/cli/output.ts';

afterEach(() => void vi.unstubAllEnvs());

/** What looks like a terminal, and what was written to it. */
function makeTerminal(): { stream: WriteStream; text(): string } {
  const stream = new PassThrough({ encoding: 'utf8' });
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  const methods = { cursorTo: WriteStream.prototype.cursorTo, clearLine: WriteStream.prototype.clearLine };
  return { stream: Object.assign(stream, { isTTY: true, columns: 80, ...methods }) as never, text: () => text };
}

test('progress is one line of a terminal, which is gone at the end and does not come back', () => {
  vi.stubEnv('CI', undefined);
  vi.stubEnv('TERM', 'xterm');
  const { stream, text } = makeTerminal();
  const progress = showProgress(stream);
  progress?.update('reading', 1, 1);
  expect(text()).toContain('reading 1 of 1');
  progress?.end();
  const before = text();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the line is cleared
  expect(before).toMatch(/\x1b\[0K$/);
  progress?.update('writing', 1, 1);
  expect(text()).toBe(before);
});

test.each([
  ['TERM', 'dumb'],
  ['CI', 'true'],
])('there is none where %s is %s', (name, value) => {
  vi.stubEnv('CI', undefined);
  vi.stubEnv(name, value);
  const { stream, text } = makeTerminal();
  expect([showProgress(stream), text()]).toEqual([null, '']);
});
