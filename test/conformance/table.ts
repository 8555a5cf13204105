import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../support/command.ts';
import { type MarkedPlace, readPlace, writePlace } from '../support/marked-place.ts';
import type { Difference } from './difference.ts';
import { differences } from './differences.ts';
import type { Finding } from './find-unlisted.ts';
import type { TargetRun } from './run-target.ts';

/** What the suite found of one target. */
export interface Row {
  target: string;
  version: string;
  /** Cases that were answered as the contract has it and as the Node adapter does it, or as is listed. */
  passed: number;
  checks: number;
  /** From the start of the program until it answered, in milliseconds. */
  ready: number;
  /** Resident memory of its processes once it had answered, in bytes. */
  memory: number;
  /** Cases whose response is another than the Node adapter's, each for a reason that is listed. */
  differences: number;
  /** Headers that differ in others, for such a reason. */
  headers: readonly string[];
  /** What is wrong, by the name of the case, and what differs as it is listed. */
  failed: Record<string, readonly string[]>;
  listed: readonly string[];
}

export function toRow(
  target: string,
  run: TargetRun,
  cases: readonly { name: string }[],
  findings: readonly Finding[],
): Row {
  const named = findings.map((finding, index) => ({ ...finding, name: cases[index]?.name ?? '' }));
  const failed = named.filter(({ unlisted }) => unlisted.length > 0);
  const isWhole = (finding: Finding): boolean => finding.listed.some(({ differs }) => 'statuses' in differs);
  const listed = named.filter(isWhole).map(({ name }) => name);
  const entries = findings.flatMap((finding) => finding.listed);
  const headers = new Set(entries.flatMap(({ differs }) => ('header' in differs ? [differs.header] : [])));
  const { version, ready, memory } = run;
  return {
    ...{ target, version, ready, memory, listed, differences: listed.length, headers: [...headers].sort() },
    ...{ checks: cases.length, passed: cases.length - failed.length },
    failed: Object.fromEntries(failed.map(({ name, unlisted }) => [name, unlisted])),
  };
}

/** Leaves a row for whoever finds the last ones, in a folder of this run. */
export async function saveRow(rows: string, row: Row): Promise<void> {
  await mkdir(rows, { recursive: true });
  const file = join(rows, row.target);
  await writeFile(`${file}.new`, JSON.stringify(row));
  await rename(`${file}.new`, `${file}.json`);
}

/** What was left there so far. */
export async function readRows(rows: string): Promise<Row[]> {
  await mkdir(rows, { recursive: true });
  const names = (await readdir(rows)).filter((name) => name.endsWith('.json'));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(rows, name), 'utf8'))));
}

/** Where the last whole run leaves its rows and its table. */
const folder = join(root, 'node_modules', '.cache', 'galley-conformance');

const heads = ['target', 'version', 'checks passed', 'ready, ms', 'memory, MB', 'differences'];

export function toTable(rows: readonly Row[]): string {
  const cells = rows.map(({ target, version, passed, checks, ready, memory, differences, headers }) => {
    const names = [count(differences), ...headers.map((name) => `\`${name}\``)].join(', ');
    const megabytes = count(Math.round(memory / 1e6));
    return [target, version, `${count(passed)} of ${count(checks)}`, count(ready), megabytes, names];
  });
  const rule = ['---', '---', '---:', '---:', '---:', '---:'];
  return [heads, rule, ...cells]
    .map((row) => (row === rule ? `|${row.join('|')}|` : `| ${row.join(' | ')} |`))
    .join('\n');
}

/** Why responses differ, each reason once, below the targets that it is about. */
export function toReasons(listed: readonly Difference[] = differences): string {
  const targetsOf = new Map<string, Set<string>>();
  for (const { targets, reason } of listed) {
    const known = targetsOf.get(reason) ?? new Set();
    for (const target of targets) targetsOf.set(reason, known.add(target));
  }
  const reasonsOf = new Map<string, string[]>();
  for (const [reason, targets] of targetsOf) {
    const names = [...targets].sort().join('; ');
    reasonsOf.set(names, [...(reasonsOf.get(names) ?? []), `- ${reason}`]);
  }
  return [...reasonsOf].map(([names, reasons]) => `**${names}**\n\n${reasons.join('\n')}`).join('\n\n');
}

function count(number: number): string {
  return number.toLocaleString('en');
}

/** Writes `results.json` and `table.md`; the latter is what it gives. */
export async function saveTable(rows: readonly Row[]): Promise<string> {
  const table = toTable(rows);
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'results.json'),
    `${JSON.stringify({ rows, differences: differences.map(toJson) }, null, 2)}\n`,
  );
  await writeFile(join(folder, 'table.md'), `${table}\n\n${toReasons()}\n`);
  return table;
}

function toJson({ cases, ...rest }: Difference): object {
  return { ...rest, cases: cases instanceof RegExp ? cases.source : cases };
}

const page = 'content/the-same-everywhere.md';
const tablePlace: MarkedPlace = { file: page, mark: 'conformance' };
const reasonsPlace: MarkedPlace = { file: page, mark: 'differences' };

/** Puts the table and the reasons into the guide. */
export async function refreshPages(table: string): Promise<void> {
  await writePlace(tablePlace, table);
  await writePlace(reasonsPlace, toReasons());
}

/** Names of the targets in the table of the guide. */
export async function targetsOfGuide(): Promise<string[]> {
  const rows = (await readPlace(tablePlace)).split('\n').slice(2);
  return rows.map((row) => row.split('|')[1]?.trim() ?? '');
}

/** The list of differences in the guide. */
export function reasonsOfGuide(): Promise<string> {
  return readPlace(reasonsPlace);
}
