import type { LedgerEntry } from '../../src/core/ledger.ts';
import { UsageError } from '../../src/usage-error.ts';
import type { Changes } from '../release/changes/changes.ts';
import { summarise } from '../release/changes/compare-releases.ts';
import { findChanges, writeDelta } from '../release/ledger/activate-release.ts';
import { findByPrefix, findEarlier } from '../release/ledger/kept-entries.ts';
import { writeLedger, writePointer } from '../release/ledger/ledger-files.ts';
import type { OpenLedger } from '../release/ledger/open-ledger.ts';
import { checkRelease, pathsOf, type ReleaseFiles } from '../release/ledger/release-files.ts';
import type { FileStore } from '../release/store/file-store.ts';
import { describeChanges } from './changes.ts';
import type { StoreFlags } from './choose-store.ts';
import { clock, count, toShortId, toTime, toWordList } from './figures.ts';
import type { Output } from './output.ts';
import { chooseTarget, type ReleaseTarget } from './release-target.ts';
import type { Config } from './settings.ts';

/** How many problems, or ids, a message lists. */
const maxListed = 5;

/**
 * `galley rollback`: makes a kept release current again, by default the one before the current. Throws `UsageError`
 * where there is none, and where it is not whole; then nothing is changed.
 */
export async function runRollback(
  config: Config,
  id: string | undefined,
  flags: StoreFlags,
  output: Output,
): Promise<0> {
  const target = await chooseTarget(config, flags);
  const { from, to, changes } = await target.change(async (store, ledger) => {
    const from = ledger.current.release;
    const to = choose(ledger, id, target);
    if (to.release === from) return { from, to, changes: null };
    await refuseDamaged(store, to, target, ledger.current.files);
    const since = clock();
    const { changes, differing } = await findChanges(store, ledger, to.release, since);
    const delta = await writeDelta(store, differing, ledger.entries);
    const entry = { ...to, since, ...summarise(changes), delta };
    // What it changes back was not to be served, either: no server falls back to a release before it.
    if (changes?.changed.length !== 0) entry.takenDown = null;
    await writeLedger(store, ledger, [...ledger.entries, entry]);
    await writePointer(store, ledger, to.release);
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
        ? `with which several begin: ${toWordList(found.map(toShortId), maxListed)}`
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
  store: FileStore,
  { release }: LedgerEntry,
  { isLocal }: ReleaseTarget,
  served: ReleaseFiles | null,
): Promise<void> {
  const problems = await checkRelease(store, release, isLocal, isLocal ? null : new Set(served && pathsOf(served)));
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
