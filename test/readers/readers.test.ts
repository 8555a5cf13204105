import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Reader } from '../../src/core/reader.ts';
import { assetsReader } from '../../src/readers/assets.ts';
import { diskReader } from '../../src/readers/disk.ts';
import { memoryReader } from '../../src/readers/memory.ts';
import { r2Reader } from '../../src/readers/r2.ts';
import { fakeAssets, fakeBucket } from '../support/edge-stores.ts';
import { makeFolder } from '../support/server.ts';

const bytes = Buffer.from('0123456789');

async function onDisk(): Promise<Reader> {
  const folder = await makeFolder();
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'pages', 'a.json'), bytes);
  return diskReader(folder);
}

const files = new Map([['pages/a.json', bytes]]);
const inMemory = async (): Promise<Reader> => memoryReader(files);

/** What every reader promises. */
describe.each<[string, () => Promise<Reader>]>([
  ['disk', onDisk],
  ['memory', inMemory],
  ['assets', async () => assetsReader(fakeAssets(files))],
  ['R2', async () => r2Reader(fakeBucket(files))],
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

test('a disk holds a bounded number of files open, and reads on while others are closed', async () => {
  const folder = await makeFolder();
  for (let i = 0; i < 300; i++) await writeFile(join(folder, `f${i}`), Buffer.alloc(10, i));
  const before = (await readdir('/proc/self/fd').catch(() => [])).length;
  const reader = diskReader(folder);
  const read = Array.from({ length: 300 }, () => Buffer.alloc(2, 'x'));
  await Promise.all(read.map((target, i) => reader.readInto(`f${i}`, target, 2)));
  expect(read.map((target) => target[0])).toEqual(Array.from({ length: 300 }, (_, i) => i % 256));
  const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length - before;
  await expect.poll(open).toBeLessThanOrEqual(130);
  reader.close();
  await expect.poll(open).toBeLessThanOrEqual(2);
});

test('a file that comes later is found', async () => {
  const folder = await makeFolder();
  const reader = diskReader(folder);
  expect(await reader.read('late')).toBeNull();
  await writeFile(join(folder, 'late'), bytes);
  expect(String(await reader.read('late'))).toBe('0123456789');
  reader.close();
});

test('what the system cannot read is damaged, and named', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'f'));
  const reader = diskReader(folder);
  const damaged = expect.objectContaining({
    name: 'DamagedFile',
    path: 'f',
    message: expect.stringContaining('EISDIR'),
  });
  await expect(reader.read('f')).rejects.toThrow(damaged);
  await expect(reader.readInto('f', Buffer.alloc(9), 0)).rejects.toThrow(damaged);
});
