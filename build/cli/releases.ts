import type { LedgerEntry } from '../../src/core/ledger.ts';
import type { Storage } from '../../src/core/storage.ts';
import { UsageError } from '../../src/usage-error.ts';
import type { Changes } from '../release/changes/changes.ts';
import { summarise } from '../release/changes/compare-releases.ts';
import { findChanges, toNotes, writeDelta } from '../release/ledger/activate-release.ts';
import { findByPrefix, findEarlier, keptEntries, leastKeep, toKeptReleases } from '../release/ledger/kept-entries.ts';
import { type OpenLedger, openLedger } from '../release/ledger/open-ledger.ts';
import {
  checkRelease,
  pathsOf,
  type ReleaseFiles,
  readReleaseFiles,
  reasonOf,
} from '../release/ledger/release-files.ts';
import { everyFile, type Removed, removeUnused } from '../release/ledger/remove-unused.ts';
import type { StorageTarget } from '../release/ledger/storage-target.ts';
import { describeChanges } from './changes.ts';
import { clock, count, toDigits, toList, toShortId, toSize, toTime } from './figures.ts';
import type { Output } from './output.ts';
import { chooseTarget, type ReleaseTarget, type StoreFlags } from './release-target.ts';
import type { Config } from './settings.ts';
import { printRows } from './table.ts';

/** A line of the list. */
interface Row extends Omit<LedgerEntry, 'since'> {
  /** RFC 3339. */
  since: string;
  /** Null for the current one. */
  until: string | null;
  isCurrent: boolean;
  /** Why nobody can go back to it; null where its index is good. */
  problem: string | null;
}

/** `galley releases`: the kept releases, newest first. */
export async function runReleases({ out }: Config, flags: StoreFlags, output: Output): Promise<0> {
  const { name, publish, open } = await chooseTarget(out, flags);
  const place = await open();
  const ledger = place && (await openLedger(place));
  const rows = place && ledger ? await toRows(place.storage, ledger) : [];
  const none = `There is no release in ${name} yet. Run ${publish}.`;
  if (flags.json || ledger === null || rows.length > 0)
    printRows(rows, { json: flags.json, none, toCells, numbers: [2, 3] }, output);
  for (const note of ledger === null ? [] : toLedgerNotes(ledger, publish)) output.printError(note);
  for (const { release, problem } of rows) if (problem !== null) output.printError(`${toShortId(release)}: ${problem}`);
  return 0;
}

async function toRows(storage: Storage, { current, entries }: OpenLedger): Promise<Row[]> {
  const problems = new Map<string, string | null>();
  for (const { release } of entries) {
    if (problems.has(release)) continue;
    problems.set(release, await readReleaseFiles(storage, release).then(() => null, reasonOf));
  }
  const rows = entries.map(({ release, since, ...rest }, i): Row => {
    const next = entries[i + 1]?.since;
    return {
      release,
      since: toTime(since),
      until: next === undefined ? null : toTime(next),
      ...rest,
      isCurrent: i === entries.length - 1 && release === current.release,
      problem: problems.get(release) ?? null,
    };
  });
  return rows.reverse();
}

function toCells({ release, since, articles, bytes, changes, isCurrent, isWhole, problem }: Row): string[] {
  const state = isCurrent ? 'current' : problem !== null ? 'damaged' : isWhole ? '' : 'order only';
  return [toShortId(release), since, count(articles, 'article'), toSize(bytes), toWords(changes), state];
}

function toWords(changes: LedgerEntry['changes']): string {
  const words = Object.entries(changes ?? {}).filter(([, number]) => number > 0);
  if (changes !== null && words.length === 0) return 'no article changed';
  return words.map(([kind, number]) => `${toDigits(number)} ${kind}`).join(', ');
}

function toLedgerNotes({ current, entries, problem }: OpenLedger, publish: string): string[] {
  const notes: string[] = [];
  if (problem !== null)
    notes.push(
      `${problem} This list was made from the releases in the folder, by the times of their files. The next ${publish} writes it.`,
    );
  if (current.release === null) {
    const which = current.problem ?? 'There is no release.json.';
    notes.push(`${which} So no release is current. Run ${publish}, or galley rollback with one of these ids.`);
  } else if (entries.at(-1)?.release !== current.release)
    notes.push(`The current release is ${toShortId(current.release)}. ${current.problem} Run ${publish}.`);
  return notes;
}

/** How many problems, or ids, a message lists. */
const maxListed = 5;

/**
 * `galley rollback`: makes a kept release current again, by default the one before the current. Throws `UsageError` where there is
 * none, and where it is not whole; then nothing is changed.
 */
export async function runRollback(
  { out }: Config,
  id: string | undefined,
  flags: StoreFlags,
  output: Output,
): Promise<0> {
  const target = await chooseTarget(out, flags);
  const { from, to, changes } = await target.change(async (place, ledger) => {
    const from = ledger.current.release;
    const to = choose(ledger, id, target);
    if (to.release === from) return { from, to, changes: null };
    await refuseDamaged(place, to, target, ledger.current.files);
    const since = clock();
    const { changes, differing } = await findChanges(place.storage, ledger, to.release, since);
    const delta = await writeDelta(place, differing, ledger.entries);
    const entry = { ...to, since, ...summarise(changes), delta };
    // What it changes back was not to be served, either: no server falls back to a release before it.
    if (changes?.changed.length !== 0) entry.takenDown = null;
    await place.writeLedger([...ledger.entries, entry]);
    await place.writePointer(to.release);
    return { from, to, changes };
  });
  const isDone = from !== to.release;
  if (flags.json) output.printJson({ release: to.release, before: from, isDone, changes });
  else if (isDone) output.print(toRolledBack(from, to, changes, target));
  else output.print(`Release ${toShortId(to.release)} is current already. Nothing was changed.`);
  return 0;
}

