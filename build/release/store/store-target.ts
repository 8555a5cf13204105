import { assetFolder } from '../../../src/core/asset-name.ts';
import { pointerPath, releaseFolder } from '../../../src/core/format.ts';
import { type LedgerEntry, ledgerPath } from '../../../src/core/ledger.ts';
import { below, type Storage } from '../../../src/core/storage.ts';
import { codeOf, type S3Client, type S3Response } from '../../../src/storage/s3/s3-client.ts';
import { readerOf } from '../../../src/storage/s3.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { inLanes } from '../../package/in-lanes.ts';
import { type FileState, type StorageTarget, toLedgerText, toPointerText } from '../ledger/storage-target.ts';
import type { StoreLock } from './store-lock.ts';
import { explainResponse, listObjects, type ObjectState } from './store-responses.ts';

/** Files that are removed at the same time: fewer than a client sends, so that it never refuses one for want of time. */
const concurrency = 16;

/** Whether a file is named by its content, so that its size shows whether it is whole. */
export const isNamed = (path: string): boolean => /(?<=[./])[0-9a-f]{32}\./.test(path);

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-cache' };

/** A file that is written again, as it was found or written last. */
interface Rewritten {
  bytes: Uint8Array<ArrayBuffer> | null;
  tag: string | null;
  /** When, in seconds. */
  written: number;
}

/** A release in an object store, as it was when this was called, except what it writes itself. */
export interface StoreTarget extends StorageTarget {
  /** By their paths below the prefix. Articles by themselves are among them once `list` was called that has them. */
  objects: ReadonlyMap<string, ObjectState>;
}

/**
 * Opens the release of a store for reading, and for writing by who has `lock`. Ledger and pointer are written only
 * where nobody has written them since: by conditional requests, or where the store has none by looking just before.
 * What is named by its content is read from `local`, where that has it; then articles by themselves are not listed at
 * all, since the tables of their page files, which are written after them and removed before, name them.
 */
