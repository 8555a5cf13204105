import { join, sep } from 'node:path';
import { styleText } from 'node:util';
import { groupBy } from '../package/group-by.ts';
import type { BuildResult, InvalidFile } from '../pipeline/options.ts';
import { toPrintable } from '../problems/printable.ts';
import type { Problem } from '../problems/problem.ts';
import { reasons } from '../problems/reasons.ts';
import { toWorded } from '../problems/sentences/sentences.ts';
import { wrapText } from '../problems/text-width.ts';
import { toChangesText } from './changes.ts';
import { count, toDigits, toShortId, toSize, toWordList } from './figures.ts';
import type { Output } from './output.ts';
import { printProblems } from './print-problems.ts';
import { Config, configFile } from './settings.ts';

/** Invalid files that are listed without `--all`. */
const maxInvalid = 20;

/** Damaged paths that a message lists. */
const maxPaths = 3;

/** Prints problems on standard error, and the summary of a build on standard output. Those that are not in `fresh` are only counted. */
export function printReport(
  result: BuildResult,
  config: Config,
  milliseconds: number,
  all: boolean,
  output: Output,
  fresh: readonly Problem[] = result.problems,
): void {
  printProblems({ ...result, problems: [...fresh] }, config, all, output);
  const shown = new Set(fresh);
  const rest = result.problems.filter((problem) => !shown.has(problem));
  if (rest.length > 0) output.printError(`As before: ${toProblemCounts(rest)}.\n`);
  const changes = result.changes === null ? '' : toChangesText(result.changes, all);
  printSummary(
    result,
    config,
    [
      toOutcome(result, config, milliseconds),
      isDraftsAlone(result) ? 'No article is published yet, because all of them are drafts.' : '',
      changes,
      toLinksText(result, config),
      toInvalidText(result, config, all, output),
    ],
    output,
  );
}

/** Prints what was found, and more texts, each on lines of its own; '' is nothing. */
export function printSummary(result: BuildResult, config: Config, texts: readonly string[], output: Output): void {
  const { timeZone: zone } = result;
  const ofZone = zone === null ? '' : ` Time zone: ${zone.name} (${toPrintable(zone.from)}).`;
  const dialects = result.dialects.length === 0 ? '' : `Dialects: ${result.dialects.join(', ')}.${ofZone}`;
  const lines = [
    `${toCounts(result)}.`,
    toNotReadText(result),
    dialects,
    ...toHidingLines(result, config),
    toOtherPrograms(result),
    toDailyText(result),
    ...texts,
  ].filter((text) => text !== '');
  output.print(wrapText(lines.join('\n').trimEnd(), output.stdout));
}

/** Programs whose rules are not read. */
function toOtherPrograms({ otherPrograms }: BuildResult): string {
  if (otherPrograms.length === 0) return '';
  const programs = toWordList(otherPrograms, maxPaths);
  const compare = 'Compare with your site: `galley check --sitemap FILE|URL`.';
  return `This looks like ${programs}, whose rules are not read, so what it hides may be an article. ${compare}`;
}

/** Files that other programs read as articles. */
function toNotReadText({ notRead }: BuildResult): string {
  const counts = Object.entries(notRead).map(([ending, number]) => `${toDigits(number)} ${toPrintable(ending)}`);
  return counts.length === 0 ? '' : `Not read: ${counts.sort().join(', ')}. Galley reads articles in Markdown alone.`;
}

/** Notes of each day, which some keep to themselves. */
function toDailyText({ dailyNotes }: BuildResult): string {
  if (dailyNotes === null) return '';
  const folder = toPrintable(dailyNotes.folder);
  return `${count(dailyNotes.articles, 'article')} in ${folder}/ ${dailyNotes.articles === 1 ? 'is a daily note' : 'are daily notes'}. If they are private, write \`exclude: [${JSON.stringify(folder)}]\` in ${configFile}.`;
}

/** Where links between articles lead, said with the first release; '' where that was chosen. */
function toLinksText({ linking, changes }: BuildResult, { articleUrl }: Config): string {
  if (linking === 0 || changes?.before !== null || articleUrl !== Config.parse({}).articleUrl) return '';
  return (
    `${count(linking, 'article')} ${linking === 1 ? 'links' : 'link'} to others. These links lead to the API, and browsers have no key for it. ` +
    `If people read the articles on a website, set \`articleUrl\` in ${configFile} to the addresses of that website.`
  );
}

/** A line for each rule that hides something, how to turn one off, and a line for each file with settings that cannot be read. */
export function toHidingLines({ hiding, unread }: Pick<BuildResult, 'hiding' | 'unread'>, config: Config): string[] {
  const byFile = groupBy(unread, ({ file }) => file);
  return [
    ...withFullPaths(hiding, config).map(({ rule, hidden, files, path, from }) => {
      const by = from === undefined ? '' : ` (${toPrintable(from)})`;
      return `\`${rule}\`${by} hides ${toDigits(hidden)} of ${count(files, 'file')}, such as ${toPrintable(path)}.`;
    }),
    ...(hiding.length === 0
      ? []
      : [`To publish what a rule hides, write its name under \`notHiding\` in ${configFile}.`]),
    ...Array.from(byFile, ([file, settings]) => {
      const names = [...new Set(settings.map(({ setting }) => `\`${toPrintable(setting)}\``))];
      return `${toPrintable(file)}: ${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} not read: Galley runs no code, and reads settings in UTF-8 that are whole and not too long. If this hides files, add them to \`exclude\` in ${configFile}.`;
    }),
  ];
}

