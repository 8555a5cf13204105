import type { LedgerEntry } from '../../src/core/ledger.ts';
import type { Storage } from '../../src/core/storage.ts';
import { type OpenLedger, openLedger } from '../release/ledger/open-ledger.ts';
import { readReleaseFiles, reasonOf } from '../release/ledger/release-files.ts';
import { chooseTarget } from './choose-target.ts';
import type { Config } from './config.ts';
import { count, toDigits } from './count.ts';
import type { Output } from './output.ts';
import type { StoreFlags } from './release-target.ts';
import { toSize } from './to-size.ts';
import { toTime } from './to-time.ts';

/** A line of the list. */
interface Row extends Omit<LedgerEntry, 'since'> {
  /** RFC 3339. */
  since: string;
  /** Null for the current one. */
  until: string | null;
  isCurrent: boolean;
  /** Why it cannot be gone back to; null where its index is good. */
  problem: string | null;
}

/** `galley releases`: the kept releases, newest first. */
export async function runReleases(
  { out }: Config,
  { json, ...flags }: { json: boolean } & StoreFlags,
  output: Output,
): Promise<0> {
  const { name, publish, open } = await chooseTarget(out, flags);
  const place = await open();
  if (place === null) {
    if (json) output.print('[]');
    else output.print(`There is no release in ${name} yet. Run ${publish}.`);
    return 0;
  }
  const ledger = await openLedger(place);
  const rows = await toRows(place.storage, ledger);
  if (json) output.printJson(rows);
  else if (rows.length > 0) output.print(toTable(rows));
  for (const note of toNotes(ledger, publish)) output.printError(note);
  for (const { release, problem } of rows)
    if (problem !== null) output.printError(`${release.slice(0, 12)}: ${problem}`);
  return 0;
}

async function toRows(storage: Storage, { current, entries }: OpenLedger): Promise<Row[]> {
  const problems = new Map<string, string | null>();
  for (const { release } of entries) {
    if (problems.has(release)) continue;
    const problem = await readReleaseFiles(storage, release).then(() => null, reasonOf);
    problems.set(release, problem);
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

function toTable(rows: readonly Row[]): string {
  const lines = rows.map(({ release, since, articles, bytes, changes, isCurrent, isWhole, problem }) => [
    release.slice(0, 12),
    since,
    count(articles, 'article'),
    toSize(bytes),
    toChanges(changes),
    isCurrent ? 'current' : problem !== null ? 'damaged' : isWhole ? '' : 'order only',
  ]);
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumber = (column: number): boolean => column === 2 || column === 3;
  const pad = (text: string, i: number): string =>
    isNumber(i) ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

function toChanges(changes: LedgerEntry['changes']): string {
  if (changes === null) return '';
  const words = Object.entries(changes).flatMap(([kind, number]) =>
    number > 0 ? [`${toDigits(number)} ${kind}`] : [],
  );
  return words.length === 0 ? 'no article changed' : words.join(', ');
}

function toNotes({ current, entries, problem }: OpenLedger, publish: string): string[] {
  const notes: string[] = [];
  if (problem !== null) {
    notes.push(
      `${problem} These are the releases that lie there, by the times of their files. The next ${publish} writes this list.`,
    );
  }
  if (current.release === null) {
    const which = current.problem ?? 'There is no release.json.';
    notes.push(`${which} So no release is current. Run ${publish}, or galley rollback with one of these ids.`);
  } else if (entries.at(-1)?.release !== current.release) {
    notes.push(`The current release is ${current.release.slice(0, 12)}. ${current.problem} Run ${publish}.`);
  }
  return notes;
}
