import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldersOf, isAsKnown, releaseFolders, toKnownFolder } from '../../../../build/release/disk/known-folder.ts';
import { makeFolder } from '../../../support/server.ts';

test('only folders of articles are listed that there are', async () => {
  const directory = await makeFolder();
  expect(foldersOf(directory)).toEqual(releaseFolders);
  for (const name of ['ff', '0a', 'notes']) await mkdir(join(directory, 'articles', name), { recursive: true });
  expect(foldersOf(directory)).toEqual([...releaseFolders, 'articles/0a', 'articles/ff']);
});

test('a folder is not as known once a folder of articles comes or goes', async () => {
  const directory = await makeFolder();
  await mkdir(join(directory, 'articles/0a'), { recursive: true });
  const changes = [
    () => mkdir(join(directory, 'articles/ff')),
    () => rm(join(directory, 'articles/0a'), { recursive: true }),
  ];
  for (const change of changes) {
    const known = toKnownFolder(directory, 'a');
    expect(isAsKnown(directory, known)).toBe(true);
    await change();
    expect(isAsKnown(directory, known), String(change)).toBe(false);
  }
});
