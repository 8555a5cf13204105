import { capProblems } from '../problems/cap-problems.ts';
import { compareProblems, compareText, type Problem } from '../problems/problem.ts';
import { findInvalid } from './find-invalid.ts';
import type { FileRecord } from './incremental/file-record.ts';
import { nameNearest } from './name-nearest.ts';
import type { BuildResult, FullOptions } from './options.ts';

/** What a build says of its files. `found` are problems of what was not read, `clashes` those of names. Nothing is written yet. */
export function toResult(
  records: readonly FileRecord[],
  found: readonly Problem[],
  clashes: readonly Problem[],
  {
    invalid: mode,
    now,
    content,
    contentOptions,
    dialects,
  }: Pick<FullOptions, 'invalid' | 'now' | 'content' | 'contentOptions' | 'dialects'>,
): BuildResult {
  const ofArticles = new Set(records.flatMap(({ path, kind }) => (kind === 'article' ? [path] : [])));
  // The names of an invalid file are a guess.
  const certain = clashes.filter(({ path }) => ofArticles.has(path));
  const all = [...found, ...certain, ...records.flatMap(problemsOf)];
  const problems = nameNearest(all, () => [...ofArticles], { content, folders: contentOptions.folders });
  const { value: invalid, problems: links } = findInvalid(records, problems);
  const articles = records.filter(({ path, kind }) => kind === 'article' && !invalid.has(path));
  return {
    problems: [...problems, ...(mode === 'fail' ? [] : links)].sort(compareProblems),
    dialects: dialects.detected,
    files: records.length,
    articles: articles.length,
    invalid: [...invalid].sort(compareText).map((path) => ({ path, isWithdrawn: false })),
    others: countReasons(records),
    scheduled: articles.filter(({ body }) => (body?.article?.publishAt ?? 0) > now).length,
    changes: null,
    written: null,
    refused: null,
  };
}

function problemsOf({ path, problems, body }: FileRecord): Problem[] {
  const fragments = body?.fragments.flatMap(({ problem }) => (problem === null ? [] : [{ ...problem, path }])) ?? [];
  return [...problems, ...(body?.problems ?? []), ...capProblems(fragments)];
}

function countReasons(records: readonly FileRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of records) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
