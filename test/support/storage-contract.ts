import { expect, test } from 'vitest';
import type { Storage } from '../../src/core/storage.ts';

/** Where the files of a storage can be changed. */
export interface Place {
  storage: Storage;
  put(path: string, bytes: Buffer): Promise<unknown>;
  remove(path: string): Promise<unknown>;
}

const bytes = Buffer.from('0123456789');

/** Tests of what every storage promises. */
export function testStorage(makePlace: () => Promise<Place>): void {
  async function makeStorage(): Promise<Storage> {
    const { storage, put } = await makePlace();
    await put('pages/a.json', bytes);
    await put('pages/empty', Buffer.alloc(0));
    return storage;
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
    const storage = await makeStorage();
    for (let again = 0; again < 3; again++) {
      expect(String(Buffer.from((await storage.read('pages/a.json', start, end)) ?? Buffer.from('null')))).toBe(
        expected,
      );
    }
  });

  test('absent is null, and so is a range beyond the end', async () => {
    const storage = await makeStorage();
    expect(await storage.read('pages/b.json')).toBeNull();
    expect(await storage.read('pages/b.json', 2, 5)).toBeNull();
    expect(await storage.read('pages/a.json/b')).toBeNull();
    expect(await storage.read('pages/a.json', 5, 11)).toBeNull();
    expect(await storage.read('pages/a.json', 10, 11)).toBeNull();
    expect(await storage.read('pages/a.json', 20, 30)).toBeNull();
    await storage.read('pages/a.json');
    expect(await storage.read('pages/a.json', 5, 11)).toBeNull();
  });

  test('an empty file is there', async () => {
    const storage = await makeStorage();
    expect(Buffer.from((await storage.read('pages/empty')) ?? Buffer.from('null'))).toEqual(Buffer.alloc(0));
    expect(await storage.read('pages/empty', 0, 1)).toBeNull();
  });

  test('many at the same time', async () => {
    const storage = await makeStorage();
    const ranges = Array.from({ length: 50 }, (_, i) => [i % 10, 1 + (i % 10)] as const);
    const found = await Promise.all(ranges.map(([start, end]) => storage.read('pages/a.json', start, end)));
    expect(found.map((each) => Buffer.from(each ?? []).toString())).toEqual(ranges.map(([start]) => String(start)));
  });

  test('what is changed underneath is read as it is then: none of it is remembered', async () => {
    const { storage, put, remove } = await makePlace();
    await put('release.json', Buffer.from('one'));
    expect(String(Buffer.from((await storage.read('release.json')) ?? []))).toBe('one');
    await put('release.json', Buffer.from('the second'));
    expect(String(Buffer.from((await storage.read('release.json')) ?? []))).toBe('the second');
    expect(String(Buffer.from((await storage.read('release.json', 4, 10)) ?? []))).toBe('second');
    await put('release.json', Buffer.from('3'));
    expect(await storage.read('release.json', 4, 10)).toBeNull();
    await remove('release.json');
    expect(await storage.read('release.json')).toBeNull();
  });

  test('the size of a file, where a storage reports it', async () => {
    const { storage, put } = await makePlace();
    await put('media/a ü+b.0123.svg', bytes);
    const { size } = storage as Storage & { size?: (path: string) => Promise<number | null> };
    if (size === undefined) return;
    expect(await size('media/a ü+b.0123.svg')).toBe(10);
    expect(await size('media/none')).toBeNull();
    expect(Buffer.from((await storage.read('media/a ü+b.0123.svg', 1, 3)) ?? []).toString()).toBe('12');
  });
}
