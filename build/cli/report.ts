import { join, sep } from 'node:path';
import type { BuildResult } from '../pipeline/options.ts';
import { toPrintable } from '../problems/printable.ts';
import { reasons } from '../problems/reasons.ts';
import { toText } from '../problems/to-text.ts';
import { isInGit } from '../source/find-repository.ts';
import { sourceLines } from '../source/source-excerpt.ts';
import { toChangesText } from './changes/changes-text.ts';
import type { Config } from './config.ts';
import { withContentSetting } from './content-setting.ts';
import { count, toDigits } from './count.ts';
import { groupProblems, type ProblemGroup } from './group-problems.ts';
import { toInvalidText } from './invalid-text.ts';
import type { Output } from './output.ts';
import { configFile } from './setting-place.ts';
import { toSize } from './to-size.ts';

/** What a command prints of a build. */
export interface ReportOptions {
  /** Every problem and every change, instead of the first of each kind. */
  isAll: boolean;
}

/** Problems on standard error, the summary on standard output. */
export function printReport(
  result: BuildResult,
  config: Config,
  milliseconds: number,
  { isAll }: ReportOptions,
  output: Output,
): void {
  printProblems(result, config, { isAll }, output);
  const [counts, rest] = [toCounts(result), toOutcome(result, config, milliseconds)];
  const changes = result.changes === null ? '' : toChangesText(result.changes, isAll);
  const texts = [`${counts}.`, toDialects(result), rest, changes, toInvalidText(result, config, isAll, output)];
  output.print(
    texts
      .filter((text) => text !== '')
      .join('\n')
      .trimEnd(),
  );
}

/** Problems by kind, errors first, and how many there are of each; all on standard error. */
export function printProblems(result: BuildResult, config: Config, { isAll }: ReportOptions, output: Output): void {
  const { root, folders } = config.content;
  const sourceOf = sourceLines(config.content, output.stderr.columns);
  for (const note of result.written?.notes ?? []) output.printError(`${note}\n`);
  const groups = groupProblems(withContentSetting(result.problems, config), isAll);
  for (const group of groups) {
    for (const [i, problem] of group.shown.entries()) {
      output.printError(`${toText(problem, root, sourceOf(problem), i === 0, output.stderr)}\n`);
    }
    for (const line of toRest(group, config)) output.printError(`${line}\n`);
  }
  if (groups.some(({ shown, total }) => shown.length < total)) output.printError(`${toTable(groups)}\n`);
  if (result.articles > 0 || result.invalid.length > 0) return;
  const looked = folders.map((folder) => join(root, folder)).join(', ');
  output.printError(`There is no article in ${looked}${result.written === null ? '' : ': the release is empty'}.\n`);
}

/** What else is to say of problems of one kind: how many more there are, and what fixes them all. */
function toRest({ code, shown, total, files, settings }: ProblemGroup, { content, gitDates }: Config): string[] {
  const more = total - shown.length;
  const rest = `${toDigits(more)} more ${code}, in ${count(files, 'file')} altogether; --all shows them.`;
  const isUndated = code === 'no-date' && files >= leastUndated && !gitDates && isInGit(content.root);
  // Of one file, the fix says it.
  const fixes = [...settings]
    .filter(([, fixed]) => fixed > 1)
    .map(([setting, fixed]) => toFix(fixed, 'may be all they need', setting));
  const dates = isUndated ? [toFix(files, 'takes their dates from git', 'gitDates: true')] : [];
  return [...(more > 0 ? [rest] : []), ...fixes, ...dates];
}

function toFix(files: number, what: string, setting: string): string {
  return `${count(files, 'file')}: this line in ${configFile} ${what}:\n  ${toPrintable(setting)}`;
}

/** Fewer files without a date are no articles, such as a README. */
const leastUndated = 3;

/** How many problems there are of each kind. */
function toTable(groups: readonly ProblemGroup[]): string {
  const rows = groups.map(({ severity, total, files, code }) => [
    count(total, severity),
    `in ${count(files, 'file')}`,
    code,
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  ')}`).join('\n');
}

/** Paths relative to the working directory, as text shows them. */
export function withFullPaths<T extends { path: string }>(found: readonly T[], { content }: Config): T[] {
  return found.map((one) => ({ ...one, path: join(content.root, one.path).replaceAll(sep, '/') }));
}

/** `3 Markdown files, 2 articles, 1 draft`. */
export function toCounts(result: BuildResult): string {
  const errors = result.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = result.problems.length - errors;
  return [
    count(result.files, 'Markdown file'),
    `${count(result.articles, 'article')}${result.scheduled > 0 ? ` (${toDigits(result.scheduled)} scheduled)` : ''}`,
    ...Object.entries(result.others).map(([reason, files]) => `${toDigits(files)} ${reasons[reason] ?? reason}`),
    ...(errors > 0 ? [`${toDigits(result.invalid.length)} invalid`, count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
}

/** The dialects that were detected, in one line; '' without any. */
export function toDialects({ dialects }: BuildResult): string {
  return dialects.length === 0 ? '' : `Dialects: ${dialects.join(', ')}.`;
}

/** One sentence on what was written. */
function toOutcome(result: BuildResult, config: Config, milliseconds: number): string {
  const time = `${(milliseconds / 1000).toFixed(2)} s`;
  if (result.refused === 'empty') {
    return `Nothing was written: the release would be empty, and the last one is not. --allow-empty writes it. ${time}.`;
  }
  if (result.written === null) {
    return `Nothing was written: what was served before stays as it was. ${time}.`;
  }
  const { written, reused, repaired, bytes, media, release } = result.written;
  return (
    `${toRepaired(repaired)}Release ${release.slice(0, 12)} in ${config.out}: ${count(written, 'file')} written, ${toDigits(reused)} reused, ` +
    `${toSize(bytes)}${media > 0 ? `, ${count(media, 'picture')} copied` : ''}. ${time}.`
  );
}

/** How many damaged paths a message lists. */
const mostPaths = 3;

function toRepaired(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const named = paths.slice(0, mostPaths).join(', ');
  const more = paths.length > mostPaths ? ` and ${toDigits(paths.length - mostPaths)} more` : '';
  const verb = paths.length === 1 ? 'was' : 'were';
  return `${count(paths.length, 'file')} of the release did not hold what was written, and ${verb} written again: ${named}${more}.\n`;
}
