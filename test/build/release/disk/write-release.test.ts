import { readFileSync } from 'node:fs';
import { link, readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeRelease } from '../../../../build/release/disk/write-release.ts';
import { planRelease } from '../../../../build/release/layout/plan-release.ts';
import { defaultKeep } from '../../../../build/release/ledger/kept-entries.ts';
import { openRelease } from '../../../../src/core/release.ts';
import { diskStorage } from '../../../../src/storage/disk.ts';
import { writeFiles } from '../../../support/command.ts';
import { treeOf } from '../../../support/files.ts';
import { toReleaseFiles, writeTestRelease } from '../../../support/in-memory-release.ts';
import { encodeTestArticle, makeArticle, site } from '../../../support/release.ts';
import { makeFolder } from '../../../support/server.ts';

const article = (title: string) => encodeTestArticle(makeArticle({ id: 1, title }));
const files = (title: string) => [...toReleaseFiles([article(title)], site)];
const write = (folder: string, title: string) => writeTestRelease(folder, [article(title)], site);
const options = {
  known: null,
  checksAll: true,
  isChanged: () => true,
  durable: true,
  clock: () => 0,
  keep: defaultKeep,
};
const pathsOf = (title: string) => files(title).map(({ path }) => path);

test('says what was written, and what was there', async () => {
  const folder = await makeFolder();
  const size = files('a').reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(await write(folder, 'a')).toMatchObject({ written: 8, reused: 0, bytes: size });
  expect(await write(folder, 'a')).toMatchObject({ written: 0, reused: 8, bytes: size });
});

test('a file that a crash left short is written again', async () => {
  const folder = await makeFolder();
  await write(folder, 'a');
  const page = pathsOf('a').find((path) => /^pages\/[0-9a-f]+\.json$/.test(path)) ?? '';
  const { size } = await stat(join(folder, page));
  await truncate(join(folder, page), 3);
  expect(await write(folder, 'a')).toMatchObject({ written: 1, reused: 7 });
  expect((await stat(join(folder, page))).size).toBe(size);
});

test('a file is replaced, never written into: who holds the old one still reads all of it', async () => {
  const folder = await makeFolder();
  await write(folder, 'a');
  const paths = pathsOf('a').filter((path) => path !== 'release.json');
  for (const [i, path] of paths.entries()) {
    await truncate(join(folder, path), 3);
    await link(join(folder, path), join(folder, `held-${i}`));
  }
  await write(folder, 'a');
  for (const i of paths.keys()) expect((await stat(join(folder, `held-${i}`))).size).toBe(3);
});

test('where the files break off, what was served stays, and no draft is left', async () => {
  const folder = await makeFolder();
  await write(folder, 'a');
  const pointer = await readFile(join(folder, 'release.json'), 'utf8');
  const layout = planRelease([{ ...article('b'), path: 'b.md', media: [], cutCount: 0 }], site, []);
  const writePages = () => Promise.reject(new Error('broken off'));
  await expect(writeRelease(folder, layout, { ...options, writePages })).rejects.toThrow('broken off');
  expect(await readFile(join(folder, 'release.json'), 'utf8')).toBe(pointer);
  expect(await treeOf(folder)).toEqual(expect.arrayContaining(pathsOf('a')));
  expect(await readdir(folder)).not.toContain('.draft');
});

test('while a release is written nothing that is served changes', async () => {
  const folder = await makeFolder();
  await write(folder, 'a');
  const before = await readFile(join(folder, 'release.json'), 'utf8');
  const layout = planRelease([{ ...article('b'), path: 'b.md', media: [], cutCount: 0 }], site, []);
  const seen: string[] = [];
  const onProgress = (): void => void seen.push(readFileSync(join(folder, 'release.json'), 'utf8'));
  const writePages = async (): Promise<void> => onProgress();
  // The articles, which would be flushed, are not there.
  await writeRelease(folder, layout, { ...options, durable: false, writePages, onProgress });
  const after = seen.pop();
  expect(after).not.toBe(before);
  expect(new Set(seen)).toEqual(new Set([before]));
  const storage = diskStorage(folder);
  const { release } = JSON.parse(before);
  expect((await openRelease(release, storage)).id).toBe(release);
  storage.close();
});

test('files of others in the folder stay', async () => {
  const folder = await makeFolder();
  await writeFiles(folder, { 'README.txt': 'mine', 'index.html': 'mine', 'more/a.json': '{}' });
  for (const title of ['a', 'b']) await write(folder, title);
  expect(await treeOf(folder)).toEqual(expect.arrayContaining(['README.txt', 'index.html', 'more/a.json']));
});
