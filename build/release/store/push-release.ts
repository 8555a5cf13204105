import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { checksumOfAsset } from '../../../src/core/asset-name.ts';
import { DamagedFile, isBroken } from '../../../src/core/file-errors.ts';
import { indexPath, pagePath, releaseFolder } from '../../../src/core/format.ts';
import { readTable } from '../../../src/core/page-table.ts';
import { below, type Storage } from '../../../src/core/storage.ts';
import type { S3Client } from '../../../src/storage/s3/s3-client.ts';
import { readerOf } from '../../../src/storage/s3.ts';
import { verifyFile } from '../../../src/storage/verify-file.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { inLanes } from '../../package/in-lanes.ts';
import type { Changes } from '../changes/changes.ts';
import { checkRemoved, type MaxRemoved } from '../changes/check-removed.ts';
import { summarise } from '../changes/compare-releases.ts';
import { diskTarget } from '../disk/disk-target.ts';
import { type EnterOptions, enterRelease, findChanges } from '../ledger/activate-release.ts';
import { type OpenLedger, openLedger } from '../ledger/open-ledger.ts';
import { articlesOf } from '../ledger/release-files.ts';
import { type LocalFiles, localFiles } from './local-files.ts';
import type { StoreLock } from './store-lock.ts';
import type { ObjectState } from './store-responses.ts';
import { isNamed, openStoreTarget, type StoreTarget } from './store-target.ts';
import { tagOf, type Upload, uploadFiles } from './upload-files.ts';

