import { expect, test } from 'vitest';
import type { Reader } from '../../src/core/reader.ts';

/** Where the files of a reader can be changed. */
export interface Place {
  reader: Reader;
  put(path: string, bytes: Buffer): Promise<unknown>;
  remove(path: string): Promise<unknown>;
}

const bytes = Buffer.from('0123456789');

/** Tests of what every reader promises. */
export function testReader(makePlace: () => Promise<Place>): void {
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
}
