import type { UnreadSetting } from '../dialects/hiding.ts';
import { groupBy } from '../package/group-by.ts';
import { lazy } from '../package/lazy.ts';
import { capProblems } from '../problems/cap-problems.ts';
import { compareProblems, compareText, type Problem } from '../problems/problem.ts';
import { findHiding } from './find-hiding.ts';
import type { BodyRecord, FileRecord } from './incremental/file-record.ts';
import { nameNearest } from './name-nearest.ts';
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
    scheduled: articles.filter(({ identity, body }) => !identity?.isDraft && (body?.article?.publishAt ?? 0) > now)
      .length,
    ...(contentOptions.drafts && { drafts: articles.filter(({ identity }) => identity?.isDraft).length }),
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
    if (others.length === 0) return rest;
    return { ...rest, others: { count: others.length, are: others.length === 1 ? 'such file' : 'such files' } };
  });
}

function countReasons(records: readonly FileRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of records) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
