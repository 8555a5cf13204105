import type { Problem } from '../problems/problem.ts';
import { reportProblem } from '../problems/report-problem.ts';
import type { FileRecord } from './incremental/file-record.ts';

/** Which files have errors, so that they are left out, and where the articles that are published link to them. */
export function findInvalid(
  records: readonly FileRecord[],
  problems: readonly Problem[],
): { value: ReadonlySet<string>; problems: Problem[] } {
  const invalid = new Set(problems.filter(({ severity }) => severity === 'error').map(({ path }) => path));
  if (invalid.size === 0) return { value: invalid, problems: [] };
  const links = records.flatMap(({ path, kind, body }) => {
    if (kind !== 'article' || invalid.has(path)) return [];
    return (body?.dependencies ?? []).flatMap(([what, target, , line = 1, column = 1]) => {
      return what === 'article' && invalid.has(target) ? [toInvalidLink(path, target, { line, column })] : [];
    });
  });
  return { value: invalid, problems: links };
}

function toInvalidLink(path: string, target: string, at: { line: number; column: number }): Problem {
  return reportProblem(
    'broken-link',
    path,
    at,
    {
      found: `a link to ${target}, which is skipped because of its errors`,
      expected: 'a link to an article that readers can get',
      fix: `Fix ${target}: the link needs no change then.`,
    },
    'warning',
  );
}
