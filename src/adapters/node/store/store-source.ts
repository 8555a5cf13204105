import { pointerPath, releaseFolder } from '../../../core/format.ts';
import { below } from '../../../core/storage.ts';
import { s3Client } from '../../../storage/s3/s3-client.ts';
import type { S3Options } from '../../../storage/s3/s3-options.ts';
import { readerOf, toFailedRead } from '../../../storage/s3.ts';
import { storeClock } from '../../../storage/store-clock.ts';
import { followState } from '../follow-state.ts';
import type { Source } from '../source.ts';
import { rememberAssets, rememberChecked, rememberPages } from './remember.ts';

export interface StoreSourceOptions extends S3Options {
  /** Milliseconds between two checks of the pointer; 1,000 by default. */
  interval?: number;
}

/** A check of the pointer is not worth more milliseconds: the next one comes soon. */
const limits = { attemptTimeout: 2000, timeout: 3000, attempts: 2, concurrency: 1 };

/**
 * The folder that `galley push` wrote into an object store. Several readers of one file, or of one block, wait for one
 * request. Pages that need no key are kept as they were read last, and so are short assets, for a time in which the
 * store gives nothing. Throws `RangeError` where the options name no address.
 */
export function storeSource({ interval = 1000, ...options }: StoreSourceOptions): Source {
  const { fetch, ...clock } = storeClock(options.fetch);
  const { read, readUpTo, size } = readerOf(s3Client({ ...options, fetch }));
  // Never behind a row of others.
  const poller = s3Client({ ...options, ...limits, fetch });
  const whole = coalesced<Uint8Array | null>();
  const folder = {
    size,
    clock,
    read: (path: string, start?: number, end?: number) =>
      start === undefined && end === undefined ? whole(path, () => read(path)) : read(path, start, end),
  };
  const files = rememberChecked(below(folder, releaseFolder));
  let pointer: Uint8Array | null = null;
  let tag = '';
  return {
    name: `s3://${[options.bucket, ...(options.prefix ?? '').split('/')].filter(Boolean).join('/')}`,
    release: {
      ...files,
      // As the last check found it. Another reading may give what was there before: it was on its way, or is of a
      // server that lags behind.
      read: (path, start, end) =>
        path === pointerPath && pointer !== null ? pointer.subarray(start, end) : files.read(path, start, end),
      async readInto(path, target, position) {
        const bytes = await readUpTo(`${releaseFolder}${path}`, position, position + target.length);
        if (bytes !== null) target.set(bytes);
        return bytes?.length ?? null;
      },
      forget() {},
    },
    // Others may have activated a newer release than the last check found.
    kept: files,
    folder: rememberPages(rememberAssets(folder)),
    followPointer: (events) =>
      followState(readTag, interval, {
        ...events,
        async onChange() {
          try {
            await events.onChange();
          } catch (error) {
            // It may have been damaged on its way.
            [pointer, tag] = [null, ''];
            throw error;
          }
        },
      }),
    isThere: async (path) => (await size(`${releaseFolder}${path}`)) !== null,
    close() {},
  };

  /** A conditional request: its response has no body where nothing changed. */
  async function readTag(): Promise<string | null> {
    const path = `${releaseFolder}${pointerPath}`;
    const headers: Record<string, string> = tag === '' ? {} : { 'If-None-Match': tag };
    const response = await poller.send({ method: 'GET', path, headers }).catch((error) => {
      throw toFailedRead(path, error);
    });
    if (response.status === 304) return tag;
    if (response.status !== 200 && response.status !== 404) throw toFailedRead(path, response);
    pointer = response.status === 200 ? response.bytes : null;
    tag = pointer === null ? '' : (response.headers.get('etag') ?? String.fromCharCode(...pointer));
    return tag === '' ? null : tag;
  }
}

/** Several requests for one key share what is being loaded. */
function coalesced<T>(): (key: string, load: () => Promise<T>) => Promise<T> {
  const loading = new Map<string, Promise<T>>();
  return (key, load) => {
    const known = loading.get(key);
    if (known !== undefined) return known;
    const begun = load().finally(() => loading.delete(key));
    loading.set(key, begun);
    return begun;
  };
}
