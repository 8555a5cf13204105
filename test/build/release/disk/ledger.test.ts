import { mkdir, readFile, rm, stat, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultKeep } from '../../../../build/release/ledger/kept-entries.ts';
import { Pointer, pointerPath } from '../../../../src/core/format.ts';
import { Ledger, ledgerPath } from '../../../../src/core/ledger.ts';
import { treeOf } from '../../../support/files.ts';
import { toReleaseFiles, writeTestRelease } from '../../../support/in-memory-release.ts';
import { encodeTestArticle, makeArticle, site } from '../../../support/release.ts';
import { makeFolder } from '../../../support/server.ts';

const articles = (titles: string) =>
  [...titles].map((title, i) => encodeTestArticle(makeArticle({ id: i + 1, title })));
const pathsOf = (titles: string) => [...toReleaseFiles(articles(titles), site)].map(({ path }) => path);
const idOf = (titles: string) => /index\.(\w+)/.exec(pathsOf(titles).join(' '))?.[1];
const write = (folder: string, titles: string, now: number, keep = defaultKeep) =>
  writeTestRelease(folder, articles(titles), site, { now, keep });
const entriesOf = async (folder: string) =>
  Ledger.parse(JSON.parse(await readFile(join(folder, ledgerPath), 'utf8'))).releases;
const pointerOf = async (folder: string) =>
  Pointer.parse(JSON.parse(await readFile(join(folder, pointerPath), 'utf8'))).release;
const sinces = async (folder: string) => (await entriesOf(folder)).map(({ release, since }) => [release, since]);

const isNoDelta = (path: string) => !path.startsWith('changes/');

