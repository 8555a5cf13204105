import { toAsciiJson } from '../../../src/core/encoding.ts';
import { deltaPath, deltaPrevious, type LedgerEntry } from '../../../src/core/ledger.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { hashBytes } from '../../source/hash-bytes.ts';
import type { Changes } from '../changes/changes.ts';
import { compareViews, summarise } from '../changes/compare-releases.ts';
import { type Differing, findDelta } from '../changes/find-delta.ts';
import { openReleaseView } from '../changes/release-view.ts';
import type { FileStore } from '../store/file-store.ts';
import { type Keep, keptEntries, mayLackKept, toKeptReleases } from './kept-entries.ts';
import { writeLedger, writePointer } from './ledger-files.ts';
import type { OpenLedger } from './open-ledger.ts';
import { everyFile, filesOfReleases, type Removed, removeUnused } from './remove-unused.ts';

export interface EnterOptions {
  /** Seconds since 1970-01-01T00:00:00Z, asked when the release becomes current. */
  clock(): number;
  keep: Keep;
  /** Whether the place holds no other files than those of this release and of the ledger's. */
  isKnown: boolean;
  /** Whether the store lists articles by themselves; else the tables of page files that are there name them. */
  listsArticles: boolean;
  /** Whether the pointer is as this release needs it. */
  isCurrent: boolean;
  /** Called before the release becomes current; throws where it must not. */
  checkChanges?: ((changes: Changes | null) => void | Promise<void>) | undefined;
}

/** A release that became current. */
export interface Entered {
  /** What it changes for readers; null where the release before is the same, or cannot be read. */
  changes: Changes | null;
  /** Sentences on what could not be read. */
  notes: string[];
  /** Whether no file of others is left. */
  isClean: boolean;
  removed: { files: number; bytes: number };
}

/**
 * Makes a release current whose files are all there: writes the ledger, then the pointer. Then removes the files of
 * releases that are not kept any more.
 */
export async function enterRelease(
  store: FileStore,
  own: Pick<LedgerEntry, 'release' | 'articles' | 'bytes'>,
  ledger: OpenLedger,
  options: EnterOptions,
): Promise<Entered> {
  const { clock, keep } = options;
  const { changes, differing } = await findChanges(store, ledger, own.release, clock());
  await options.checkChanges?.(changes);
  const { current, entries: before } = ledger;
  const since = current.release === own.release ? current.since : clock();
  const isLast = before.at(-1)?.release === own.release;
  const delta = isLast ? null : await writeDelta(store, differing, before);
  const entries = isLast ? before : [...before, { ...own, since, ...summarise(changes), delta }];
  const kept = keptEntries(entries, keep, clock());
  const isSame = ledger.isWritten && kept === before;
  if (!isSame) await writeLedger(store, ledger, kept);
  if (!options.isCurrent) await writePointer(store, ledger, own.release);
  if (!isSame) await removeDeltas(store, clock());
  const keepsOthers = mayLackKept(entries, keep, clock());
  const removed = await removeOthers(store, entries, kept, ledger, { ...options, keepsOthers });
  const { files, bytes, isClean } = removed ?? { files: 0, bytes: 0, isClean: false };
  return { changes, notes: toNotes(ledger, removed), isClean, removed: { files, bytes } };
}

/** Writes what an activation changes after those of `before`. Returns its name; null where it is unknown. */
export async function writeDelta(
  store: Pick<FileStore, 'write'>,
  differing: Differing | null,
  before: readonly LedgerEntry[],
): Promise<string | null> {
  if (differing === null) return null;
  const previous = before.slice(-deltaPrevious).map(({ release, since, delta }) => [release, since, delta] as const);
  const bytes = Buffer.from(toAsciiJson({ previous, ...differing }));
  const delta = hashBytes(bytes);
  await store.write(deltaPath(delta), bytes);
  return delta;
}

const deltaFolder = 'changes/';

/**
 * How long deltas are kept, in seconds, and how many: clients that ask no more often than once a month read everything.
 */
const deltaSeconds = 30 * 24 * 3600;
const maxDeltas = 1000;

async function removeDeltas(store: FileStore, now: number): Promise<void> {
  const deltas = await store.list(deltaFolder);
  const aged = deltas.map((path) => ({ path, written: store.stateOf(path)?.written ?? now }));
  aged.sort((a, b) => b.written - a.written);
  const old = aged.filter(({ written }, index) => index >= maxDeltas || written < now - deltaSeconds);
  if (old.length > 0) await store.remove(old.map(({ path }) => path));
}

/**
 * Null where the release that is served may be any, so that nothing can be removed. In a store each index that says
 * what is needed is a request: what pushes left that were killed waits there until a release goes.
 */
async function removeOthers(
  store: FileStore,
  entries: readonly LedgerEntry[],
  kept: readonly LedgerEntry[],
  { current, dropped, ...ledger }: OpenLedger,
  { isKnown, listsArticles, keepsOthers }: Pick<EnterOptions, 'isKnown' | 'listsArticles'> & { keepsOthers: boolean },
): Promise<Removed | null> {
  if (current.release === null && current.problem !== null && ledger.entries.length === 0) return null;
  const keptReleases = toKeptReleases(kept, current.release);
  const gone = [...entries.map(({ release }) => release), ...dropped].filter((release) => !keptReleases.has(release));
  return removeUnused(
    store,
    keptReleases,
    gone.length === 0 && (isKnown || !listsArticles)
      ? null
      : (files) =>
          isKnown ? filesOfReleases(store, gone, files) : everyFile(store, files, keepsOthers, listsArticles),
  );
}

/** Sentences on what could not be read, and what became of it. */
export function toNotes({ current, problem }: OpenLedger, removed: Removed | null): string[] {
  const notes: string[] = [];
  if (problem !== null) {
    notes.push(
      `${problem} The list of kept releases was made again from the releases in the folder, by the times of their files.`,
    );
  }
  if (removed === null) {
    notes.push(`${current.problem} This file names the current release, so no file of earlier releases was removed.`);
  } else if (removed.unreadable.length > 0) {
    notes.push(
      `${removed.unreadable.join(' ')} A kept release needs this file, so no file that it may need was removed. ` +
        'To keep only the current release, run galley prune --now.',
    );
  }
  return notes;
}

/** What a release changes; null where that is unknown, or nothing. */
export interface FoundChanges {
  changes: Changes | null;
  differing: Differing | null;
}

/**
 * What a release that `storage` reads changes after the current one, or after the last of the ledger where the pointer
 * is missing. `now` is in seconds.
 */
export async function findChanges(
  storage: Storage,
  { current, entries }: Pick<OpenLedger, 'current' | 'entries'>,
  after: string,
  now: number,
): Promise<FoundChanges> {
  const before = current.release ?? entries.at(-1)?.release ?? null;
  if (before === after || current.problem !== null) return { changes: null, differing: null };
  try {
    const from = before === null ? null : await openReleaseView({ id: before, storage }, now);
    const to = await openReleaseView({ id: after, storage }, now);
    const changes = await compareViews(from, to);
    return { changes, differing: from && (await findDelta(from, to)) };
  } catch {
    // A file of the release before is missing or damaged: to say what changes is not worth a build.
    return { changes: null, differing: null };
  }
}