function choose(
  { current, entries, problem }: OpenLedger,
  id: string | undefined,
  { name, publish }: ReleaseTarget,
): LedgerEntry {
  const listed = `galley releases lists the releases in ${name}.`;
  const why = problem === null ? '' : `${problem} `;
  if (id !== undefined) {
    const found = /^[\da-f]{1,32}$/i.test(id) ? findByPrefix(entries, id) : [];
    if (!Array.isArray(found)) return found;
    const what =
      found.length > 0
        ? `with which several begin: ${toList(found.map(toShortId), maxListed)}`
        : 'which is not a kept release';
    throw new UsageError(`${why}The release: found ${id}, ${what}. Expected an id, or its first characters. ${listed}`);
  }
  if (current.release === null) {
    throw new UsageError(
      `${current.problem ?? 'There is no release.json.'} So it is unknown which release is current. Name the release to go back to: galley ` +
        `rollback ID. ${listed}`,
    );
  }
  const earlier = findEarlier(entries);
  if (earlier !== null) return earlier;
  const fix = entries.some(({ release }) => release !== current.release)
    ? `To go to a newer release, name it: galley rollback ID. ${listed}`
    : `Run ${publish} for a new release.`;
  throw new UsageError(`${why}No release before the current one (${toShortId(current.release)}) is kept. ${fix}`);
}

async function refuseDamaged(
  place: StorageTarget,
  { release, isWhole }: LedgerEntry,
  { isLocal }: ReleaseTarget,
  served: ReleaseFiles | null,
): Promise<void> {
  if (!isWhole) {
    throw new UsageError(
      `Release ${toShortId(release)} is too old: only the order of its articles is kept. Choose a newer release of galley releases, or ` +
        'build again. The setting keep says how many releases are kept whole.',
    );
  }
  const problems = await checkRelease(place, release, isLocal, isLocal ? null : new Set(served && pathsOf(served)));
  if (problems.length === 0) return;
  const lines = problems.slice(0, maxListed).map((problem) => `\n  ${problem}`);
  if (problems.length > maxListed) lines.push(`\n  and ${count(problems.length - maxListed, 'more file')}`);
  throw new UsageError(
    `Release ${toShortId(release)} is not complete, so nothing was changed:${lines.join('')}\nChoose another release of galley releases, or build again.`,
  );
}

function toRolledBack(
  from: string | null,
  { release, since, articles }: LedgerEntry,
  changes: Changes | null,
  { publish }: ReleaseTarget,
): string {
  const headline = changes && describeChanges(changes).headline;
  const source = publish === 'galley build' ? 'the content folder as it is then' : 'what galley build wrote';
  return [
    `Release ${toShortId(release)} is current again (of ${toTime(since)}, ${count(articles, 'article')}). A running server serves it within a second.`,
    ...(headline === null ? [] : [`For readers: ${headline}.`]),
    `The next ${publish} publishes ${source}.`,
    ...(from === null ? [] : [`To undo this: galley rollback ${toShortId(from)}`]),
  ].join('\n');
}

/**
 * `galley prune`: removes what no kept release needs. `now` keeps only the current release, and what was current less than a
 * minute ago. Throws `UsageError` where it is unknown which release is current.
 */
export async function runPrune(
  { out, keep }: Config,
  { now = false, ...flags }: StoreFlags & { now?: boolean },
  output: Output,
): Promise<0> {
  const { change, publish } = await chooseTarget(out, flags);
  const { kept, removed, notes } = await change((place, ledger) =>
    prune(place, ledger, now ? leastKeep : keep, publish),
  );
  for (const note of notes) output.printError(note);
  const { files, bytes } = removed;
  if (flags.json) output.printJson({ kept, removed: { files, bytes }, notes });
  else {
    const what =
      files === 0 ? 'Nothing was' : `${count(files, 'file')} (${toSize(bytes)}) ${files === 1 ? 'was' : 'were'}`;
    output.print(`${what} removed. ${count(kept.length, 'release')} ${kept.length === 1 ? 'is' : 'are'} kept.`);
  }
  return 0;
}

async function prune(
  place: StorageTarget,
  ledger: OpenLedger,
  keep: Config['keep'],
  publish: string,
): Promise<{ kept: string[]; removed: Removed; notes: string[] }> {
  const { current } = ledger;
  if (current.release === null) {
    throw new UsageError(
      `${current.problem ?? 'There is no release.json.'} So it is unknown which release is served, and nothing was removed. ` +
        `Run ${publish}, or galley rollback with an id of galley releases.`,
    );
  }
  const entries = keptEntries(ledger.entries, keep, clock());
  const releases = toKeptReleases(entries, current.release);
  const write = async (): Promise<void> => {
    if (!ledger.isWritten || entries !== ledger.entries) await place.writeLedger(entries);
  };
  // A full disk has no room for the ledger until something is removed.
  const isFull = await write().then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
      return true;
    },
  );
  const removed = await removeUnused(place, releases, (files) => everyFile(place, files));
  if (isFull) await write();
  return { kept: [...releases.keys()], removed, notes: toNotes(ledger, removed) };
}
