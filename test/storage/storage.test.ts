import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { below, type Storage } from '../../src/core/storage.ts';
import { assetsStorage } from '../../src/storage/assets.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { r2Storage } from '../../src/storage/r2.ts';
import { s3Storage } from '../../src/storage/s3.ts';
import { fakeAssets, fakeBucket } from '../support/edge-stores.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';
import { type Place, testStorage } from '../support/storage-contract.ts';

const bytes = Buffer.from('0123456789');

async function onDisk(): Promise<Place> {
  const folder = await makeFolder();
  return {
    storage: diskStorage(folder),
    async put(path, content) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    remove: (path) => rm(join(folder, path)),
  };
}

function inMap(makeStorage: (files: Map<string, Buffer>) => Storage): () => Promise<Place> {
  return async () => {
    const files = new Map<string, Buffer>();
    return {
      storage: makeStorage(files),
      put: async (path, content) => files.set(path, content),
      remove: async (path) => files.delete(path),
    };
  };
}

const inMemory = inMap(memoryStorage);

async function inFolderBelow(): Promise<Place> {
  const { storage, put, remove } = await inMemory();
  return {
    storage: below(storage, 'a/b/'),
    put: (path, content) => put(`a/b/${path}`, content),
    remove: (path) => remove(`a/b/${path}`),
  };
}

async function inStore(): Promise<Place> {
  const store = await startObjectStore();
  return {
    storage: s3Storage({ ...store, prefix: '/live/' }),
    put: async (path, content) => store.objects.set(`live/${path}`, content),
    remove: async (path) => store.objects.delete(`live/${path}`),
  };
}

const readers: [string, () => Promise<Place>][] = [
  ['disk', onDisk],
  ['memory', inMemory],
  ['assets', inMap((files) => assetsStorage(fakeAssets(files)))],
  ['R2', inMap((files) => r2Storage(fakeBucket(files)))],
  ['a folder below another', inFolderBelow],
  ['s3', inStore],
];

describe.each(readers)('%s', (_, makePlace) => testStorage(makePlace));

test('a disk holds a bounded number of files open, and reads on while others are closed', async () => {
  const folder = await makeFolder();
  for (let i = 0; i < 300; i++) await writeFile(join(folder, `f${i}`), Buffer.alloc(10, i));
  const before = (await readdir('/proc/self/fd').catch(() => [])).length;
  const storage = diskStorage(folder);
  const read = Array.from({ length: 300 }, () => Buffer.alloc(2, 'x'));
  await Promise.all(read.map((target, i) => storage.readInto(`f${i}`, target, 2)));
  expect(read.map((target) => target[0])).toEqual(Array.from({ length: 300 }, (_, i) => i % 256));
  const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length - before;
  await expect.poll(open, { interval: 10 }).toBeLessThanOrEqual(130);
  storage.close();
  await expect.poll(open, { interval: 10 }).toBeLessThanOrEqual(2);
});

test('a file that comes later is found', async () => {
  const folder = await makeFolder();
  const storage = diskStorage(folder);
  expect(await storage.read('late')).toBeNull();
  await writeFile(join(folder, 'late'), bytes);
  expect(String(await storage.read('late'))).toBe('0123456789');
  storage.close();
});

test('what the system cannot read is damaged, and named', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'f'));
  const storage = diskStorage(folder);
  const damaged = expect.objectContaining({
    name: 'DamagedFile',
    path: 'f',
    message: expect.stringContaining('EISDIR'),
  });
  await expect(storage.read('f')).rejects.toThrow(damaged);
  await expect(storage.readInto('f', Buffer.alloc(9), 0)).rejects.toThrow(damaged);
});
