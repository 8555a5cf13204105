import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Reader } from '../../src/core/reader.ts';
import { assetsReader } from '../../src/readers/assets.ts';
import { below } from '../../src/readers/below.ts';
import { diskReader } from '../../src/readers/disk.ts';
import { memoryReader } from '../../src/readers/memory.ts';
import { r2Reader } from '../../src/readers/r2.ts';
import { s3Reader } from '../../src/readers/s3.ts';
import { fakeAssets, fakeBucket } from '../support/edge-stores.ts';
import { startObjectStore } from '../support/object-store.ts';
import { type Place, testReader } from '../support/reader-contract.ts';
import { makeFolder } from '../support/server.ts';

const bytes = Buffer.from('0123456789');

async function onDisk(): Promise<Place> {
  const folder = await makeFolder();
  return {
    reader: diskReader(folder),
    async put(path, content) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    remove: (path) => rm(join(folder, path)),
  };
}

function inMap(makeReader: (files: Map<string, Buffer>) => Reader): () => Promise<Place> {
  return async () => {
    const files = new Map<string, Buffer>();
    return {
      reader: makeReader(files),
      put: async (path, content) => files.set(path, content),
      remove: async (path) => files.delete(path),
    };
  };
}

const inMemory = inMap(memoryReader);

async function inFolderBelow(): Promise<Place> {
  const { reader, put, remove } = await inMemory();
  return {
    reader: below(reader, 'a/b/'),
    put: (path, content) => put(`a/b/${path}`, content),
    remove: (path) => remove(`a/b/${path}`),
  };
}

async function inStore(): Promise<Place> {
  const store = await startObjectStore();
  return {
    reader: s3Reader({ ...store, prefix: '/live/' }),
    put: async (path, content) => store.objects.set(`live/${path}`, content),
    remove: async (path) => store.objects.delete(`live/${path}`),
  };
}

const readers: [string, () => Promise<Place>][] = [
  ['disk', onDisk],
  ['memory', inMemory],
  ['assets', inMap((files) => assetsReader(fakeAssets(files)))],
  ['R2', inMap((files) => r2Reader(fakeBucket(files)))],
  ['a folder below another', inFolderBelow],
  ['s3', inStore],
];

describe.each(readers)('%s', (_, makePlace) => testReader(makePlace));

test('a disk holds a bounded number of files open, and reads on while others are closed', async () => {
  const folder = await makeFolder();
  for (let i = 0; i < 300; i++) await writeFile(join(folder, `f${i}`), Buffer.alloc(10, i));
  const before = (await readdir('/proc/self/fd').catch(() => [])).length;
  const reader = diskReader(folder);
  const read = Array.from({ length: 300 }, () => Buffer.alloc(2, 'x'));
  await Promise.all(read.map((target, i) => reader.readInto(`f${i}`, target, 2)));
  expect(read.map((target) => target[0])).toEqual(Array.from({ length: 300 }, (_, i) => i % 256));
  const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length - before;
  await expect.poll(open, { interval: 10 }).toBeLessThanOrEqual(130);
  reader.close();
  await expect.poll(open, { interval: 10 }).toBeLessThanOrEqual(2);
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
