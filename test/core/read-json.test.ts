import { expect, test } from 'vitest';
import { hashBytes } from '../../build/source/hash-bytes.ts';
import { DamagedFile, MissingFile } from '../../src/core/file-errors.ts';
import { formatVersion, Pointer } from '../../src/core/format.ts';
import { parseJson, readJson } from '../../src/core/read-json.ts';
import { integer, object } from '../../src/core/shape.ts';
import { memoryStorage } from '../../src/storage/memory.ts';

const shape = object({ count: integer() });
const content = Buffer.from('{"count":1}');
const name = hashBytes(content);

test('a file is what its name says', async () => {
  await expect(read(content)).resolves.toEqual({ count: 1 });
});

test.each([
  ['with one letter changed, though it still is JSON', '{"count":2}', /^count\.json is damaged: its CRC-32 is/],
  ['cut short', '{"count"', /^count\.json is damaged: its CRC-32 is/],
  ['empty', '', /^count\.json is damaged: its CRC-32 is/],
])('%s, it is damaged', async (_, text, message) => {
  const reading = read(Buffer.from(text));
  await expect(reading).rejects.toThrow(DamagedFile);
  await expect(reading).rejects.toThrow(message);
});

test.each([
  ['not JSON', '{"count"', 'it is not JSON'],
  ['JSON of another form', '{"count":"1"}', 'its JSON is wrong at count'],
])('without a name of its content, it is damaged where it is %s', async (_, text, message) => {
  const reading = readJson(readerOf(Buffer.from(text)), 'count.json', shape);
  await expect(reading).rejects.toThrow(DamagedFile);
  await expect(reading).rejects.toThrow(message);
});

test.each([
  ['a newer', 1, 'Install that version here, or build again with this version of Galley.'],
  ['an older', -1, 'Build again with this version of Galley.'],
])('a file in the format of %s version says so, and what to do', (which, step, fix) => {
  const [found, read] = [formatVersion + step, formatVersion];
  const parse = () => parseJson(`{"format":${found},"release":"x"}`, 'release.json', Pointer);
  expect(parse).toThrow(DamagedFile);
  expect(parse).toThrow(
    `release.json has format ${found}, which ${which} version of Galley wrote, but this version reads format ${read}. ${fix}`,
  );
});

test('one that is not there is missing', async () => {
  await expect(readJson(memoryStorage(new Map()), 'count.json', shape, name)).rejects.toThrow(MissingFile);
});

function read(bytes: Buffer): Promise<unknown> {
  return readJson(readerOf(bytes), 'count.json', shape, name);
}

function readerOf(bytes: Buffer) {
  return memoryStorage(new Map([['count.json', bytes]]));
}