test('each release that becomes current stands in the ledger, with its time, articles, bytes and changes', async () => {
  const folder = await makeFolder();
  const { bytes } = await write(folder, 'a', 100);
  await write(folder, 'ab', 200);
  expect(await entriesOf(folder)).toEqual([
    {
      release: idOf('a'),
      since: 100,
      articles: 1,
      bytes,
      changes: { added: 1, changed: 0, removed: 0 },
      takenDown: [],
      delta: null,
    },
    {
      release: idOf('ab'),
      since: 200,
      articles: 2,
      bytes: expect.any(Number),
      changes: { added: 1, changed: 0, removed: 0 },
      takenDown: [],
      delta: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
});

test('the same release again adds no entry, and one that comes back does', async () => {
  const folder = await makeFolder();
  await write(folder, 'a', 100);
  await write(folder, 'a', 200);
  const { mtimeMs } = await stat(join(folder, ledgerPath));
  await write(folder, 'a', 300);
  expect((await stat(join(folder, ledgerPath))).mtimeMs).toBe(mtimeMs);
  expect(await sinces(folder)).toEqual([[idOf('a'), 100]]);
  await write(folder, 'b', 400);
  await write(folder, 'a', 500);
  expect(await sinces(folder)).toEqual([
    [idOf('a'), 100],
    [idOf('b'), 400],
    [idOf('a'), 500],
  ]);
});

test.each(['a', 'b'])(
  'a folder without a ledger: its release was current since the pointer was written; then %j',
  async (next) => {
    const folder = await makeFolder();
    const { bytes } = await write(folder, 'a', 100);
    await unlink(join(folder, ledgerPath));
    await utimes(join(folder, pointerPath), 7000, 7000.9);
    const { notes } = await write(folder, next, 9000);
    expect(notes).toEqual([]);
    const own = {
      release: idOf('a'),
      since: 7000,
      articles: 1,
      bytes: expect.any(Number),
      changes: null,
      takenDown: null,
      delta: null,
    };
    expect(await entriesOf(folder)).toEqual([own, ...(next === 'b' ? [expect.objectContaining({ since: 9000 })] : [])]);
    // That of the pointer is counted by some, and not by others.
    expect(Math.abs(((await entriesOf(folder))[0]?.bytes ?? 0) - bytes)).toBeLessThan(100);
  },
);

test.each([
  ['cut short', '{"format":4,"releases":[{"rel'],
  ['of another form', '{"format":4,"releases":[{}]}'],
  ['empty', ''],
  ['edited', null],
])('a ledger that is %s is made again from the releases that lie there', async (_, text) => {
  const folder = await makeFolder();
  await write(folder, 'a', 100);
  await write(folder, 'b', 200);
  await write(folder, 'c', 300);
  await write(folder, 'b', 400);
  const edited = (await readFile(join(folder, ledgerPath), 'utf8')).replace('"since":200', '"since":201');
  await writeFile(join(folder, ledgerPath), text ?? edited);
  for (const [titles, time] of [
    ['a', 110],
    ['b', 210],
    ['c', 310],
  ] as const) {
    await utimes(join(folder, `index.${idOf(titles)}.json`), time, time);
  }
  await utimes(join(folder, pointerPath), 450, 450);
  const { notes } = await write(folder, 'd', 500);
  expect(notes).toEqual([
    expect.stringMatching(
      /^releases\.json (?:is damaged: |has format 4, ).* was made again from the releases in the folder/,
    ),
  ]);
  expect(await sinces(folder)).toEqual([
    [idOf('a'), 110],
    [idOf('c'), 310],
    [idOf('b'), 450],
    [idOf('d'), 500],
  ]);
  expect(await treeOf(folder)).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd'].flatMap(pathsOf)));
});

test('a ledger that cannot be read for another reason than damage stops the build, and all stays', async () => {
  const folder = await makeFolder();
  await write(folder, 'a', 100);
  await rm(join(folder, ledgerPath));
  await mkdir(join(folder, ledgerPath));
  await expect(write(folder, 'b', 200)).rejects.toThrow('EISDIR');
  expect(await pointerOf(folder)).toBe(idOf('a'));
});

test('beyond the number of releases that are kept, all files of a release go', async () => {
  const folder = await makeFolder();
  const keep = { hours: 1, releases: 1 };
  for (const [i, articles] of ['ax', 'abx', 'abcx'].entries()) await write(folder, articles, 1000 * (i + 1), keep);
  // The last stopped being current a moment ago.
  expect((await sinces(folder)).map(([release]) => release)).toEqual([idOf('abx'), idOf('abcx')]);
  expect((await treeOf(folder)).filter(isNoDelta)).toEqual(
    [...new Set([...pathsOf('abx'), ...pathsOf('abcx'), ledgerPath])].sort(),
  );
});

test('where the pointer is gone, a release is compared with the last of the ledger', async () => {
  const folder = await makeFolder();
  await write(folder, 'a', 100);
  await unlink(join(folder, pointerPath));
  await write(folder, 'ab', 200);
  expect((await entriesOf(folder)).map(({ changes }) => changes?.added)).toEqual([1, 1]);
});

test('entries of releases that never became current go, and so do their files', async () => {
  const folder = await makeFolder();
  await write(folder, 'a', 100);
  const pointer = await readFile(join(folder, pointerPath));
  await write(folder, 'b', 200);
  // As a crash between the ledger and the pointer leaves it.
  await writeFile(join(folder, pointerPath), pointer);
  await write(folder, 'c', 300);
  expect(await sinces(folder)).toEqual([
    [idOf('a'), 100],
    [idOf('c'), 300],
  ]);
  const expected = new Set([...pathsOf('a'), ...pathsOf('c'), ledgerPath]);
  expect((await treeOf(folder)).filter(isNoDelta)).toEqual([...expected].sort());
});

test('a clock that goes back keeps the order, and what was just left', async () => {
  const folder = await makeFolder();
  await write(folder, 'a', 9_000_000);
  await write(folder, 'b', 9_000_100);
  await write(folder, 'c', 100);
  expect((await entriesOf(folder)).map(({ release }) => release)).toEqual(['a', 'b', 'c'].map(idOf));
  await write(folder, 'd', 200);
  expect((await entriesOf(folder)).map(({ since }) => since)).toEqual([9_000_000, 9_000_100, 100, 200]);
});

test('of a pointer that cannot be read nothing is removed unless the ledger says what is kept', async () => {
  const folder = await makeFolder();
  await write(folder, 'a', 100);
  await truncate(join(folder, pointerPath), 5);
  await unlink(join(folder, ledgerPath));
  const { notes } = await write(folder, 'b', 90_000);
  expect(notes).toEqual([
    expect.stringMatching(/^release\.json is damaged: .* no file of earlier releases was removed\.$/),
  ]);
  expect(await treeOf(folder)).toEqual(expect.arrayContaining(pathsOf('a')));
  await truncate(join(folder, pointerPath), 5);
  expect((await write(folder, 'c', 900_000)).notes).toEqual([]);
  expect(await pointerOf(folder)).toBe(idOf('c'));
  expect((await treeOf(folder)).filter(isNoDelta)).toEqual(
    [...new Set([...pathsOf('b'), ...pathsOf('c'), ledgerPath])].sort(),
  );
});

test('an old release folder whose index is gone: it is not kept, and nothing is removed', async () => {
  const folder = await makeFolder();
  await write(folder, 'a', 100);
  await unlink(join(folder, ledgerPath));
  await rm(join(folder, `index.${idOf('a')}.json`));
  const { notes } = await write(folder, 'b', 200);
  expect(notes).toEqual([
    expect.stringMatching(/names index\.\w+\.json, which is missing\. .*A kept release needs this file/),
  ]);
  expect(await sinces(folder)).toEqual([[idOf('b'), 200]]);
  const left = pathsOf('a').filter((path) => !path.startsWith('index.'));
  expect(await treeOf(folder)).toEqual(expect.arrayContaining(left));
});
