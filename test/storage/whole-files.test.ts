import { crc32, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FileRange } from '../../src/core/body.ts';
import { checkedBytes, maxWholeBytes } from '../../src/core/format.ts';
import { byteCache } from '../../src/storage/byte-cache.ts';
import type { RangeSource } from '../../src/storage/range-source.ts';
import { decompress } from '../../src/storage/read-stream.ts';
import { wholeFiles } from '../../src/storage/whole-files.ts';
import { checksumsOf } from '../support/checksums-of.ts';

const size = 3 * checkedBytes + 100;
const page = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) % 256));
const [start, end] = [checkedBytes - 50, checkedBytes + 70];
const article = page.subarray(start, end);

const range = (file: string, from: number, to: number): FileRange => {
  return { file, start: from, end: to, size: to - from, checksums: checksumsOf(page), without: null };
};
/** With its closing brace, which no range holds. */
const ownArticle = Buffer.concat([article, Buffer.from('}')]);

const alone = (without: FileRange['without'] = null): FileRange => ({
  ...range('pages/a', start, end),
  size: end - start - (without === null ? 0 : 20),
  without,
  own: () => ({ path: 'articles/1', crc: crc32(ownArticle) }),
});
const cuts = {
  name: 'headings',
  start,
  cuts: Uint32Array.of(3, 9, start + 10, start + 30, size - 9, size),
  checksums: checksumsOf(page),
};
const cutArticle = Buffer.concat([article.subarray(0, 10), article.subarray(30)]);

/** What was read, and a source for each body. */
function noting(files: Record<string, Buffer>, budget?: number) {
  const asked: string[] = [];
  const errors: unknown[] = [];
  const read = async (path: string): Promise<Uint8Array | null> => {
    asked.push(path);
    return files[path] ?? null;
  };
  return {
    asked,
    errors,
    forBody: wholeFiles({ read, isWhole: true, noSharedWaits: true }, (error) => errors.push(error), budget),
  };
}

async function hold(source: RangeSource, wanted: FileRange): Promise<Buffer | null> {
  const held = await source.acquire(wanted);
  return held && Buffer.concat(held.chunks);
}

test.each<[string, FileRange, Buffer]>([
  ['as it is', alone(), article],
  ['without what is cut out', alone(cuts), cutArticle],
])('one article %s comes from its own file', async (_, wanted, expected) => {
  const { asked, forBody } = noting({ 'articles/1': gzipSync(ownArticle), 'pages/a': page });
  expect(await hold(forBody(), wanted)).toEqual(expected);
  expect(asked).toEqual(['articles/1']);
});

test.each<[string, Buffer]>([
  ['holds other bytes', gzipSync(Buffer.alloc(ownArticle.length))],
  ['is too short', gzipSync(article)],
  ['is not compressed', ownArticle],
])('where the file of the article %s, it is cut out of the page file', async (_, wrong) => {
  const { asked, errors, forBody } = noting({ 'articles/1': wrong, 'pages/a': page, 'pages/b': page });
  expect(await hold(forBody(), alone(cuts))).toEqual(cutArticle);
  expect(asked).toEqual(['articles/1', 'pages/a']);
  // Reported once.
  expect(await hold(forBody(), { ...alone(), file: 'pages/b' })).toEqual(article);
  expect(errors).toEqual([expect.objectContaining({ name: 'DamagedFile', path: 'articles/1' })]);
});

test('a folder without articles by themselves is asked for one only once', async () => {
  const { asked, forBody } = noting({ 'pages/a': page, 'pages/b': page });
  expect(await hold(forBody(), alone())).toEqual(article);
  expect(await hold(forBody(), { ...alone(), file: 'pages/b' })).toEqual(article);
  expect(asked).toEqual(['articles/1', 'pages/a', 'pages/b']);
});

test('an article of a page file that is in memory is cut out of that', async () => {
  const { asked, forBody } = noting({ 'articles/1': gzipSync(ownArticle), 'pages/a': page });
  await hold(forBody(), range('pages/a', 0, 10));
  expect(await hold(forBody(), alone(cuts))).toEqual(cutArticle);
  expect(asked).toEqual(['pages/a']);
});

