import { join, sep } from 'node:path';
import { fieldNames } from '../front-matter/field-names.ts';
import { groupBy } from '../package/group-by.ts';
import type { BuildResult } from '../pipeline/options.ts';
import { toPrintable } from '../problems/printable.ts';
import { compareProblems, type Problem } from '../problems/problem.ts';
import { wrapText } from '../problems/text-width.ts';
import { toProblemText } from '../problems/to-text.ts';
import { isInGit } from '../source/find-repository.ts';
import { outsideFolder } from '../source/media.ts';
import { sourceLines } from '../source/source-excerpt.ts';
import { count, toDigits } from './figures.ts';
import type { Output } from './output.ts';
import { type Config, configFile } from './settings.ts';
import { toTextTable } from './table.ts';

/** Problems of one kind, as they are printed together. */
export interface ProblemGroup extends Pick<Problem, 'code' | 'severity'> {
  /**
   * All, where all are asked for or they are few; else the first errors, of as many files as possible, or the first
   * warning.
   */
  shown: Problem[];
  total: number;
  files: number;
  /** Lines of configuration that fix some of them, and in how many files. */
  settings: Map<string, number>;
}

/** Errors of one kind that are shown: a fourth says nothing new, and pushes others out of sight. */
const maxErrors = 3;

/**
 * The same of warnings. Of more, the first shows what they are: they stop nothing, and the first build of a folder has
 * many.
 */
const maxWarnings = 2;

/** Fewer files without a date are no articles, such as a README. */
const minUndated = 3;

/** Problems by file and line, and how many there are of each kind; all on standard error. */
export function printProblems(result: BuildResult, config: Config, all: boolean, output: Output): void {
  const { root, folders } = config.content;
  const sourceOf = sourceLines(config.content, output.stderr.columns);
  for (const note of result.written?.notes ?? []) output.printError(`${note}\n`);
  const groups = groupProblems(withContentSetting(result.problems, config), all);
  const { 'no-date': undated = 0, section = 0, draft: drafts = 0 } = result.others;
  const isUndated = undated >= minUndated && undated * 2 > result.files - section;
  for (const group of groups) {
    // The one message that follows says it of all.
    if (isUndated && group.code === 'no-date' && !all) group.shown = [];
  }
  const explained = new Set<string>();
  for (const problem of groups.flatMap(({ shown }) => shown).sort(compareProblems)) {
    const isFirst = !explained.has(problem.code);
    explained.add(problem.code);
    output.printError(`${toProblemText(problem, root, sourceOf(problem), isFirst, output.stderr)}\n`);
  }
  for (const group of groups) {
    if (isUndated && group.code === 'no-date') output.printError(`${toUndatedText(undated, result.files, config)}\n`);
    for (const line of toRest(group, config)) output.printError(`${wrapText(line, output.stderr)}\n`);
  }
  if (groups.some(({ shown, total }) => shown.length < total)) {
    const rows = groups.map(({ severity, total, files, code }) => {
      return [count(total, severity), `in ${count(files, 'file')}`, code];
    });
    output.printError(`${toTextTable(rows, { indent: '  ' }).join('\n')}\n`);
  }
  if (result.articles > 0 || result.invalid.length > 0) return;
  const read = folders.map((folder) => join(root, folder)).join(', ');
  const fix =
    drafts === 0
      ? ''
      : ` To publish a draft, delete the line of its header that makes it one, such as \`draft: true\`.`;
  const text = `There is no article in ${read}${result.written === null ? '' : ', so the release is empty'}.${fix}`;
  output.printError(`${wrapText(text, output.stderr)}\n`);
}

/** Where the date of an article was looked for, in a folder of which most files have none. */
function toUndatedText(undated: number, files: number, { gitDates }: Config): string {
  const [own, ...others] = fieldNames.publish_at;
  return (
    `${toDigits(undated)} of ${count(files, 'file')} have no date, so they are not published. Galley looked for a date\n` +
    `  in the header: \`${own}\`, \`date\`, \`pubDate\`, \`created\` and ${others.length - 3} more names;\n` +
    '  in the path: `2024-01-05-name.md`, `20240105-name.md`, `2024/01-05-name.md`, `2024/01/05/name.md`;\n' +
    `  in an address in the header: \`permalink: /2024/01/05/name/\`${gitDates ? '; in git' : ''}.`
  );
}

/** Groups problems by kind: errors before warnings, both in the order of their first places. */
export function groupProblems(problems: readonly Problem[], all: boolean): ProblemGroup[] {
  const kinds = groupBy(problems, ({ severity, code }) => `${severity} ${code}`);
  const groups = [...kinds.values()].flatMap((own) => (own[0] === undefined ? [] : [toGroup(own[0], own, all)]));
  const isError = ({ severity }: ProblemGroup): boolean => severity === 'error';
  return [...groups.filter(isError), ...groups.filter((group) => !isError(group))];
}

function toGroup({ code, severity }: Problem, own: readonly Problem[], all: boolean): ProblemGroup {
  const byPath = groupBy(own, ({ path }) => path);
  const firsts = [...byPath.values()].flatMap(([first]) => first ?? []);
  const max = severity === 'error' ? maxErrors : own.length > maxWarnings ? 1 : maxWarnings;
  const chosen = new Set([...new Set([...firsts.slice(0, max), ...own.slice(0, max)])].slice(0, max));
  const bySetting = groupBy(
    own.filter(({ setting }) => setting !== undefined),
    ({ setting = '' }) => setting,
  );
  return {
    code,
    severity,
    total: own.length,
    files: byPath.size,
    shown: own.filter((problem) => all || chosen.has(problem)),
    settings: new Map([...bySetting].map(([line, found]) => [line, new Set(found.map(({ path }) => path)).size])),
  };
}

/** More lines about problems of one kind: how many more there are, and what fixes them all. */
function toRest({ code, shown, total, files, settings }: ProblemGroup, { content, gitDates }: Config): string[] {
  const toFix = (fixed: number, what: string, setting: string): string =>
    `${count(fixed, 'file')}: this line in ${configFile} ${what}:\n  ${toPrintable(setting)}`;
  const more = total - shown.length;
  const isUndated = code === 'no-date' && files >= minUndated && !gitDates && isInGit(content.root);
  return [
    ...(more > 0 ? [`${toDigits(more)} more ${code}, in ${count(files, 'file')} in total. --all shows them.`] : []),
    // Of one file, the fix says it.
    ...[...settings].filter(([, fixed]) => fixed > 1).map(([line, fixed]) => toFix(fixed, 'may fix all of them', line)),
    ...(isUndated ? [toFix(files, 'takes the dates from git', 'gitDates: true')] : []),
  ];
}

/** Adds to missing files that lie beside the content folders the line of configuration that names their folders. */
function withContentSetting(problems: readonly Problem[], { content }: Config): readonly Problem[] {
  const folders = new Map<Problem, string>();
  for (const problem of problems) {
    if (problem.target === undefined) continue;
    const folder = outsideFolder(content.root, problem.target);
    if (folder !== null) folders.set(problem, folder);
  }
  if (folders.size === 0) return problems;
  const own = content.folders.map((folder) => join(content.root, folder).replaceAll(sep, '/'));
  const named = [...new Set([...own, ...[...folders.values()].sort()])];
  const setting = `content: [${named.map((folder) => (/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder))).join(', ')}]`;
  return problems.map((problem) => (folders.has(problem) ? { ...problem, setting } : problem));
}
