import { capProblems } from '../problems/cap-problems.ts';
import { compareProblems, type Problem } from '../problems/problem.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { BuildResult } from './options.ts';

/** What a build says of its files. `others` are problems that concern several files, `now` is in seconds. */
export function toResult(records: readonly FileRecord[], others: readonly Problem[], now: number): BuildResult {
  const articles = records.filter(({ kind }) => kind === 'article');
  return {
    problems: [...others, ...records.flatMap(problemsOf)].sort(compareProblems),
    files: records.length,
    articles: articles.length,
    others: countReasons(records),
    scheduled: articles.filter(({ body }) => (body?.article?.publishAt ?? 0) > now).length,
    written: null,
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