/** `3 Markdown files, 2 articles, 1 draft`. */
function toCounts({ problems, files, articles, scheduled, drafts = 0, others, invalid }: BuildResult): string {
  const [errors, warnings] = countProblems({ problems });
  const early = [
    ...(drafts > 0 ? [count(drafts, 'draft')] : []),
    ...(scheduled > 0 ? [`${toDigits(scheduled)} scheduled`] : []),
  ];
  return [
    count(files, 'Markdown file'),
    `${count(articles, 'article')}${early.length > 0 ? ` (${early.join(', ')})` : ''}`,
    ...Object.entries(others).map(([reason, number]) => toReason(reason, number)),
    ...(invalid.length > 0 ? [`${toDigits(invalid.length)} invalid`] : []),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
}

/** `2 drafts`, `2 without a date`. */
function toReason(reason: string, number: number): string {
  const text = reasons[reason] ?? reason;
  return text === 'draft' || text === 'template' ? count(number, text) : `${toDigits(number)} ${text}`;
}

/** `1 error, 2 warnings`. */
function toProblemCounts(problems: readonly Problem[]): string {
  const [errors, warnings] = countProblems({ problems });
  return [...(errors > 0 ? [count(errors, 'error')] : []), ...(warnings > 0 ? [count(warnings, 'warning')] : [])].join(
    ', ',
  );
}

export function countProblems({ problems }: { problems: readonly Problem[] }): [errors: number, warnings: number] {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return [errors, problems.length - errors];
}

/** Whether there is no article since its authors say so, and nothing else keeps one from being published. */
export function isDraftsAlone({ articles, others, problems }: BuildResult): boolean {
  const hasDraft = ['draft', 'drafts-folder', 'unpublished'].some((reason) => reason in others);
  return (
    articles === 0 && hasDraft && !problems.some(({ severity, code }) => severity === 'error' || code === 'no-date')
  );
}

/** One sentence on what was written. */
function toOutcome(result: BuildResult, config: Config, milliseconds: number): string {
  const time = `${(milliseconds / 1000).toFixed(2)} s`;
  if (result.refused === 'empty')
    return `Nothing was written: the new release has no articles, but the last one has. If that is right, add --allow-empty. ${time}.`;
  if (result.written === null) return `Nothing was written: readers keep what they had. ${time}.`;
  const { written, reused, repaired, bytes, media, release } = result.written;
  const again =
    repaired.length === 0
      ? ''
      : `${count(repaired.length, 'damaged file')} of the release ${repaired.length === 1 ? 'was' : 'were'} written again: ${toWordList(repaired, maxPaths)}.\n`;
  const files = `${count(written, 'file')} written, ${toDigits(reused)} reused, ${toSize(bytes)}`;
  const images = media > 0 ? `, ${count(media, 'image')} copied` : '';
  return `${again}Release ${toShortId(release)} in ${config.out}: ${files}${images}. ${time}.`;
}

/** What becomes of invalid files, in red; '' where there are none. */
export function toInvalidText(
  { invalid, written }: BuildResult,
  { content, invalid: mode }: Config,
  all: boolean,
  { stdout }: Output,
): string {
  if (invalid.length === 0) return '';
  const red = (text: string): string => styleText('red', text, { stream: stdout });
  const isOne = invalid.length === 1;
  if (mode === 'fail')
    return `${red(`${count(invalid.length, 'file')} ${isOne ? 'is' : 'are'} invalid, so nothing is published (invalid: fail).`)}\n`;
  const toLine = (file: InvalidFile): string =>
    `  ${toPrintable(join(content.root, file.path).replaceAll(sep, '/'))}${toFate(file)}`;
  // What readers had comes first.
  const ordered = [...invalid].sort((a, b) => rankOf(b) - rankOf(a));
  const shown = all ? ordered : ordered.slice(0, maxInvalid);
  const rest = invalid.length - shown.length;
  const verb = written === null ? 'would be' : isOne ? 'is' : 'are';
  return [
    `${count(invalid.length, 'invalid file')} ${verb} skipped:`,
    ...shown.map(toLine),
    ...(rest > 0 ? [`  and ${count(rest, 'more file')} (--all lists them)`] : []),
  ]
    .map((line) => `${red(line)}\n`)
    .join('');
}

function rankOf({ isWithdrawn, isOlder }: InvalidFile): number {
  return isWithdrawn ? 2 : isOlder ? 1 : 0;
}

function toFate({ isWithdrawn, isOlder }: InvalidFile): string {
  if (isWithdrawn) return ': its article was published, but now readers get 404 until it is fixed';
  return isOlder ? ': readers get its article as it was last published, until the file is fixed or removed' : '';
}

/** Problems in words, as JSON has them. */
export function toWordedProblems(problems: readonly Problem[], config: Config) {
  return withFullPaths(problems.map(toWorded), config);
}

/** Paths relative to the working directory, as text shows them. */
export function withFullPaths<T extends { path: string }>(found: readonly T[], { content }: Config): T[] {
  return found.map((one) => ({ ...one, path: join(content.root, one.path).replaceAll(sep, '/') }));
}