export async function openStoreTarget(
  client: S3Client,
  prefix: string,
  lock: StoreLock | null,
  local: Storage | null = null,
): Promise<StoreTarget> {
  // First: whoever moves them from now on is noticed.
  const rewritten = new Map([
    [ledgerPath, await fetch(ledgerPath)],
    [pointerPath, await fetch(pointerPath)],
  ]);
  // What is behind the articles by themselves: 0 comes after the slash.
  const folder = local === null ? releaseFolder : '';
  const objects = await listObjects(client, prefix, folder, `${releaseFolder}articles0`);
  const storage = below(readerOf(client), releaseFolder);
  // Forms of the right tag that the store took for a wrong one.
  let refused = 0;
  // Indexes and tables, which several steps need.
  const isShared = (path: string): boolean => /^index\.|\.(?:table|views)$/.test(path);
  const read = new Map<string, Promise<Uint8Array | null>>();
  return {
    objects,
    storage: {
      read(path, start = 0, end) {
        const known = rewritten.get(path);
        if (known === undefined) return readEither(path, start, end);
        return known.bytes !== null && (end ?? 0) <= known.bytes.length ? known.bytes.subarray(start, end) : null;
      },
    },
    stateOf,
    async list() {
      for (const more of local === null ? [`${releaseFolder}articles/`, assetFolder] : []) {
        for (const [path, state] of await listObjects(client, prefix, more)) objects.set(path, state);
      }
      return [...listed(releaseFolder), ...listed(assetFolder)];
    },
    listsArticles: local === null,
    listDeltas: async () => listed(`${releaseFolder}changes/`),
    remove,
    async writeDelta(path, body) {
      lock?.check();
      const response = await client.send({ method: 'PUT', path: releaseFolder + path, headers: jsonHeaders, body });
      if (response.status >= 300) throw explainResponse(response, `Writing ${path}`);
    },
    writeLedger: (entries: readonly LedgerEntry[]) => rewrite(ledgerPath, toLedgerText(entries)),
    writePointer: (release) => rewrite(pointerPath, toPointerText(release)),
  };

  function listed(folder: string): string[] {
    const keys = [...objects.keys()].filter((key) => key.startsWith(folder));
    return keys.map((key) => (key.startsWith(assetFolder) ? key : key.slice(releaseFolder.length)));
  }

  async function readEither(path: string, start: number, end: number | undefined): Promise<Uint8Array | null> {
    const own = local !== null && isNamed(path) ? await local.read(path, start, end) : null;
    if (own !== null || start > 0 || end !== undefined || !isShared(path)) return own ?? storage.read(path, start, end);
    const known = read.get(path) ?? Promise.resolve(storage.read(path));
    read.set(path, known);
    return known;
  }

  function stateOf(path: string): FileState | null {
    const known = rewritten.get(path);
    if (known === undefined) return objects.get(releaseFolder + path) ?? null;
    return known.bytes && { size: known.bytes.length, written: known.written };
  }

  async function fetch(path: string): Promise<Rewritten> {
    const response = await client.send({ method: 'GET', path: releaseFolder + path });
    if (response.status === 404 && codeOf(response) !== ' NoSuchBucket') return { bytes: null, tag: null, written: 0 };
    if (response.status !== 200) throw explainResponse(response, `Reading ${path}`);
    return toRewritten(response, response.bytes, 'last-modified');
  }

  async function rewrite(path: string, text: string): Promise<void> {
    lock?.check();
    const before = rewritten.get(path) ?? (await fetch(path));
    const body = new TextEncoder().encode(text);
    const conditions = lock?.toConditions(before.tag) ?? [null];
    for (const condition of before.tag === null ? conditions : conditions.slice(refused)) {
      if (condition === null && !isSame((await fetch(path)).bytes, before.bytes)) throw moved(path);
      const headers = { ...jsonHeaders, ...condition };
      const response = await client.send({ method: 'PUT', path: releaseFolder + path, headers, body, findError });
      const isKnown = response.status < 300 && response.headers.has('etag') && condition !== null;
      // Also after a response that was lost: the second try then finds what the first one wrote.
      const found = isKnown ? toRewritten(response, body, 'date') : await fetch(path);
      if (isSame(found.bytes, body)) {
        rewritten.set(path, found);
        return;
      }
      if (response.status === 412 && isSame(found.bytes, before.bytes)) {
        refused++;
        continue;
      }
      if (response.status === 412 || response.status === 404 || response.status < 300) throw moved(path);
      throw explainResponse(response, `Writing ${path}`);
    }
    throw moved(path);
  }

  async function remove(paths: readonly string[]): Promise<{ files: number; bytes: number }> {
    const removed = { files: 0, bytes: 0 };
    const isArticle = (path: string): boolean => path.startsWith('articles/');
    const others = paths.filter((path) => !isArticle(path));
    for (const group of [others, paths.filter(isArticle)]) await inLanes(concurrency, group, removeOne);
    return removed;

    async function removeOne(path: string): Promise<void> {
      lock?.check();
      const response = await client.send({ method: 'DELETE', path: toKey(path) });
      if (response.status >= 300 && response.status !== 404) throw explainResponse(response, `Removing ${path}`);
      removed.files++;
      removed.bytes += objects.get(toKey(path))?.size ?? 0;
    }
  }
}

function toRewritten({ headers }: S3Response, bytes: Rewritten['bytes'], writtenIn: string): Rewritten {
  const written = Math.floor(Date.parse(headers.get(writtenIn) ?? '') / 1000) || 0;
  return { bytes, tag: headers.get('etag'), written };
}

function toKey(path: string): string {
  return path.startsWith(assetFolder) ? path : releaseFolder + path;
}

/** Amazon sends this where two such requests meet: the next try finds out who was first. */
function findError({ status }: S3Response): string | null {
  return status === 409 ? 'the store gave status 409, because of another request at the same time' : null;
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.from(a).equals(b);
}

function moved(path: string): UsageError {
  return new UsageError(
    `Another command changed ${path}, so this one stopped. Readers get what the other one published. Run galley releases to see it, ` +
      'then run this command again if you still want it.',
  );
}
