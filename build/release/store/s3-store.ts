import { extname } from 'node:path';
import { assetFolder, assetTypeOf } from '../../../src/core/asset-name.ts';
import { releaseFolder } from '../../../src/core/format.ts';
import { below } from '../../../src/core/storage.ts';
import { codeOf, type S3Client, type S3Request, type S3Response } from '../../../src/storage/s3/s3-client.ts';
import { readerOf } from '../../../src/storage/s3.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { inLanes } from '../../package/in-lanes.ts';
import type { FileState, FileStore, StoredFile } from './file-store.ts';
import { explainResponse, isPage, listObjects, notAStore } from './store-responses.ts';

/**
 * Which conditional requests a store obeys: none, or that one sends none; those for a file that is not there; those for
 * a file that is there as well.
 */
export type Conditions = 'none' | 'absent' | 'all';

/** A release in an object store. */
export interface S3Store extends FileStore {
  /** By their paths below the prefix, as they were listed. */
  objects: ReadonlyMap<string, FileState>;
}

/** Beside the pointer. */
export const lockPath = 'push.lock';

/** Files that are removed at the same time: fewer than a client sends, so that it never refuses one for want of time. */
const concurrency = 16;

/** Bytes that a slow line takes in a millisecond. */
const slowest = 100;

/**
 * The release of a store whose keys begin with `prefix`, with the list of its files. `isWhole` says that the list has
 * all that a build writes, but no articles by themselves, which the tables of their page files name: these are written
 * after them and removed before.
 */
export async function openS3Store(
  client: S3Client,
  prefix: string,
  conditions: Conditions,
  isWhole: boolean,
): Promise<S3Store> {
  // What is behind the articles by themselves: 0 comes after the slash.
  const objects = await listObjects(client, prefix, isWhole ? '' : releaseFolder, `${releaseFolder}articles0`);
  const unlisted = new Set(isWhole ? [] : [`${releaseFolder}articles/`, assetFolder]);
  const stateOf = (path: string): FileState | null => objects.get(toKey(path)) ?? null;
  const store = s3Store(client, conditions, stateOf);
  // Indexes and tables, which several steps need.
  const known = new Map<string, Promise<Uint8Array | null>>();
  return {
    ...store,
    objects,
    read(path, start = 0, end) {
      if (start > 0 || end !== undefined || !/^index\.|\.(?:table|views)$/.test(path))
        return store.read(path, start, end);
      const found = known.get(path) ?? Promise.resolve(store.read(path));
      known.set(path, found);
      return found;
    },
    async list(folder) {
      const key = toKey(folder);
      for (const more of [...unlisted].filter((each) => each.startsWith(key))) {
        for (const [path, state] of await listObjects(client, prefix, more)) objects.set(path, state);
        unlisted.delete(more);
      }
      const keys = [...objects.keys()].filter((each) => each.startsWith(key));
      return keys.map((each) => (each.startsWith(assetFolder) ? each : each.slice(releaseFolder.length)));
    },
  };
}

/** One that lists nothing: without `stateOf`, no file has a state. */
export function s3Store(
  client: S3Client,
  conditions: Conditions,
  stateOf: (path: string) => FileState | null = () => null,
): FileStore {
  // Forms of the right tag that the store took for a wrong one.
  let refused = 0;
  let now = Number.NaN;
  return { read: below(readerOf(client), releaseFolder).read, find, write, stateOf, list, remove, time: () => now };

  async function find(path: string): Promise<StoredFile | null> {
    const response = await client.send({ method: 'GET', path: toKey(path) });
    const { status, headers, bytes } = response;
    now = toSeconds(headers.get('date'));
    if (status === 404 && codeOf(response) !== ' NoSuchBucket') return null;
    if (status !== 200) throw explainResponse(response, `Reading ${path}`);
    return toFound(response, bytes, 'last-modified');
  }

  async function write(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    before?: StoredFile | null,
  ): Promise<StoredFile | null> {
    if (before === undefined) return toFound(await putObject(client, toKey(path), bytes), bytes, 'date');
    for (const condition of toConditions(before)) {
      if (condition === null && !isSame(await find(path), before)) return null;
      const response = await put(client, toKey(path), bytes, { headers: condition ?? {}, findError });
      // Swift says that its empty responses are HTML.
      if (condition !== null && isPage(response)) throw notAStore();
      if (response.status < 300 && condition !== null) return toFound(response, bytes, 'date');
      if (before === null && condition !== null && isRefused(response)) throw new NoConditions();
      // Also after a response that was lost: the second try then finds what the first one wrote.
      const found = response.status < 300 || isHeld(response) ? await find(path) : null;
      if (found !== null && Buffer.from(bytes).equals(found.bytes)) return found;
      if (response.status === 412 && isSame(found, before)) refused++;
      else if (isHeld(response) || response.status < 300 || (response.status === 404 && before !== null)) return null;
      else throw explainResponse(response, path === lockPath ? 'Writing to the store' : `Writing ${path}`);
    }
    return null;
  }

  /** RFC 9110 has tags in quotation marks. Ceph, and stores made of it, compare those of PUT without: then no tag that it gave is right. */
  function toConditions(before: StoredFile | null): readonly (Record<string, string> | null)[] {
    if (conditions === 'none') return [null];
    if (before === null) return [{ 'If-None-Match': '*' }];
    const { version } = before;
    const forms = conditions === 'all' && version !== null ? [version, version.replaceAll('"', '')] : [];
    return [...forms.slice(refused).map((form) => ({ 'If-Match': form })), null];
  }

  async function list(): Promise<string[]> {
    return [];
  }

  /** Articles by themselves go last: a table of a page says which there are. */
  async function remove(paths: readonly string[], before?: StoredFile): Promise<{ files: number; bytes: number }> {
    const removed = { files: 0, bytes: 0 };
    const isArticle = (path: string): boolean => path.startsWith('articles/');
    const others = paths.filter((path) => !isArticle(path));
    for (const group of [others, paths.filter(isArticle)]) await inLanes(concurrency, group, removeOne);
    return removed;

    async function removeOne(path: string): Promise<void> {
      if (before !== undefined && !isSame(await find(path), before)) return;
      const response = await client.send({ method: 'DELETE', path: toKey(path) });
      if (response.status >= 300 && response.status !== 404) throw explainResponse(response, `Removing ${path}`);
      removed.files++;
      removed.bytes += stateOf(path)?.size ?? 0;
    }
  }
}

