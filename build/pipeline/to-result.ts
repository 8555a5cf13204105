import { posix, relative, resolve, sep } from 'node:path';
import type { UnreadSetting } from '../dialects/hiding.ts';
import { slugFromPath } from '../front-matter/fields/read-slug.ts';
import { groupBy } from '../package/group-by.ts';
import { lazy } from '../package/lazy.ts';
import { capProblems } from '../problems/cap-problems.ts';
import { createPathFinder } from '../problems/near-path.ts';
import { compareProblems, compareText, type Problem } from '../problems/problem.ts';
import { isShownPath } from '../source/asset-paths.ts';
import { isIn } from '../source/content-folders.ts';
import { hasFile, listMedia, outsideFolder } from '../source/media.ts';
import { markdownName } from '../source/source-file.ts';
import { findHiding } from './find-hiding.ts';
import type { BodyRecord, FileRecord } from './incremental/file-record.ts';
import type { BuildResult, FullOptions } from './options.ts';
import { reportOtherIds } from './report-other-ids.ts';
import { reportRootFiles } from './report-root-files.ts';

/** The result of a build of its files. `found` are problems of what was not read, `clashes` those of names. Nothing is written yet. */
export function toResult(
  records: readonly FileRecord[],
  found: readonly Problem[],
  clashes: readonly Problem[],
  unread: UnreadSetting[],
  { now, content, contentOptions, dialects }: FullOptions,
): Omit<BuildResult, 'notRead'> {
  const ofArticles = lazy(() => new Set(records.flatMap(({ path, kind }) => (kind === 'article' ? [path] : []))));
  // The names of an invalid file are a guess.
  const certain = clashes.filter(({ path }) => ofArticles().has(path));
  const ofRecords = countAlike(records.filter(mayHaveProblems).flatMap(problemsOf));
  const all = [
    ...found,
    ...certain,
    ...ofRecords,
    ...reportRootFiles(records, content),
    ...reportOtherIds(records, ofRecords),
  ];
  const problems = nameNearest(all, records, { content, folders: contentOptions.folders });
  const invalid = new Set(problems.filter(({ severity }) => severity === 'error').map(({ path }) => path));
  const articles = records.filter(({ path, kind }) => kind === 'article' && (invalid.size === 0 || !invalid.has(path)));
  return {
    problems: problems.sort(compareProblems),
    dialects: dialects.detected,
    otherPrograms: dialects.others ?? [],
    timeZone: dialects.timeZone ?? null,
    files: records.length,
    articles: articles.length,
    invalid: [...invalid].sort(compareText).map((path) => ({ path, isOlder: false, isWithdrawn: false })),
    others: countReasons(records),
    hiding: findHiding(records),
    unread,
    dailyNotes: findDailyNotes(articles, dialects.dailyNotes),
    linking: articles.filter(({ body }) => body && isLinking(body)).length,
    scheduled: articles.filter(({ body }) => (body?.article?.publishAt ?? 0) > now).length,
    changes: null,
    written: null,
    refused: null,
  };
}

/** How many articles are daily notes. */
function findDailyNotes(articles: readonly FileRecord[], folder: string | undefined): BuildResult['dailyNotes'] {
  const count = folder === undefined ? 0 : articles.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  return folder === undefined || count === 0 ? null : { folder, articles: count };
}

/** Whether an article leads to another. */
export function isLinking({ dependencies }: BodyRecord): boolean {
  return dependencies.some(([kind, , found]) => kind === 'article' && found !== null && found !== '');
}

/** Most files have none, and are many. */
function mayHaveProblems({ problems, body }: FileRecord): boolean {
  return problems.length > 0 || (body !== null && body.problems.length + body.fragments.length > 0);
}

function problemsOf({ path, problems, body }: FileRecord): Problem[] {
  const fragments = body?.fragments.flatMap(({ problem }) => (problem === null ? [] : [{ ...problem, path }])) ?? [];
  return [...problems, ...(body?.problems ?? []), ...capProblems(fragments)];
}

