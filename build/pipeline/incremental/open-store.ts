import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { packageFolder } from '../../package/package.ts';
import { withLock } from '../../release/disk/with-lock.ts';
import { type ArticlesLog, DamagedStore, openLog } from './articles-log.ts';
import { type FileRecord, moveArticle } from './file-record.ts';
import { type Block, emptyManifest, type LogFile, type Manifest, readManifest, writeManifest } from './manifest.ts';

/** What earlier builds left, and where this one leaves what it made. */
export interface Store {
  manifest: Manifest;
  log: ArticlesLog;
  /** A time in milliseconds, by the clock of the disk, that all reading follows. */
  since: number;
  /** Leaves a manifest to the next build; the articles of its records are in the log. */
  save(manifest: Manifest): void;
}

type Work<T> = (store: Store) => Promise<T>;

/** The file that says what the log holds. */
const manifestName = 'manifest.jsonl';

/**
 * Runs `work` with the store in `folder`, if it was made with the same `key`, else with an empty one. A damaged store
 * is made empty. Where another build uses it, or it cannot be written, a temporary one takes its place. It holds
 * drafts, so it is its owner's alone.
 */
export async function withStore<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  let isOurs = false;
  try {
    makeOwn(folder);
    return await withLock(join(folder, 'lock'), `using ${folder}`, 0, () => {
      isOurs = true;
      return useAgain(folder, key, work);
    });
  } catch (error) {
    if (isOurs && !(error instanceof DamagedStore)) throw error;
  }
  const temporary = await mkdtemp(join(tmpdir(), 'galley-'));
  try {
    return await use(temporary, key, work);
  } catch (error) {
    throw error instanceof DamagedStore ? error.cause : error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Makes a folder that only its owner can enter; the folders above it are as others make them. */
function makeOwn(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

async function useAgain<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  try {
    return await use(folder, key, work);
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error;
    await rm(join(folder, manifestName), { force: true });
    return use(folder, key, work);
  }
}

async function use<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  const found = readManifest(join(folder, manifestName), key);
  const { since, descriptor, name, isNew } = open(folder, found?.log ?? null);
  const known = isNew ? null : found;
  const log = openLog(descriptor);
  try {
    return await work({
      manifest: known?.manifest ?? emptyManifest,
      log,
      since,
      save(manifest) {
        const size = Number(log.size[0]);
        if (known !== null && size === known.log.size && isSame(manifest, known.manifest)) return;
        saveStore(folder, { key, log: descriptor, name, size }, manifest, known?.blocks ?? []);
      },
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Opens the log that is named, or where it is not whole a new one. */
function open(
  folder: string,
  known: LogFile | null,
): { since: number; descriptor: number; name: string; isNew: boolean } {
  try {
    const stamp = join(folder, 'stamp');
    writeFileSync(stamp, '.', ownerOnly);
    const since = statSync(stamp).mtimeMs;
    const size = known === null ? null : statSync(join(folder, known.name), { throwIfNoEntry: false })?.size;
    if (known !== null && size !== undefined && size !== null && size >= known.size) {
      return { since, descriptor: openSync(join(folder, known.name), 'r+'), name: known.name, isNew: false };
    }
    const name = nextLog(known?.name);
    return { since, descriptor: openSync(join(folder, name), 'w+', ownerOnly.mode), name, isNew: true };
  } catch (cause) {
    throw new DamagedStore(`The store in ${folder} cannot be written.`, { cause });
  }
}

/** The log is compacted once the bytes that nothing refers to exceed the others by this many. */
const maxDeadBytes = 8 * 1024 * 1024;

/** Files of the store hold drafts. */
const ownerOnly = { mode: 0o600 };

interface SaveOptions {
  key: string;
  /** Descriptor, name and bytes of the log. */
  log: number;
  name: string;
  size: number;
}

function isSame({ records, ...manifest }: Manifest, { records: others, ...other }: Manifest): boolean {
  const isUnchanged = records.length === others.length && records.every((record, i) => record === others[i]);
  return isUnchanged && isDeepStrictEqual(manifest, other);
}

/** Writes the manifest of a build, whole or not at all. What cannot be written is skipped: the store only spares work. */
function saveStore(folder: string, options: SaveOptions, manifest: Manifest, before: readonly Block[]): void {
  const draft = join(folder, `${manifestName}.draft`);
  try {
    const { records, name, size } = compact(folder, options, manifest.records);
    const descriptor = openSync(draft, 'w', ownerOnly.mode);
    try {
      for (const { line } of writeManifest({ ...manifest, records }, options.key, { name, size }, before))
        writeSync(descriptor, line);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, join(folder, manifestName));
    for (const other of readdirSync(folder)) {
      if (other.endsWith('.log') && other !== name) rmSync(join(folder, other), { force: true });
    }
  } catch {
    rmSync(draft, { force: true });
  }
}

/** Copies the articles of these records into a new log, where too many others lie between them. */
function compact(
  folder: string,
  { log, name, size }: SaveOptions,
  records: readonly FileRecord[],
): { records: FileRecord[]; name: string; size: number } {
  const live = records.reduce((sum, record) => sum + sizeOf(record), 0);
  if (size <= 2 * live + maxDeadBytes) return { records: [...records], name, size };
  const next = nextLog(name);
  const target = openSync(join(folder, next), 'w', ownerOnly.mode);
  let at = 0;
  try {
    const moved = records.map((record) => {
      const article = record.body?.article;
      if (!record.body || !article) return record;
      const bytes = Buffer.allocUnsafe(sizeOf(record));
      const [from] = article.ref;
      readSync(log, bytes, 0, bytes.length, from);
      writeSync(target, bytes);
      const body = moveArticle(record.body, at - from);
      at += bytes.length;
      return { ...record, body };
    });
    return { records: moved, name: next, size: at };
  } finally {
    closeSync(target);
  }
}

/** There are two names in turn, so that a build that dies leaves the log that the manifest names. */
function nextLog(name: string | undefined): string {
  return name === 'articles-0.log' ? 'articles-1.log' : 'articles-0.log';
}

function sizeOf({ body }: FileRecord): number {
  const [, headSize = 0, streamsSize = 0] = body?.article?.ref ?? [];
  return headSize + streamsSize;
}

/** What a cache is for: this code, this Node, which brings its zlib, and settings that show in articles. */
export function storeKey(settings: readonly unknown[]): string {
  const hash = createHash('sha256');
  // All code of this package and of others that it holds. Names of parts have a hash of what is in them.
  const code = join(packageFolder(), 'dist', 'build');
  const parts = readdirSync(code).filter((name) => name.startsWith('part-'));
  hash.update(parts.sort().join());
  return hash.update(JSON.stringify([process.version, process.arch, ...settings])).digest('hex');
}
