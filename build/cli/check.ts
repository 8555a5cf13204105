import { join } from 'node:path';
import { headerFinders, plainDialects, turnedOff } from '../dialects/index.ts';
import { findUndeclared } from '../front-matter/fields/find-undeclared.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import type { BuildResult } from '../pipeline/options.ts';
import type { Autofix, Problem } from '../problems/problem.ts';
import { toAnnotation } from '../problems/to-annotation.ts';
import type { PublishedSource } from '../release/disk/find-published.ts';
import { createLocator } from '../source/read-real.ts';
import { readSource } from '../source/read-source.ts';
import { buildWithProgress } from './build.ts';
import { toBuildOptions } from './build-options.ts';
import { count } from './figures.ts';
import { withFormer } from './former.ts';
import type { Output } from './output.ts';
import { printProblems } from './print-problems.ts';
import { countProblems, printSummary, toInvalidText, toWordedProblems, withFullPaths } from './report.ts';
import type { Config } from './settings.ts';
import { checkSite, toSiteText } from './sitemap/check-site.ts';
import type { SiteDifferences } from './sitemap/compare-site.ts';
import { readSite } from './sitemap/read-site.ts';
import { countUndeclared, toUndeclaredText, type UndeclaredField } from './undeclared.ts';
import { writeLink } from './write-link.ts';
import { writeNames } from './write-names.ts';

export interface CheckFlags {
  /** As for `galley diff`: what knows of moves; by default the release that a build follows. */
  against?: string;
  format?: 'text' | 'json' | 'github';
  /** Fixes what has only one fix. */
  fix?: boolean;
  /** Warnings that are allowed; any number by default. */
  maxWarnings?: number;
  /** Of the website that shows the same articles: a file, a folder or an address. */
  sitemap?: string;
  all?: boolean;
}

/** What was written into a file. */
type Fixed = { path: string } & Autofix;

/**
 * `galley check`: finds every problem and writes no release. 1 where there are errors, moves that are not written down,
 * more warnings than are allowed, or articles that the website does not show.
 */
export async function runCheck(config: Config, flags: CheckFlags, output: Output): Promise<0 | 1> {
  const { against } = flags;
  if (against === undefined) return checkContent(config, flags, output);
  return withFormer(config, { against }, output, ({ former }) => checkContent(config, flags, output, former));
}

/** `former` is the release that is known; by default the one that a build follows. */
async function checkContent(
  config: Config,
  flags: CheckFlags,
  output: Output,
  former?: PublishedSource | null,
): Promise<0 | 1> {
  const { format, fix = false, maxWarnings = Number.POSITIVE_INFINITY, sitemap } = flags;
  const addresses = sitemap === undefined ? null : await readSite(sitemap);
  let files: Pick<BuiltFiles, 'records' | 'sources'> = { records: [], sources: [] };
  const onFiles = (built: BuiltFiles): void => {
    files = built;
  };
  const check = async (): Promise<BuildResult> => {
    const published = former && { published: former };
    const moment = { quiet: format !== 'text', write: 'nothing', onFiles } as const;
    const found = await buildWithProgress(config, output, { ...moment, ...published });
    return { ...found, problems: found.problems.map(toErrorOfMove) };
  };
  let result = await check();
  const fixed = fix ? await fixAll(result, config, output) : [];
  if (fixed.length > 0) result = await check();
  const site = addresses && checkSite(addresses, files.records, result, config);
  const undeclared = format === 'github' ? [] : readUndeclared(files, config);
  print({ result, fixed, site, undeclared }, config, flags, output);
  const [errors, warnings] = countProblems(result);
  if (warnings > maxWarnings && format === 'text')
    output.printError(`Found ${count(warnings, 'warning')}. Expected at most ${maxWarnings} (--max-warnings).`);
  return errors > 0 || warnings > maxWarnings || (site?.onlyHere.length ?? 0) > 0 ? 1 : 0;
}