/** A store that does not obey conditional requests. */
export class NoConditions extends UsageError {
  constructor() {
    super(
      'This store does not obey conditional requests (If-None-Match, If-Match), so two commands that write at once do not notice each ' +
        'other. Nothing was changed. Make sure that no other galley push, rollback or prune runs, and add --no-lock.',
    );
  }
}

/**
 * Which conditional requests a store obeys, by what it does at a path where `bytes` are. Throws `NoConditions` where
 * it obeys none: it would have let in somebody else as well.
 */
export async function learnConditions(
  client: S3Client,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Conditions> {
  const tryPut = (headers: Record<string, string>): Promise<S3Response> => put(client, toKey(path), bytes, { headers });
  if ((await tryPut({ 'If-None-Match': '*' })).status < 300) throw new NoConditions();
  return isHeld(await tryPut({ 'If-Match': '"00000000000000000000000000000000"' })) ? 'all' : 'absent';
}

/** Writes an object, whatever is there. Throws `UsageError` where the store refuses. */
export async function putObject(client: S3Client, path: string, body: Uint8Array<ArrayBuffer>): Promise<S3Response> {
  const response = await put(client, path, body);
  if (response.status >= 300) throw explainResponse(response, `Writing ${path}`);
  return response;
}

function put(
  client: S3Client,
  path: string,
  body: Uint8Array<ArrayBuffer>,
  { headers, findError }: Pick<S3Request, 'headers' | 'findError'> = {},
): Promise<S3Response> {
  const all = { 'Content-Type': mediaType(path), 'Cache-Control': 'private, no-cache', ...headers };
  const extraTime = Math.ceil(body.length / slowest);
  return client.send({ method: 'PUT', path, headers: all, body, extraTime, ...(findError && { findError }) });
}

/** Of what a release has beside media. */
const others: ReadonlyMap<string, string> = new Map([
  ['gz', 'application/gzip'],
  ['html', 'text/html;charset=utf-8'],
  ['json', 'application/json'],
  ['lock', 'application/json'],
  ['md', 'text/markdown;charset=utf-8'],
  ['txt', 'text/plain;charset=utf-8'],
]);

/** For people who read a store: what serves it has types of its own. */
function mediaType(path: string): string {
  return others.get(extname(path).slice(1).toLowerCase()) ?? assetTypeOf(path);
}

function toFound({ headers }: S3Response, bytes: Uint8Array, writtenIn: 'date' | 'last-modified'): StoredFile {
  return { bytes, written: toSeconds(headers.get(writtenIn)), version: headers.get('etag') };
}

function toKey(path: string): string {
  return path.startsWith(assetFolder) ? path : releaseFolder + path;
}

/** NaN where the store does not say. */
function toSeconds(date: string | null): number {
  return Math.floor(Date.parse(date ?? '') / 1000);
}

/** Amazon sends this where two such requests meet: the next try finds out who was first. */
function findError({ status }: S3Response): string | null {
  return status === 409 ? 'the store gave status 409, because of another request at the same time' : null;
}

function isHeld({ status }: S3Response): boolean {
  return status === 412 || status === 409;
}

function isRefused({ status }: S3Response): boolean {
  return status === 501 || status === 400;
}

function isSame(a: StoredFile | null, b: StoredFile | null): boolean {
  return a === null || b === null ? a === b : Buffer.from(a.bytes).equals(b.bytes);
}
