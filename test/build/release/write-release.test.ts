import { link, readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setRelease } from '../../../build/release/set-release.ts';
import { writeRelease } from '../../../build/release/write-release.ts';
import { openRelease } from '../../../src/core/release.ts';
import { diskReader } from '../../../src/readers/disk.ts';
import { writeFiles } from '../../support/command.ts';
import { makeArticle, setTestArticle, site } from '../../support/release.ts';
import { makeFolder } from '../../support/server.ts';

const files = (title: string) => [...setRelease([setTestArticle(makeArticle({ id: 1, title }))], site)];
const pathsOf = (title: string) => files(title).map(({ path }) => path);

/** Paths of all files below a folder. */
async function treeOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

test('says what was written, and what was there', async () => {
  const folder = await makeFolder();
  const size = files('a').reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(await writeRelease(folder, files('a'))).toMatchObject({ written: 7, reused: 0, bytes: size });
  expect(await writeRelease(folder, files('a'))).toMatchObject({ written: 0, reused: 7, bytes: size });
});

test('this release and the one before it stay, older ones go', async () => {
  const folder = await makeFolder();
  for (const title of ['a', 'b', 'c']) await writeRelease(folder, files(title));
  expect(await treeOf(folder)).toEqual([...new Set([...pathsOf('b'), ...pathsOf('c')])].sort());
});

test('a file that a crash left short is written again', async () => {
  const folder = await makeFolder();
  await writeRelease(folder, files('a'));
  const page = pathsOf('a').find((path) => /^pages\/[0-9a-f]+\.json$/.test(path)) ?? '';
  const { size } = await stat(join(folder, page));
  await truncate(join(folder, page), 3);
  expect(await writeRelease(folder, files('a'))).toMatchObject({ written: 1, reused: 6 });
  expect((await stat(join(folder, page))).size).toBe(size);
});

test('a file is replaced, never written into: who holds the old one still reads all of it', async () => {
  const folder = await makeFolder();
  await writeRelease(folder, files('a'));
  const paths = pathsOf('a').filter((path) => path !== 'release.json');
  for (const [i, path] of paths.entries()) {
    await truncate(join(folder, path), 3);
    await link(join(folder, path), join(folder, `held-${i}`));
  }
  await writeRelease(folder, files('a'));
  for (const i of paths.keys()) expect((await stat(join(folder, `held-${i}`))).size).toBe(3);
});

test('where the files break off, what was served stays, and no draft is left', async () => {
  const folder = await makeFolder();
  await writeRelease(folder, files('a'));
  const pointer = await readFile(join(folder, 'release.json'), 'utf8');
  const broken = function* () {
    yield* files('b').slice(0, -1);
    throw new Error('broken off');
  };
  await expect(writeRelease(folder, broken())).rejects.toThrow('broken off');
  expect(await readFile(join(folder, 'release.json'), 'utf8')).toBe(pointer);
  expect(await treeOf(folder)).toEqual(expect.arrayContaining(pathsOf('a')));
  expect(await readdir(folder)).not.toContain('.draft');
});

test('the pointer comes last: before it nothing that is served changes', async () => {
  const folder = await makeFolder();
  await writeRelease(folder, files('a'));
  const { release } = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'));
  const seen: string[] = [];
  await writeRelease(folder, files('b'), (path) => seen.push(path));
  expect(seen.at(-1)).toBe('release.json');
  expect(seen.at(-2)).toMatch(/^index\./);
  const reader = diskReader(folder);
  expect((await openRelease(release, reader)).id).toBe(release);
  reader.close();
});

test('files of others in the folder stay', async () => {
  const folder = await makeFolder();
  await writeFiles(folder, { 'README.txt': 'mine', 'index.html': 'mine', 'more/a.json': '{}' });
  for (const title of ['a', 'b']) await writeRelease(folder, files(title));
  expect(await treeOf(folder)).toEqual(expect.arrayContaining(['README.txt', 'index.html', 'more/a.json']));
});
