import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { mkdir, realpath, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as usual from '../../../build/source/read-real.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';
import { onCall, replaceByLink } from '../../support/swap.ts';

/** The same where the system does not say what is open, as on macOS. */
async function load(): Promise<typeof usual> {
  const { existsSync } = fs;
  fs.existsSync = (path) => path !== '/proc/self/fd' && existsSync(path);
  syncBuiltinESMExports();
  try {
    const name = '../../../build/source/read-real.ts?elsewhere';
    return await import(/* @vite-ignore */ name);
  } finally {
    fs.existsSync = existsSync;
    syncBuiltinESMExports();
  }
}

async function makeContent() {
  const folder = await realpath(await makeFolder());
  await writeFiles(folder, {
    'content/a.md': 'text',
    'content/sub/b.md': 'below',
    'outside/a.md': 'secret',
    'outside/b.md': 'secret',
  });
  return { folder, content: join(folder, 'content'), outside: join(folder, 'outside') };
}

describe.each([
  ['as this system is', async () => usual],
  ['where the system does not say what is open', load],
])('%s', (_, loadThis) => {
  test('a file is read, up to a size', async () => {
    const { readReal, TooLarge } = await loadThis();
    const { content } = await makeContent();
    expect(readReal(join(content, 'sub/b.md')).toString()).toBe('below');
    expect(readReal(join(content, 'a.md'), 4).toString()).toBe('text');
    expect(() => readReal(join(content, 'a.md'), 3)).toThrow(TooLarge);
  });

  test('the content folder, and each that is named in it, may be a link', async () => {
    const { readReal, createLocator } = await loadThis();
    const { folder, content, outside } = await makeContent();
    await symlink('content', join(folder, 'link'));
    expect(readReal(createLocator(join(folder, 'link'), [''])('sub/b.md')).toString()).toBe('below');
    await symlink(outside, join(content, 'other'));
    const locate = createLocator(content, ['sub', 'other', '']);
    expect(readReal(locate('other/b.md')).toString()).toBe('secret');
    expect(readReal(locate('sub/b.md')).toString()).toBe('below');
    expect(readReal(locate('a.md')).toString()).toBe('text');
  });

  test.each([
    ['the file', 'a.md', 'a.md', 'a.md'],
    ['the folder', 'sub/b.md', 'sub', '.'],
  ])('a link that took the place of %s is not followed', async (__, name, swapped, target) => {
    const { readReal, createLocator, isReplaced } = await loadThis();
    const { content, outside } = await makeContent();
    const file = createLocator(content, [''])(name);
    const swap = () => replaceByLink(join(content, swapped), join(outside, target));
    const read = (): string => {
      try {
        return readReal(file).toString();
      } catch (error) {
        return isReplaced(error) ? 'replaced' : String(error);
      }
    };
    const { undo } = swap();
    expect(read()).toBe('replaced');
    undo();
    // It is there at the moment of opening alone.
    let back = (): void => {};
    onCall('openSync', name, {
      before: () => {
        back = swap().undo;
      },
      after: () => back(),
    });
    expect(read()).toBe('replaced');
    expect(read()).not.toBe('replaced');
  });

  test.skipIf(process.platform === 'win32')('a FIFO, a device or a folder in its place is not waited for', async () => {
    const { readReal, isReplaced } = await loadThis();
    const { content } = await makeContent();
    execFileSync('mkfifo', [join(content, 'fifo.md')]);
    await mkdir(join(content, 'folder.md'));
    for (const file of [join(content, 'fifo.md'), join(content, 'folder.md'), '/dev/zero', join(content, 'gone.md')]) {
      let thrown: unknown;
      try {
        readReal(file);
      } catch (error) {
        thrown = error;
      }
      expect(isReplaced(thrown), file).toBe(true);
    }
  });
});
