import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { assetFolder, checksumOfAsset } from '../../../src/core/asset-name.ts';
import { DamagedFile } from '../../../src/core/file-errors.ts';
import { indexPath, releaseFolder } from '../../../src/core/format.ts';
import type { Storage } from '../../../src/core/storage.ts';
import type { S3Client } from '../../../src/storage/s3/s3-client.ts';
import { readerOf } from '../../../src/storage/s3.ts';
import { verifyFile } from '../../../src/storage/verify-file.ts';
import { UsageError } from '../../../src/usage-error.ts';
import type { Changes } from '../changes/changes.ts';
import { summarise } from '../changes/compare-releases.ts';
import { diskTarget } from '../disk/disk-target.ts';
import { type EnterOptions, enterRelease, findChanges } from '../ledger/activate-release.ts';
import { type OpenLedger, openLedger } from '../ledger/open-ledger.ts';
import { type LocalFiles, localFiles } from './local-files.ts';
import type { StoreLock } from './store-lock.ts';
import { listObjects, type ObjectState } from './store-responses.ts';
import { openStoreTarget, type StoreTarget } from './store-target.ts';
import { tagOf, type Upload, uploadFiles } from './upload-files.ts';

export interface PushOptions extends Pick<EnterOptions, 'clock' | 'keep'> {
  /** The folder that `galley build` wrote. */
  out: string;
  /** Below which the folder lies in the bucket: '' or with a slash at its end. */
  prefix: string;
  /** Whether files are uploaded that the store has already: they may be damaged there. */
  isAgain: boolean;
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

/** A file that is named by its content, so that its size shows whether it is whole. */
const isNamed = (path: string): boolean => /(?<=[./])[0-9a-f]{32}\./.test(path);

/**
 * Publishes the current release of `out` in a store: uploads only what is not there, what is named before what names it, then the
 * ledger, the pointer last. Then removes what no kept release of the store needs. Whoever dies within it has changed nothing
 * that is served. Throws `UsageError` where the store refuses, or somebody else publishes.
 */
export async function pushRelease(
  client: S3Client,
  lock: StoreLock | null,
  { out, prefix, isAgain, signal, onProgress, clock, keep }: PushOptions,
): Promise<Pushed> {
  const local = diskTarget(join(out, 'api', 'v1'), false);
  const files = await localFiles(out, local);
  const target = await openStoreTarget(client, prefix, lock);
  const ledger = await openLedger(target);
  const media = await listObjects(client, `${prefix}${assetFolder}`);
  const pages = await findPages(client, out, files.pages);
  const data = [
    ...toUploads(local.storage, out, releaseFolder, files.paths, isAgain ? new Map() : target.objects),
    ...toUploads(local.storage, out, assetFolder, files.media, isAgain ? new Map() : media),
  ];
  const uploads = await Promise.all(data);
  const wanted = uploads.filter((upload) => upload !== null);
  const total = wanted.length + pages.length;
  const uploaded = { files: 0, bytes: 0 };
  const onDone = (bytes: number): void => {
    uploaded.files++;
    uploaded.bytes += bytes;
    onProgress(uploaded.files, total);
  };
  await uploadFiles(client, [wanted.filter(isData), wanted.filter((file) => !isData(file))], signal, onDone);
  if (wanted.length > 0) await verifyAll(client, prefix, out, files);
  const changes = await compare(target, ledger, files);
  // They change what is served, though not what needs a key: as late as can be.
  await uploadFiles(client, [pages, []], signal, onDone);
  lock?.check();
  signal.throwIfAborted();
  const { release, articles } = files.release;
  const bytes = files.paths.reduce((sum, path) => sum + (local.stateOf(path)?.size ?? 0), 0);
  const own = { release, articles, bytes, ...summarise(changes) };
  const isCurrent = ledger.current.release === release;
  const { notes, removed } = await enterRelease(target, own, ledger, { clock, keep, isKnown: false, isCurrent });
  const reused = files.paths.length + files.media.length + files.pages.length - uploaded.files;
  return { release, before: ledger.current.release, articles, uploaded, reused, removed, changes, notes };

  async function compare(target: StoreTarget, ledger: OpenLedger, { release }: LocalFiles): Promise<Changes | null> {
    await verifyFile({ read: (path) => target.storage.read(path) }, indexPath(release.release)).catch((error) => {
      if (!(error instanceof DamagedFile)) throw error;
      throw new UsageError(`${error.message}. Nothing was changed for readers. Add --force, which uploads every file.`);
    });
    return findChanges({ read: readEither }, ledger, release.release, clock());

    /** What is here need not come through the network. */
    async function readEither(path: string, start?: number, end?: number): Promise<Uint8Array | null> {
      return (await local.storage.read(path, start, end)) ?? target.storage.read(path, start, end);
    }
  }
}

/** Those that name no others may come in any order. */
function isData({ path }: Upload): boolean {
  return !/^api\/v1\/index\./.test(path);
}

/** An upload for each file that a store does not have, null for others. */
function toUploads(
  storage: Storage,
  out: string,
  folder: string,
  paths: readonly string[],
  there: ReadonlyMap<string, ObjectState>,
): Promise<Upload | null>[] {
  return paths.map(async (path) => {
    const file = join(out, folder, path);
    const known = there.get(path);
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
  });
}

/** By the CRC-32 in the name of an asset; its compressed form has that of the original. */
function refuseDamaged(path: string, bytes: Uint8Array): void {
  const wanted = checksumOfAsset(path);
  if (wanted === null || wanted.isGzip || crc32(bytes) === wanted.crc) return;
  throw new UsageError(
    `media/${path} is damaged: its content does not match its name. Run galley build, which writes it again.`,
  );
}

/** Pages that a store has otherwise, or not at all. */
async function findPages(client: S3Client, out: string, names: readonly string[]): Promise<Upload[]> {
  const storage = readerOf(client);
  const found = names.map(async (path) => {
    const bytes = await readFile(join(out, path));
    const there = await storage.read(path);
    if (there !== null && bytes.equals(there)) return null;
    return { path, size: bytes.length, read: async () => bytes };
  });
  return (await Promise.all(found)).filter((upload) => upload !== null);
}

/** Asks the store for all files once more, before readers need them. */
async function verifyAll(client: S3Client, prefix: string, out: string, { paths, media }: LocalFiles): Promise<void> {
  const { size } = readerOf(client);
  for (const [folder, names] of [
    [releaseFolder, paths],
    [assetFolder, media],
  ] as const) {
    const there = await listObjects(client, prefix + folder);
    for (const name of names) {
      const expected = (await stat(join(out, folder, name))).size;
      // A list may lag behind.
      const found = there.get(name)?.size === expected ? expected : await size(folder + name);
      if (found === expected) continue;
      throw new UsageError(
        `The store has ${found ?? 'no'} bytes of ${folder}${name}, which has ${expected}. Nothing was changed for readers. Push again.`,
      );
    }
  }
}
