import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reader } from '../../src/core/reader.ts';
import { assetsReader } from '../../src/readers/assets.ts';
import { below } from '../../src/readers/below.ts';
import { diskReader } from '../../src/readers/disk.ts';
import { memoryReader } from '../../src/readers/memory.ts';
import { r2Reader } from '../../src/readers/r2.ts';
import { s3Reader } from '../../src/readers/s3.ts';
import { fakeAssets, fakeBucket } from '../support/edge-stores.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';
import { hasSwift, startSwift, type TestStore } from '../support/swift.ts';

const bytes = Buffer.from('0123456789');

/** Where the files of a reader can be changed. */
interface Place {
  reader: Reader;
  put(path: string, bytes: Buffer): Promise<unknown>;
  remove(path: string): Promise<unknown>;
}

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

const swift: { store: TestStore | null; ends: (() => Promise<void>)[] } = { store: null, ends: [] };

function inSwift(prefix: string): () => Promise<Place> {
  return async () => {
    const store = swift.store as TestStore;
    const client = new AwsClient({ ...store.credentials, service: 's3', region: store.region });
    const ask = async (method: string, path: string, body?: Buffer): Promise<void> => {
      const url = `${store.endpoint}/${store.bucket}/${[...prefix.split('/'), ...path.split('/')].map(encodeURIComponent).join('/')}`;
      expect((await client.fetch(url, { method, ...(body && { body: new Uint8Array(body) }) })).ok).toBe(true);
    };
    return {
      reader: s3Reader({ ...store, prefix, attemptTimeout: 60_000, timeout: 60_000 }),
      put: (path, content) => ask('PUT', path, content),
      remove: (path) => ask('DELETE', path),
    };
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
if (hasSwift()) {
  readers.push(['s3 of OpenStack Swift', inSwift("a folder/50% + ä'(1)")]);
  beforeAll(async () => {
    swift.store = await startSwift((end) => swift.ends.push(end));
  });
  afterAll(async () => {
    for (const end of swift.ends.reverse()) await end();
  });
}

/** What every reader promises. */
describe.each(readers)('%s', (_, makePlace) => {
  async function makeReader(): Promise<Reader> {
    const { reader, put } = await makePlace();
    await put('pages/a.json', bytes);
    await put('pages/empty', Buffer.alloc(0));
    return reader;
  }

  test.each([
    ['all', undefined, undefined, '0123456789'],
    ['from a start', 4, undefined, '456789'],
    ['a range', 2, 5, '234'],
    ['the first byte', 0, 1, '0'],
    ['the last byte', 9, 10, '9'],
    ['all, as a range', 0, 10, '0123456789'],
    ['to the end', 2, 10, '23456789'],
    ['an empty range', 3, 3, ''],
  ])('%s', async (_, start, end, expected) => {
    const reader = await makeReader();
    for (let again = 0; again < 3; again++) {
      expect(String(Buffer.from((await reader.read('pages/a.json', start, end)) ?? Buffer.from('null')))).toBe(
        expected,
      );
    }
  });

  test('absent is null, and so is a range beyond the end', async () => {
    const reader = await makeReader();
    expect(await reader.read('pages/b.json')).toBeNull();
    expect(await reader.read('pages/b.json', 2, 5)).toBeNull();
    expect(await reader.read('pages/a.json/b')).toBeNull();
    expect(await reader.read('pages/a.json', 5, 11)).toBeNull();
    expect(await reader.read('pages/a.json', 10, 11)).toBeNull();
    expect(await reader.read('pages/a.json', 20, 30)).toBeNull();
    await reader.read('pages/a.json');
    expect(await reader.read('pages/a.json', 5, 11)).toBeNull();
  });

  test('an empty file is there', async () => {
    const reader = await makeReader();
    expect(Buffer.from((await reader.read('pages/empty')) ?? Buffer.from('null'))).toEqual(Buffer.alloc(0));
    expect(await reader.read('pages/empty', 0, 1)).toBeNull();
  });

  test('many at the same time', async () => {
    const reader = await makeReader();
    const ranges = Array.from({ length: 50 }, (_, i) => [i % 10, 1 + (i % 10)] as const);
    const found = await Promise.all(ranges.map(([start, end]) => reader.read('pages/a.json', start, end)));
    expect(found.map((each) => Buffer.from(each ?? []).toString())).toEqual(ranges.map(([start]) => String(start)));
  });

  test('what is changed underneath is read as it is then: none of it is remembered', async () => {
    const { reader, put, remove } = await makePlace();
    await put('release.json', Buffer.from('one'));
    expect(String(Buffer.from((await reader.read('release.json')) ?? []))).toBe('one');
    await put('release.json', Buffer.from('the second'));
    expect(String(Buffer.from((await reader.read('release.json')) ?? []))).toBe('the second');
    expect(String(Buffer.from((await reader.read('release.json', 4, 10)) ?? []))).toBe('second');
    await put('release.json', Buffer.from('3'));
    expect(await reader.read('release.json', 4, 10)).toBeNull();
    await remove('release.json');
    expect(await reader.read('release.json')).toBeNull();
  });

  test('the size of a file, where a reader tells it', async () => {
    const { reader, put } = await makePlace();
    await put('media/a ü+b.0123.svg', bytes);
    const { size } = reader as Reader & { size?: (path: string) => Promise<number | null> };
    if (size === undefined) return;
    expect(await size('media/a ü+b.0123.svg')).toBe(10);
    expect(await size('media/none')).toBeNull();
    expect(Buffer.from((await reader.read('media/a ü+b.0123.svg', 1, 3)) ?? []).toString()).toBe('12');
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
