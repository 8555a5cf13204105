import type { LedgerEntry } from '../../src/core/ledger.ts';
import { UsageError } from '../../src/usage-error.ts';
import type { Changes } from '../release/changes/changes.ts';
import { summarise } from '../release/changes/compare-releases.ts';
import { findChanges } from '../release/ledger/activate-release.ts';
import { findByPrefix, findEarlier } from '../release/ledger/kept-entries.ts';
import type { OpenLedger } from '../release/ledger/open-ledger.ts';
import { checkRelease } from '../release/ledger/release-files.ts';
import type { Place } from '../release/ledger/storage-target.ts';
import { toHeadline } from './changes/to-headline.ts';
import { toRows } from './changes/to-rows.ts';
import { chooseTarget } from './choose-target.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';
import { count } from './count.ts';
import type { Output } from './output.ts';
import type { ReleaseTarget, StoreFlags } from './release-target.ts';
import { toTime } from './to-time.ts';

/** How many problems, or ids, a message lists. */
const most = 5;

/**
 * `galley rollback`: makes a kept release current again, by default the one before the current. Throws `UsageError` where there is
 * none, and where it is not whole; then nothing is changed.
 */
export async function runRollback(
  { out }: Config,
  id: string | null,
  { json, ...flags }: { json: boolean } & StoreFlags,
  output: Output,
): Promise<0> {
  const target = await chooseTarget(out, flags);
  const { from, to, changes } = await target.change(async (place, ledger) => {
    const from = ledger.current.release;
    const to = choose(ledger, id, target);
    if (to.release === from) return { from, to, changes: null };
    await refuseDamaged(place, to, target);
    const since = clock();
    const changes = await findChanges(place.storage, ledger, to.release, since);
    const entry = { ...to, since, ...summarise(changes) };
    // What it changes back was not to be served, either: no server falls back to a release before it.
    if (changes?.changed.length !== 0) entry.takenDown = null;
    await place.writeLedger([...ledger.entries, entry]);
    await place.writePointer(to.release);
    return { from, to, changes };
  });
  const isDone = from !== to.release;
  if (json) output.printJson({ release: to.release, before: from, isDone, changes });
  else
    output.print(
      isDone
        ? toText(from, to, changes, target)
        : `Release ${short(to.release)} is current already: nothing was changed.`,
    );
  return 0;
}

function choose(
  { current, entries, problem }: OpenLedger,
  id: string | null,
  { name, publish }: ReleaseTarget,
): LedgerEntry {
  const listed = `galley releases lists what is kept in ${name}.`;
  const why = problem === null ? '' : `${problem} `;
  if (id !== null) {
    const found = /^[\da-f]{1,32}$/i.test(id) ? findByPrefix(entries, id) : [];
    if (!Array.isArray(found)) return found;
    const several = `${found.slice(0, most).map(short).join(', ')}${found.length > most ? ' and more' : ''}`;
    const what = found.length > 0 ? `which is the beginning of ${several}` : 'which is no kept release';
    throw new UsageError(`${why}The release: found ${id}, ${what}. Expected an id, or the beginning of one. ${listed}`);
  }
  if (current.release === null) {
    throw new UsageError(
      `${current.problem ?? 'There is no release.json.'} So it is unknown which release is current. Name the one to go back to: galley ` +
        `rollback ID. ${listed}`,
    );
  }
  const earlier = findEarlier(entries);
  if (earlier !== null) return earlier;
  const others = entries.some(({ release }) => release !== current.release);
  throw new UsageError(
    `${why}No release before the current one, ${short(current.release)}, is kept. ` +
      (others
        ? `To go to a newer one, name it: galley rollback ID. ${listed}`
        : `Only ${publish === 'galley build' ? 'a build' : publish} can replace it.`),
  );
}

async function refuseDamaged(
  place: Place,
  { release, isWhole }: LedgerEntry,
  { isLocal }: ReleaseTarget,
): Promise<void> {
  if (!isWhole) {
    throw new UsageError(
      `Of release ${short(release)} only the order of its articles is kept, for crawls. Choose a newer one of galley releases, or ` +
        'build again. The setting keep says how many releases are kept whole.',
    );
  }
  const problems = await checkRelease(place, release, isLocal);
  if (problems.length === 0) return;
  const lines = problems.slice(0, most).map((problem) => `  ${problem}`);
  const more = problems.length > most ? [`  and ${count(problems.length - most, 'more file')}`] : [];
  throw new UsageError(
    [
      `Release ${short(release)} is not whole, so nothing was changed:`,
      ...lines,
      ...more,
      'Choose another of galley releases, or build again.',
    ].join('\n'),
  );
}

function toText(
  from: string | null,
  { release, since, articles }: LedgerEntry,
  changes: Changes | null,
  { publish }: ReleaseTarget,
): string {
  const headline = changes && toHeadline(changes, toRows(changes));
  const was = `of ${toTime(since)}, ${count(articles, 'article')}`;
  const back = from === null ? '' : `\nTo undo this: galley rollback ${short(from)}`;
  return (
    `Release ${short(release)} is current again (${was}). A running server takes it up within a second.\n` +
    `${headline === null ? '' : `For readers: ${headline}.\n`}The next ${publish} publishes ${publish === 'galley build' ? 'the content folder as it is' : 'what galley build wrote'}.${back}`
  );
}

function short(release: string): string {
  return release.slice(0, 12);
}