/** The headers of articles are read again: to keep this of each would make every build larger. */
function readUndeclared(
  { sources, records }: Pick<BuiltFiles, 'records' | 'sources'>,
  config: Config,
): UndeclaredField[] {
  const { contentOptions = defaultContentOptions } = toBuildOptions(config, '', undefined);
  const finders = headerFinders({ ...plainDialects, off: turnedOff(config.dialects) });
  const articles = sources.filter((_, place) => records[place]?.kind === 'article');
  const keys = articles.flatMap((source) => {
    const read = readSource(source, contentOptions.maxFileSize).value;
    const parsed = read && parseFile(source, read.bytes, finders).value;
    return parsed ? [findUndeclared(parsed.frontMatter, contentOptions)] : [];
  });
  return countUndeclared(keys);
}

interface Checked {
  result: BuildResult;
  fixed: readonly Fixed[];
  site: SiteDifferences | null;
  undeclared: readonly UndeclaredField[];
}

function print(
  { result, fixed, site, undeclared }: Checked,
  config: Config,
  { format, all = false, sitemap = '' }: CheckFlags,
  output: Output,
): void {
  const { written: _, refused: __, changes: ___, ...found } = result;
  if (format === 'json') {
    const [problems, invalid] = [toWordedProblems(result.problems, config), withFullPaths(result.invalid, config)];
    const hiding = withFullPaths(result.hiding, config);
    const sitemapOf = site && { ...site, onlyHere: withFullPaths(site.onlyHere, config) };
    const fixes = withFullPaths(fixed, config);
    output.printJson({
      ...found,
      problems,
      invalid,
      hiding,
      fixed: fixes,
      undeclared,
      ...(site && { sitemap: sitemapOf }),
    });
  } else if (format === 'github') {
    // GitHub shows only the first ten of each kind in a run.
    const isError = ({ severity }: Problem): boolean => severity === 'error';
    const ordered = result.problems.toSorted((a, b) => Number(isError(b)) - Number(isError(a)));
    for (const problem of ordered) output.print(toAnnotation(problem, config.content.root));
  } else {
    printProblems(result, config, all, output);
    for (const { path, ...names } of fixed)
      output.print(`Wrote ${toWords(names)} into ${join(config.content.root, path)}.`);
    const texts = [toInvalidText(result, config, all, output), toUndeclaredText(undeclared)];
    printSummary(result, config, texts, output);
  }
  if (site !== null && format !== 'json') output.print(toSiteText(site, sitemap, config, all));
}

/** What the last release alone knows is lost with it: a build goes on, but a check fails until it is written down. */
function toErrorOfMove(problem: Problem): Problem {
  return problem.code === 'moved-slug' ? { ...problem, severity: 'error' } : problem;
}

/** Fixes what has only one fix. Reports a file in which more than that would change, and leaves it as it is. */
async function fixAll({ problems }: BuildResult, { content, dialects }: Config, output: Output): Promise<Fixed[]> {
  const fixed: Fixed[] = [];
  const finders = headerFinders({ ...plainDialects, off: turnedOff(dialects) });
  const locate = createLocator(content.root, content.folders);
  // From the end of each file on, so that places stay true.
  for (const { path, autofix, line, column } of problems.toReversed()) {
    if (autofix === undefined) continue;
    const [file, at] = [locate(path), { line, column }];
    const { link } = autofix;
    const isWritten =
      link === undefined ? await writeNames(file, autofix, at, finders) : await writeLink(file, link, at);
    if (isWritten) fixed.push({ path, ...autofix });
    else
      output.printError(
        `${join(content.root, path)}: galley cannot write ${toWords(autofix)} into this file without changing something else. Write it yourself.`,
      );
  }
  return fixed.reverse();
}

function toWords({ id, aliases, date, link }: Autofix): string {
  return Object.entries({ id, alias: aliases?.join(', '), date, 'link to': link?.to })
    .flatMap(([name, value]) => (value ? [`the ${name} ${value}`] : []))
    .join(' and ');
}
