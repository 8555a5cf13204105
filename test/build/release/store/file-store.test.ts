import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { releaseStore } from '../../../../build/release/store/disk-store.ts';
import type { FileStore, StoredFile } from '../../../../build/release/store/file-store.ts';
import { type Conditions, openS3Store } from '../../../../build/release/store/s3-store.ts';
import { s3Client } from '../../../../src/storage/s3/s3-client.ts';
import { type StoreKind, startObjectStore } from '../../../support/object-store.ts';
import { makeFolder } from '../../../support/server.ts';

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const toText = (bytes: Uint8Array | null | undefined): string | null => (bytes ? Buffer.from(bytes).toString() : null);

/** Opens the same files each time: what an object store lists, it lists when it is opened. */
type Opener = () => Promise<FileStore>;

async function onDisk(durable: boolean): Promise<Opener> {
  const directory = join(await makeFolder(), 'api/v1');
  await mkdir(join(directory, '.draft'), { recursive: true });
  return async () => releaseStore(directory, durable);
}

async function inObjectStore(kind: StoreKind['conditions'], conditions: Conditions): Promise<Opener> {
  const store = await startObjectStore({ conditions: kind });
  const client = s3Client({ ...store, prefix: 'live' });
  return () => openS3Store(client, 'live/', conditions, false);
}

describe.each<[string, () => Promise<Opener>]>([
  ['a folder', () => onDisk(false)],
  ['a folder, durable', () => onDisk(true)],
  ['an object store', () => inObjectStore('both', 'all')],
  ['one that has tags without quotation marks', () => inObjectStore('unquoted', 'all')],
  ['one that obeys If-None-Match alone', () => inObjectStore('none-match', 'absent')],
  ['one that obeys no conditions', () => inObjectStore(null, 'none')],
])('%s', (_, makeOpener) => {
  test('what is not there is null, is not listed, and is not removed', async () => {
    const store = await (await makeOpener())();
    expect([await store.read('a.json'), await store.find('a.json'), store.stateOf('a.json')]).toEqual([
      null,
      null,
      null,
    ]);
    for (const folder of ['', 'pages/', 'media/']) expect(await store.list(folder)).toEqual([]);
  });

  test('a file is read as it was written, by range and with its time and version', async () => {
    const open = await makeOpener();
    const store = await open();
    expect(toText((await store.write('pages/a.json', toBytes('0123456789')))?.bytes)).toBe('0123456789');
    expect(toText(await store.read('pages/a.json', 2, 5))).toBe('234');
    const found = await store.find('pages/a.json');
    expect(toText(found?.bytes)).toBe('0123456789');
    expect(Math.abs((await store.time()) - (found?.written ?? 0))).toBeLessThan(60);
    expect((await open()).stateOf('pages/a.json')).toMatchObject({ size: 10 });
  });

  test('lists a folder, and what is below it; assets are beside the release', async () => {
    const open = await makeOpener();
    const paths = ['articles/0a/1.x.json.gz', 'articles/ff/2.x.json.gz', 'index.x.json', 'media/p.png', 'pages/a.json'];
    const store = await open();
    for (const path of [...paths, 'pages/a.table']) await store.write(path, toBytes(path));
    const removed = await (await open()).remove(['pages/a.table', 'media/p.png']);
    expect(removed).toMatchObject({ files: 2 });
    const other = await open();
    expect((await other.list('articles/')).sort()).toEqual(paths.slice(0, 2));
    expect((await other.list('')).sort()).toEqual(paths.filter((path) => !path.startsWith('media/')));
    expect(await other.list('media/')).toEqual([]);
  });

  test('is written only where what was found is there', async () => {
    const open = await makeOpener();
    const [store, other] = [await open(), await open()];
    const known = new Map<string, StoredFile | null>();
    const write = async (by: FileStore, text: string, before: string | null): Promise<[boolean, string | null]> => {
      const written = await by.write('release.json', toBytes(text), known.get(before ?? '') ?? null);
      known.set(text, written);
      return [written !== null, toText((await by.find('release.json'))?.bytes)];
    };
    expect(await write(store, 'one', null)).toEqual([true, 'one']);
    expect(await write(other, 'none', null)).toEqual([false, 'one']);
    expect(await write(store, 'second', 'one')).toEqual([true, 'second']);
    expect(await write(store, 'third', 'second')).toEqual([true, 'third']);
    expect(await write(other, 'fourth', 'one')).toEqual([false, 'third']);
    await other.remove(['release.json'], known.get('one') ?? undefined);
    expect(toText((await other.find('release.json'))?.bytes)).toBe('third');
    await other.remove(['release.json'], known.get('third') ?? undefined);
    expect(await write(store, 'fifth', 'third')).toEqual([false, null]);
  });

  test('the same content is given a new time', async () => {
    const store = await (await makeOpener())();
    await store.write('push.lock', toBytes('mine'), null);
    const before = await store.find('push.lock');
    expect(toText((await store.write('push.lock', toBytes('mine'), before))?.bytes)).toBe('mine');
    const after = await store.find('push.lock');
    expect(toText(after?.bytes)).toBe('mine');
    expect(after?.written).toBeGreaterThanOrEqual(before?.written ?? Number.POSITIVE_INFINITY);
  });

  test('of many who write where nothing is, one does', async () => {
    const open = await makeOpener();
    const stores = await Promise.all(Array.from({ length: 8 }, open));
    const texts = stores.map((_, i) => `writer ${i}`);
    const written = await Promise.all(
      stores.map((store, i) => store.write('push.lock', toBytes(texts[i] ?? ''), null)),
    );
    const found = toText((await stores[0]?.find('push.lock'))?.bytes);
    // Without conditions two may pass; what is there is of one of them, and it knows.
    expect(texts.filter((_, i) => written[i] !== null)).toContain(found);
    if (_ !== 'one that obeys no conditions') expect(written.filter((each) => each !== null)).toHaveLength(1);
  });
});
