import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLstat, tryStat } from '../../../build/source/try-stat.ts';
import { makeFolder } from '../../support/server.ts';

test.each([
  ['of nothing', 'b'],
  ['below a file', 'a/b'],
  ['with a name that is too long', 'b'.repeat(300)],
  ['in a circle of links', 'circle/b'],
])('at a path %s there is nothing', async (_, path) => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'a'), '');
  await symlink('circle', join(folder, 'circle'));
  expect([tryStat(join(folder, path)), tryLstat(join(folder, path))]).toEqual([undefined, undefined]);
  expect([tryStat(join(folder, 'a'))?.isFile(), tryLstat(join(folder, 'circle'))?.isSymbolicLink()]).toEqual([
    true,
    true,
  ]);
});

test('what is wrong with a call itself is thrown', () => {
  expect(() => tryStat('a\0b')).toThrow('null bytes');
});
