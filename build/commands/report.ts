import { join } from 'node:path';
import { styleText } from 'node:util';
import type { Config } from '../config.ts';
import type { Problem } from '../problem.ts';
import type { BuildResult } from '../rebuild.ts';

/** Problems on standard error, the summary on standard output. */
export function printReport(result: BuildResult, config: Config, milliseconds: number): void {
  for (const problem of result.problems) console.error(`${toText(problem, config.content)}\n`);
  if (result.articles === 0) console.error(`There is no article in ${config.content}: the release is empty.\n`);
  console.log(toSummary(result, config, milliseconds));
}

/** `path:line:column`, then what was found, what is expected, and the mend, each on a line of its own. */
function toText(problem: Problem, content: string): string {
  const { severity, code, line, column, found, expected, mend } = problem;
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    styleText(format, text, { stream: process.stderr });
  const place = paint('bold', `${join(content, problem.path)}:${line}:${column}`);
  const kind = paint(severity === 'error' ? 'red' : 'yellow', severity);
  return [
    `${place}  ${kind}  ${paint('dim', code)}`,
    `  found     ${found}`,
    `  expected  ${expected}`,
    `  mend      ${mend}`,
  ].join('\n');
}

/** What became of files that are no articles, or hidden ones. */
const reasons: Readonly<Record<string, string>> = {
  draft: 'draft',
  'drafts-folder': 'in a drafts folder',
  unpublished: 'unpublished',
  expired: 'expired',
  section: 'listing a section',
  'no-page': 'without a page',
  'no-date': 'without a date',
};

function toSummary(result: BuildResult, config: Config, milliseconds: number): string {
  const errors = result.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = result.problems.length - errors;
  const counts = [
    count(result.files, 'Markdown file'),
    `${count(result.articles, 'article')}${result.scheduled > 0 ? ` (${number(result.scheduled)} scheduled)` : ''}`,
    ...Object.entries(result.others).map(([reason, files]) => `${number(files)} ${reasons[reason] ?? reason}`),
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
  const time = `${(milliseconds / 1000).toFixed(2)} s`;
  if (result.written === null) {
    return `${counts}.\nNothing was written: what was served before stays as it was. ${time}.`;
  }
  const { written, reused, bytes, media, release } = result.written;
  return [
    `${counts}.`,
    `Release ${release.slice(0, 12)} in ${config.out}: ${count(written, 'file')} written, ${number(reused)} reused, ` +
      `${size(bytes)}${media > 0 ? `, ${count(media, 'picture')} copied` : ''}. ${time}.`,
  ].join('\n');
}

function count(value: number, noun: string): string {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function number(value: number): string {
  // Intl would take longer to load than most builds last.
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