test('the ranges of a body in one file are one reading; another body waits for none of it', async () => {
  const { asked, forBody } = noting({ 'pages/a': page });
  const body = forBody();
  const ranges = [range('pages/a', 0, 9), range('pages/a', checkedBytes, size)];
  const found = await Promise.all([...ranges.map((each) => hold(body, each)), hold(forBody(), range('pages/a', 5, 6))]);
  // An array of so many bytes is slow to compare.
  const expected = [page.subarray(0, 9), page.subarray(checkedBytes), page.subarray(5, 6)];
  expect(found.map((each, i) => expected[i]?.equals(each ?? Buffer.alloc(0)))).toEqual([true, true, true]);
  expect(asked).toEqual(['pages/a', 'pages/a']);
});

describe('of page files in memory', () => {
  test.each<[string, number, string[]]>([
    ['those that were used last stay', 2 * size, ['a', 'b', 'c', 'b']],
    ['none stays that is greater than all that may', size - 1, ['a', 'b', 'a', 'c', 'a', 'b']],
  ])('%s', async (_, budget, expected) => {
    const { asked, forBody } = noting({ a: page, b: page, c: page }, budget);
    for (const file of ['a', 'b', 'a', 'c', 'a', 'b']) await hold(forBody(), range(file, 0, size));
    expect(asked).toEqual(expected);
  });
});

test('what is damaged is read once more, and then refused', async () => {
  const files = { a: Buffer.from(page) };
  files.a.writeUInt8(0xff & ~page.readUInt8(2 * checkedBytes), 2 * checkedBytes);
  const { asked, forBody } = noting(files);
  const whole = await hold(forBody(), range('a', 0, 2 * checkedBytes));
  expect(whole?.equals(page.subarray(0, 2 * checkedBytes))).toBe(true);
  await expect(hold(forBody(), range('a', 2 * checkedBytes - 1, 2 * checkedBytes + 1))).rejects.toThrow('a is damaged');
  expect(asked).toEqual(['a', 'a']);
  // The damaged byte stands before it, in the same checked block.
  await expect(hold(forBody(), range('a', 2 * checkedBytes + 1, 2 * checkedBytes + 2))).rejects.toThrow('a is damaged');
  files.a = page;
  expect((await hold(forBody(), range('a', 0, size)))?.equals(page)).toBe(true);
});

test('a file that is not there, or cut short', async () => {
  const { forBody } = noting({ b: page.subarray(0, checkedBytes) });
  expect(await hold(forBody(), range('a', 0, 9))).toBeNull();
  expect(await hold(forBody(), range('b', 0, 9))).toEqual(page.subarray(0, 9));
  await expect(hold(forBody(), range('b', 9, size))).rejects.toThrow('b is damaged');
});

test('a cache of files keeps as many bytes as fit, of the files that were used last', () => {
  const kept = byteCache<Uint8Array>(10, ({ length }) => length);
  const found = () => ['a', 'b', 'c', 'd'].filter((path) => kept.get(path) !== undefined);
  kept.set('a', new Uint8Array(4));
  kept.set('b', new Uint8Array(4));
  kept.get('a');
  kept.set('c', new Uint8Array(4));
  expect(found()).toEqual(['a', 'c']);
  // In place of the one before.
  kept.set('a', new Uint8Array(6));
  expect(found()).toEqual(['a', 'c']);
  kept.delete('a');
  kept.set('b', new Uint8Array(6));
  expect(found()).toEqual(['b', 'c']);
  kept.set('d', new Uint8Array(11));
  expect(found()).toEqual(['b', 'c']);
});

describe('what a gzip member holds, up to a bound', () => {
  test('that is given', async () => {
    expect(await decompress(gzipSync('Text'), 4)).toHaveLength(4);
    await expect(decompress(gzipSync('Text'), 3)).rejects.toThrow('more than 3 bytes');
    await expect(decompress(gzipSync('Text').subarray(0, -1))).rejects.toThrow();
  });

  test('by default that of a file', { tags: ['long'] }, async () => {
    const zipped = gzipSync(Buffer.alloc(maxWholeBytes + 1), { level: 1 });
    await expect(decompress(zipped)).rejects.toThrow(`more than ${maxWholeBytes} bytes`);
  });
});