/** Of problems that files have in common, the first, with the number of the others. */
function countAlike(problems: readonly Problem[]): Problem[] {
  const groups = groupBy(problems, ({ alike }) => alike);
  return problems.flatMap((problem) => {
    const { alike, ...rest } = problem;
    const [first, ...others] = alike === undefined ? [problem] : (groups.get(alike) ?? []);
    if (first !== problem) return [];
    const files = others.length === 1 ? 'file' : 'files';
    return others.length === 0 ? rest : { ...rest, found: `${rest.found} (and ${others.length} more such ${files})` };
  });
}

function countReasons(records: readonly FileRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of records) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/**
 * Problems of links to files that are not there, with the file that was renamed, or the nearest one. Found with each build, since it may be
 * another each time.
 */
function nameNearest(
  problems: readonly Problem[],
  records: readonly FileRecord[],
  { content, folders }: { content: string; folders: readonly string[] },
): Problem[] {
  const articles = lazy(() => records.filter(({ kind }) => kind === 'article'));
  const pages = lazy(() => new Set(articles().map(({ path }) => path)));
  /** Paths of articles by their former slugs. */
  const renamed = lazy(() => {
    const written = articles().flatMap(({ path, names }) =>
      (names?.aliases ?? []).map((slug) => [slug, path] as const),
    );
    const found = problems.flatMap(({ path, autofix }) =>
      autofix?.alias === undefined ? [] : [[autofix.alias, path] as const],
    );
    return new Map([...written, ...found]);
  });
  const pageFinder = lazy(() => createPathFinder([...pages()]));
  const files = lazy(() => listMedia(content, folders));
  const fileFinder = lazy(() => createPathFinder(files()));
  const mediaFinder = lazy(() => createPathFinder(files().filter(isShownPath)));
  return problems.map((problem) => {
    const { target, code, path } = problem;
    if (target === undefined) return problem;
    const isInside = folders.some((folder) => isIn(resolve(content, target), resolve(content, folder)));
    if (code === 'missing-image' && pages().has(target)) return toArticle(problem);
    if (code === 'missing-image' && isInside && hasFile(content, target)) return toUnread(problem);
    const now = code === 'broken-link' && markdownName.test(target) ? renamed().get(slugFromPath(target)) : undefined;
    if (now !== undefined) return toRenamed(problem, pathFrom(path, now));
    const folder = outsideFolder(content, target);
    if (folder !== null) return toOutside(problem, content, folder);
    const finder = code === 'missing-image' ? mediaFinder : markdownName.test(target) ? pageFinder : fileFinder;
    const near = finder()(target);
    if (near === null) return problem;
    return { ...problem, fix: `Correct it, or add the file. The nearest path is \`${pathFrom(path, near)}\`.` };
  });
}

/** The path of a file as a link in another one has it. */
function pathFrom(path: string, target: string): string {
  return posix.relative(posix.dirname(path), target).replaceAll(' ', '%20');
}

/** Of a link to a file that has another name now. */
function toRenamed(problem: Problem, to: string): Problem {
  const [, from] = /^a link to ([^?#]+?)(?:[?#].*)?, but /.exec(problem.found) ?? [];
  const fix = `The file was renamed. Write \`${to}\``;
  if (from === undefined) return { ...problem, fix: `${fix}.` };
  return { ...problem, fix: `${fix}, as galley check --fix does.`, autofix: { link: { from, to } } };
}

/** Of an image that is an article. */
function toArticle({ target: _, ...problem }: Problem): Problem {
  return {
    ...problem,
    found: problem.found.replace(', which does not exist', ', which is an article'),
    fix: 'To link to the article, remove the `!`.',
  };
}

/** Of an image that is there. */
function toUnread({ target: _, ...problem }: Problem): Problem {
  return {
    ...problem,
    found: problem.found.replace(', which does not exist', ', which is there, but cannot be read'),
    fix: 'Check its permissions. A link on disk that leads out of the content folder is not followed, and nothing of a release is read.',
  };
}

function toOutside(problem: Problem, content: string, folder: string): Problem {
  const own = relative('', content).replaceAll(sep, '/') || '.';
  return {
    ...problem,
    found: `${problem.found.split(', which does not exist')[0]}, which is outside the content folder`,
    fix: `Name both folders in galley.config.yaml: \`content: [${own}, ${folder}]\`.`,
  };
}
