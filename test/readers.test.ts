import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Reader } from '../src/core/reader.ts';
import { cachedReader } from '../src/readers/cached.ts';
import { diskReader } from '../src/readers/disk.ts';
import { memoryReader } from '../src/readers/memory.ts';
import { makeFolder } from './support/server.ts';

const bytes = Buffer.from('0123456789');

async function onDisk(): Promise<Reader> {
  const folder = await makeFolder();
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'pages', 'a.json'), bytes);
  return diskReader(folder);
}

const inMemory = async (): Promise<Reader> => memoryReader(new Map([['pages/a.json', bytes]]));

/** What every reader promises. */
describe.each<[string, () => Promise<Reader>]>([
  ['disk', onDisk],
  ['memory', inMemory],
  ['cached disk', async () => cachedReader(await onDisk(), 1024)],
  ['cached disk without room', async () => cachedReader(await onDisk(), 8)],
])('%s', (_, makeReader) => {
  test.each([
    ['all', undefined, undefined, '0123456789'],
    ['from a start', 4, undefined, '456789'],
    ['a range', 2, 5, '234'],
    ['to the end', 2, 10, '23456789'],
    ['an empty range', 3, 3, ''],
  ])('%s', async (_, start, end, expected) => {
    const reader = await makeReader();
    for (let again = 0; again < 6; again++) {
      expect(String(Buffer.from((await reader.read('pages/a.json', start, end)) ?? []))).toBe(expected);
    }
  });

  test('absent is null, and so is a range beyond the end', async () => {
    const reader = await makeReader();
    expect(await reader.read('pages/b.json')).toBeNull();
    expect(await reader.read('pages/a.json/b')).toBeNull();
    expect(await reader.read('pages/a.json', 5, 11)).toBeNull();
    await reader.read('pages/a.json');
    expect(await reader.read('pages/a.json', 5, 11)).toBeNull();
  });
});

test('a cache keeps what was asked for last, within its budget', async () => {
  const files = new Map(Array.from({ length: 20 }, (_, i) => [`f${i}`, Buffer.alloc(100, i)]));
  const asked: string[] = [];
  const inner = memoryReader(files);
  const noting: Reader = {
    read(path, start, end) {
      asked.push(path);
      return inner.read(path, start, end);
    },
  };
  const reader = cachedReader(noting, 1000);
  const ask = async (i: number, times: number): Promise<void> => {
    for (let n = 0; n < times; n++) expect((await reader.read(`f${i}`, 0, 100))?.[0]).toBe(i);
  };
  for (let i = 0; i < 20; i++) await ask(i, 4);
  asked.length = 0;
  for (let i = 10; i < 20; i++) await ask(i, 1);
  expect(asked).toEqual([]);
  await ask(9, 3);
  expect(asked).toEqual(['f9', 'f9', 'f9']);
  await ask(9, 2);
  expect(asked).toHaveLength(4);
  await ask(10, 1);
  expect(asked).toHaveLength(5);
});

test('a disk holds a bounded number of files open, and reads on while others are closed', async () => {
  const folder = await makeFolder();
  for (let i = 0; i < 300; i++) await writeFile(join(folder, `f${i}`), Buffer.alloc(10, i));
  const before = (await readdir('/proc/self/fd').catch(() => [])).length;
  const reader = diskReader(folder);
  const read = await Promise.all(Array.from({ length: 300 }, (_, i) => reader.read(`f${i}`, 2, 4)));
  expect(read.map((bytes) => bytes?.[0])).toEqual(Array.from({ length: 300 }, (_, i) => i % 256));
  const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length - before;
  await expect.poll(open).toBeLessThanOrEqual(130);
  reader.close();
  await expect.poll(open).toBeLessThanOrEqual(2);
});

test('a cache puts off what was asked for again, not what came last', async () => {
  const files = new Map(Array.from({ length: 11 }, (_, i) => [`f${i}`, Buffer.alloc(100, i)]));
  const asked: string[] = [];
  const inner = memoryReader(files);
  const reader = cachedReader(
    {
      read(path, start, end) {
        asked.push(path);
        return inner.read(path, start, end);
      },
    },
    1000,
  );
  const ask = async (i: number, times: number): Promise<void> => {
    for (let n = 0; n < times; n++) await reader.read(`f${i}`, 0, 100);
  };
  for (let i = 0; i < 10; i++) await ask(i, 4);
  await ask(0, 1);
  await ask(10, 4);
  asked.length = 0;
  await ask(0, 1);
  expect(asked).toEqual([]);
  await ask(1, 1);
  expect(asked).toEqual(['f1']);
});

test('reads at the same time count a file once against the budget', async () => {
  const files = new Map(Array.from({ length: 9 }, (_, i) => [`f${i}`, Buffer.alloc(100, i)]));
  const asked: string[] = [];
  const inner = memoryReader(files);
  const slow: Reader = {
    async read(path, start, end) {
      asked.push(path);
      await new Promise(setImmediate);
      return inner.read(path, start, end);
    },
  };
  const reader = cachedReader(slow, 1000);
  for (let i = 0; i < 9; i++) {
    for (let n = 0; n < 3; n++) await reader.read(`f${i}`, 0, 100);
    await Promise.all(Array.from({ length: 8 }, () => reader.read(`f${i}`, 0, 100)));
  }
  asked.length = 0;
  for (let i = 0; i < 9; i++) await reader.read(`f${i}`, 0, 100);
  expect(asked).toEqual([]);
});

test('a file that comes later is found', async () => {
  const folder = await makeFolder();
  const reader = diskReader(folder);
  expect(await reader.read('late')).toBeNull();
  await writeFile(join(folder, 'late'), bytes);
  expect(String(await reader.read('late'))).toBe('0123456789');
  reader.close();
});