export interface PushOptions extends Pick<EnterOptions, 'clock' | 'keep'> {
  /** The folder that `galley build` wrote. */
  out: string;
  /** Below which the folder lies in the bucket: '' or with a slash at its end. */
  prefix: string;
  /** Whether files are uploaded that the store has already: they may be damaged there. */
  isAgain: boolean;
  /** How many articles it may take from readers. */
  maxRemoved: MaxRemoved;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

export interface Pushed {
  release: string;
  /** The one that was current before; null where none was. */
  before: string | null;
  articles: number;
  uploaded: { files: number; bytes: number };
  /** Files that were there already. */
  reused: number;
  removed: { files: number; bytes: number };
  /** What it changes for readers; null where the release before is the same, or cannot be read. */
  changes: Changes | null;
  notes: string[];
}

/**
 * Publishes the current release of `out` in a store: uploads only what is not there, what is named before what names
 * it, then the ledger, the pointer last. Then removes what no kept release of the store needs. Whoever dies within it
 * has changed nothing that is served. Throws `UsageError` where the store refuses, or somebody else publishes.
 */
export async function pushRelease(
  client: S3Client,
  lock: StoreLock | null,
  { out, prefix, isAgain, maxRemoved, signal, onProgress, clock, keep }: PushOptions,
): Promise<Pushed> {
  const local = diskTarget(join(out, 'api', 'v1'), false);
  const files = await localFiles(out, local);
  const target = await openStoreTarget(client, prefix, lock, local.storage);
  const ledger = await openLedger(target);
  const objects = isAgain ? new Map<string, ObjectState>() : target.objects;
  const articles = isAgain ? [...files.articles.values()].flat() : await findMissing(target, files, ledger);
  const pages = await findPages(client, out, files.pages, target.objects);
  const uploads = [
    // One that is short or damaged there, servers give from its page.
    await toUploads(local.storage, out, releaseFolder, articles, new Map()),
    [
      ...(await toUploads(local.storage, out, releaseFolder, files.data, objects)),
      ...(await toUploads(local.storage, out, '', files.media, objects)),
    ],
    await toUploads(local.storage, out, releaseFolder, [indexPath(files.release.release)], objects),
  ];
  const total = uploads.flat().length + pages.length;
  const uploaded = { files: 0, bytes: 0 };
  const onDone = (bytes: number): void => {
    uploaded.files++;
    uploaded.bytes += bytes;
    onProgress(uploaded.files, total);
  };
  await uploadFiles(client, uploads, signal, onDone);
  if (uploads[2]?.length === 0) await verifyIndex(client, files.release.release);
  const { changes, differing } = await findChanges(target.storage, ledger, files.release.release, clock());
  const loss = checkRemoved(changes, maxRemoved);
  if (loss !== null) throw new UsageError(loss);
  // They change what is served, though not what needs a key: as late as can be.
  await uploadFiles(client, [pages], signal, onDone);
  lock?.check();
  signal.throwIfAborted();
  const { release, articles: count } = files.release;
  const bytes = files.paths.reduce((sum, path) => sum + (local.stateOf(path)?.size ?? 0), 0);
  const own = { release, articles: count, bytes, differing, ...summarise(changes) };
  const isCurrent = ledger.current.release === release;
  const { notes, removed } = await enterRelease(target, own, ledger, { clock, keep, isKnown: false, isCurrent });
  const reused = files.paths.length + files.media.length + files.pages.length - uploaded.files;
  return { release, before: ledger.current.release, articles: count, uploaded, reused, removed, changes, notes };
}

/** Tables that are read at the same time. */
const concurrency = 16;

/** The index that is there already. Throws `UsageError` where it is damaged. */
async function verifyIndex(client: S3Client, release: string): Promise<void> {
  await verifyFile(below(readerOf(client), releaseFolder), indexPath(release)).catch((error) => {
    if (!(error instanceof DamagedFile)) throw error;
    throw new UsageError(`${error.message}. Nothing was changed for readers. Add --force, which uploads every file.`);
  });
}

/**
 * Articles by themselves that a store may lack. Page files are written after theirs and removed before, so those of a
 * page file that is there are there as well; of others, those that the current release has elsewhere.
 */
async function findMissing(
  { storage, objects }: StoreTarget,
  { articles }: LocalFiles,
  { current }: OpenLedger,
): Promise<string[]> {
  const isThere = (page: string): boolean => objects.has(releaseFolder + pagePath(page));
  const own = [...articles].filter(([page]) => !isThere(page));
  const there = new Set<string>();
  const pages = current.pages.filter((page) => own.length > 0 && !articles.has(page) && isThere(page));
  await inLanes(concurrency, pages, async (page) => {
    try {
      for (const path of articlesOf(await readTable(storage, page))) there.add(path);
    } catch (error) {
      // Those of a damaged table are taken not to be there.
      if (!isBroken(error)) throw error;
    }
  });
  return own.flatMap(([, paths]) => paths.filter((path) => !there.has(path)));
}

/** An upload for each file that is not `there`, by its path below `out`. */
async function toUploads(
  storage: Storage,
  out: string,
  folder: string,
  paths: readonly string[],
  there: ReadonlyMap<string, ObjectState>,
): Promise<Upload[]> {
  const uploads = await Promise.all(paths.map(toUpload));
  return uploads.filter((upload) => upload !== null);

  async function toUpload(path: string): Promise<Upload | null> {
    const file = join(out, folder, path);
    const known = there.get(folder + path);
    const { size } = await stat(file);
    if (known?.size === size && (isNamed(path) || known.tag === tagOf(await readFile(file)))) return null;
    return { path: folder + path, size, read };

    async function read(): Promise<Uint8Array<ArrayBuffer>> {
      const bytes = await readFile(file);
      const own = { read: (other: string) => (other === path ? bytes : storage.read(other)) };
      if (folder === releaseFolder) await verifyFile(own, path);
      else refuseDamaged(path, bytes);
      return bytes;
    }
  }
}

/** By the CRC-32 in the name of an asset; its compressed form has that of the original. */
function refuseDamaged(path: string, bytes: Uint8Array): void {
  const wanted = checksumOfAsset(path);
  if (wanted === null || wanted.isGzip || crc32(bytes) === wanted.crc) return;
  throw new UsageError(
    `${path} is damaged: its content does not match its name. Run galley build, which writes it again.`,
  );
}

/** Pages that a store has otherwise, or not at all. A store may have tags of its own. */
async function findPages(
  client: S3Client,
  out: string,
  names: readonly string[],
  objects: ReadonlyMap<string, ObjectState>,
): Promise<Upload[]> {
  const storage = readerOf(client);
  const found = names.map(async (path) => {
    const bytes = await readFile(join(out, path));
    const known = objects.get(path);
    const isSame = known?.size === bytes.length && (known.tag === tagOf(bytes) || (await isThere(path, bytes)));
    return isSame ? null : { path, size: bytes.length, read: async () => bytes };
  });
  return (await Promise.all(found)).filter((upload) => upload !== null);

  async function isThere(path: string, bytes: Buffer): Promise<boolean> {
    const found = await storage.read(path);
    return found !== null && bytes.equals(found);
  }
}
