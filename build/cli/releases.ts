import type { LedgerEntry } from '../../src/core/ledger.ts';
import type { Storage } from '../../src/core/storage.ts';
import { isEmpty, type OpenLedger } from '../release/ledger/open-ledger.ts';
import { readReleaseFiles, reasonOf } from '../release/ledger/release-files.ts';
import type { StoreFlags } from './choose-store.ts';
import { count, toDigits, toShortId, toSize, toTime } from './figures.ts';
import type { Output } from './output.ts';
import { chooseTarget } from './release-target.ts';
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
export async function runReleases(config: Config, flags: StoreFlags, output: Output): Promise<0> {
  const { name, publish, open } = await chooseTarget(config, flags);
  const { store, ledger } = await open();
  const rows = await toRows(store, ledger);
  const none = `There is no release in ${name} yet. Run ${publish}.`;
  if (flags.json || isEmpty(ledger) || rows.length > 0)
    printRows(rows, { json: flags.json, none, toCells, numbers: [2, 3] }, output);
  for (const note of isEmpty(ledger) ? [] : toLedgerNotes(ledger, publish)) output.printError(note);
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

function toCells({ release, since, articles, bytes, changes, isCurrent, problem }: Row): string[] {
  const state = isCurrent ? 'current' : problem !== null ? 'damaged' : '';
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
