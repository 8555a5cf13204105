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
import { refuseOtherKind } from '../disk/current-index.ts';
import { type Entered, type EnterOptions, enterRelease } from '../ledger/activate-release.ts';
import { type OpenLedger, openLedger } from '../ledger/open-ledger.ts';
import { articlesOf } from '../ledger/release-files.ts';
import { releaseStore } from '../store/disk-store.ts';
import type { FileState } from '../store/file-store.ts';
import { type Conditions, openS3Store, type S3Store } from '../store/s3-store.ts';
import { type LocalFiles, localFiles } from './local-files.ts';
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

export interface Pushed extends Pick<Entered, 'changes' | 'notes' | 'removed'> {
  release: string;
  /** The one that was current before; null where none was. */
  before: string | null;
  articles: number;
  uploaded: { files: number; bytes: number };
  /** Files that were there already. */
  reused: number;
}

/**
 * Publishes the current release of `out` in a store: uploads only what is not there, what is named before what names
 * it, then the ledger, the pointer last. Then removes what no kept release of the store needs. Whoever dies within it
 * has changed nothing that is served. Throws `UsageError` where the store refuses, or somebody else publishes.
 */
export async function pushRelease(
  client: S3Client,
  conditions: Conditions,
  { out, prefix, isAgain, maxRemoved, signal, onProgress, clock, keep }: PushOptions,
): Promise<Pushed> {
  const local = releaseStore(join(out, 'api', 'v1'), false);
  const files = await localFiles(out, local);
  const listed = await openS3Store(client, prefix, conditions, true);
  const store: S3Store = {
    ...listed,
    // What is named by its content is the same where it was built.
    async read(path, start, end) {
      return (isNamed(path) ? await local.read(path, start, end) : null) ?? listed.read(path, start, end);
    },
  };
  const ledger = await openLedger(store);
  const { files: there } = ledger.current;
  if (there) refuseOtherKind('the store', there.settings, files.release.settings?.drafts);
  const objects = isAgain ? new Map<string, FileState>() : store.objects;
  const articles = isAgain ? [...files.articles.values()].flat() : await findMissing(store, files, ledger);
  const ends = { client, local, out };
  const pages = await toUploads(ends, '', files.pages, store.objects);
  const uploads = [
    // One that is short or damaged there, servers give from its page.
    await toUploads(ends, releaseFolder, articles, new Map()),
    [
      ...(await toUploads(ends, releaseFolder, files.data, objects)),
      ...(await toUploads(ends, '', files.media, objects)),
    ],
    await toUploads(ends, releaseFolder, [indexPath(files.release.release)], objects),
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
  const { release, articles: count } = files.release;
  const bytes = files.paths.reduce((sum, path) => sum + (local.stateOf(path)?.size ?? 0), 0);
  const isCurrent = ledger.current.release === release;
  const entering = { clock, keep, isKnown: false, listsArticles: false, isCurrent, checkChanges };
  const { changes, notes, removed } = await enterRelease(store, { release, articles: count, bytes }, ledger, entering);
  const reused = files.paths.length + files.media.length + files.pages.length - uploaded.files;
  return { release, before: ledger.current.release, articles: count, uploaded, reused, removed, changes, notes };

  async function checkChanges(changes: Changes | null): Promise<void> {
    const loss = checkRemoved(changes, maxRemoved);
    if (loss !== null) throw new UsageError(loss);
    // They change what is served, though not what needs a key: as late as can be.
    await uploadFiles(client, [pages], signal, onDone);
    signal.throwIfAborted();
  }
}

/** Whether a file is named by its content, so that its size shows whether it is whole. */
const isNamed = (path: string): boolean => /(?<=[./])[0-9a-f]{32}\./.test(path);

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
async function findMissing(store: S3Store, { articles }: LocalFiles, { current }: OpenLedger): Promise<string[]> {
  const isThere = (page: string): boolean => store.objects.has(releaseFolder + pagePath(page));
  const own = [...articles].filter(([page]) => !isThere(page));
  const there = new Set<string>();
  const currentPages = current.files?.pages.map(({ name }) => name) ?? [];
  const pages = currentPages.filter((page) => own.length > 0 && !articles.has(page) && isThere(page));
  await inLanes(concurrency, pages, async (page) => {
    try {
      for (const path of articlesOf(await readTable(store, page))) there.add(path);
    } catch (error) {
      // Those of a damaged table are taken not to be there.
      if (!isBroken(error)) throw error;
    }
  });
  return own.flatMap(([, paths]) => paths.filter((path) => !there.has(path)));
}

/** An upload for each file that is not `there`, by its path below `out`. */
async function toUploads(
  { client, local, out }: { client: S3Client; local: Storage; out: string },
  folder: string,
  paths: readonly string[],
  there: ReadonlyMap<string, FileState>,
): Promise<Upload[]> {
  const uploads = await Promise.all(paths.map(toUpload));
  return uploads.filter((upload) => upload !== null);

  async function toUpload(path: string): Promise<Upload | null> {
    const file = join(out, folder, path);
    const known = there.get(folder + path);
    const { size } = await stat(file);
    if (known?.size === size && (isNamed(path) || (await isSame(folder + path, known, await readFile(file)))))
      return null;
    return { path: folder + path, size, read };

    async function read(): Promise<Uint8Array<ArrayBuffer>> {
      const bytes = await readFile(file);
      const own = { read: (other: string) => (other === path ? bytes : local.read(other)) };
      if (folder === releaseFolder) await verifyFile(own, path);
      else refuseDamaged(path, bytes);
      return bytes;
    }
  }

  /** A store may have tags of its own. */
  async function isSame(key: string, { version }: FileState, bytes: Buffer): Promise<boolean> {
    return version === tagOf(bytes) || bytes.equals((await readerOf(client).read(key)) ?? Buffer.of());
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
