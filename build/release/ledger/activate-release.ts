import { type Delta, deltaPath, deltaPrevious, type LedgerEntry } from '../../../src/core/ledger.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { hashBytes } from '../../source/hash-bytes.ts';
import type { Changes } from '../changes/changes.ts';
import { compareViews } from '../changes/compare-releases.ts';
import { findDelta } from '../changes/find-delta.ts';
import { openReleaseView } from '../changes/release-view.ts';
import { type Keep, keptEntries, mayLackKept, toKeptReleases } from './kept-entries.ts';
import type { OpenLedger } from './open-ledger.ts';
import { everyFile, filesOfReleases, type Removed, removeUnused } from './remove-unused.ts';
import type { StorageTarget } from './storage-target.ts';

export interface EnterOptions {
  /** Seconds since 1970-01-01T00:00:00Z, asked when the release becomes current. */
  clock(): number;
  keep: Keep;
  /** Whether the place holds no other files than those of this release and of the ledger's. */
  isKnown: boolean;
  /** Whether the pointer is as this release needs it. */
  isCurrent: boolean;
}

/**
 * Makes a release current whose files are all there: writes the ledger, then the pointer. Then removes the files of
 * releases that are not kept any more. `notes` are sentences on what could not be read; `isClean` says that no file of
 * others is left.
 */
export async function enterRelease(
  target: StorageTarget,
  own: NewEntry,
  ledger: OpenLedger,
  options: EnterOptions,
): Promise<{ notes: string[]; isClean: boolean; removed: Pick<Removed, 'files' | 'bytes'> }> {
  const { isKnown, isCurrent } = options;
  const { entries, kept } = await addRelease(target, own, ledger, options);
  const isSame = ledger.isWritten && kept === ledger.entries;
  if (!isSame) await target.writeLedger(kept);
  if (!isCurrent) await target.writePointer(own.release);
  if (!isSame) await removeDeltas(target, options.clock());
  const keepsOthers = mayLackKept(entries, options.keep, options.clock());
  const removed = await removeOthers(target, entries, kept, ledger, { isKnown, keepsOthers });
  return {
    notes: toNotes(ledger, removed),
    isClean: removed?.isClean === true,
    removed: { files: removed?.files ?? 0, bytes: removed?.bytes ?? 0 },
  };
}

/** An entry for a release that becomes current, with the articles that it changes; null where they are unknown. */
export type NewEntry = Omit<LedgerEntry, 'since' | 'delta'> & { differing: Delta['articles'] | null };

/** All entries, with one more unless the release is the last, and those that are kept. */
async function addRelease(
  target: StorageTarget,
  own: NewEntry,
  { current, entries: before }: OpenLedger,
  { clock, keep }: EnterOptions,
): Promise<{ entries: readonly LedgerEntry[]; kept: readonly LedgerEntry[] }> {
  const now = clock();
  const { release, differing, ...counts } = own;
  const since = current.release === release ? current.since : now;
  const isLast = before.at(-1)?.release === release;
  const entry = { release, since, ...counts };
  const entries = isLast ? before : [...before, { ...entry, delta: await writeDelta(target, differing, before) }];
  return { entries, kept: keptEntries(entries, keep, now) };
}

/** Writes what an activation changes after those of `before`. Returns its name; null where it is unknown. */
export async function writeDelta(
  target: Pick<StorageTarget, 'writeDelta'>,
  differing: Delta['articles'] | null,
  before: readonly LedgerEntry[],
): Promise<string | null> {
  if (differing === null) return null;
  const previous = before.slice(-deltaPrevious).map(({ release, since, delta }) => [release, since, delta] as const);
  const bytes = Buffer.from(JSON.stringify({ previous, articles: differing }));
  const delta = hashBytes(bytes);
  await target.writeDelta(deltaPath(delta), bytes);
  return delta;
}

/** How long deltas are kept, in seconds, and how many: clients that ask no more often than once a month read everything. */
const deltaSeconds = 30 * 24 * 3600;
const maxDeltas = 1000;

async function removeDeltas(target: StorageTarget, now: number): Promise<void> {
  const deltas = await target.listDeltas();
  const aged = deltas.map((path) => ({ path, written: target.stateOf(path)?.written ?? now }));
  aged.sort((a, b) => b.written - a.written);
  const old = aged.filter(({ written }, index) => index >= maxDeltas || written < now - deltaSeconds);
  if (old.length > 0) await target.remove(old.map(({ path }) => path));
}

/**
 * Null where the release that is served may be any, so that nothing can be removed. In a store each index that says
 * what is needed is a request: what pushes left that were killed waits there until a release goes.
 */
async function removeOthers(
  target: StorageTarget,
  entries: readonly LedgerEntry[],
  kept: readonly LedgerEntry[],
  { current, dropped, ...ledger }: OpenLedger,
  { isKnown, keepsOthers }: { isKnown: boolean; keepsOthers: boolean },
): Promise<Removed | null> {
  if (current.release === null && current.problem !== null && ledger.entries.length === 0) return null;
  const keptReleases = toKeptReleases(kept, current.release);
  const gone = [...entries.map(({ release }) => release), ...dropped].filter((release) => !keptReleases.has(release));
  return removeUnused(
    target,
    keptReleases,
    gone.length === 0 && (isKnown || !target.listsArticles)
      ? null
      : (files) => (isKnown ? filesOfReleases(target.storage, gone, files) : everyFile(target, files, keepsOthers)),
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
  differing: Delta['articles'] | null;
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
    const changes = await compareViews(from, to, now);
    return { changes, differing: from && (await findDelta(from, to)) };
  } catch {
    // A file of the release before is missing or damaged: to say what changes is not worth a build.
    return { changes: null, differing: null };
  }
}
