import { capProblems } from '../problems/cap-problems.ts';
import type { Problem } from '../problems/problem.ts';
import { reasons } from '../problems/reasons.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { RemovedArticle } from './incremental/moves.ts';

/** A warning for each article that readers will not find any more, where it was. */
export function reportRemoved(removed: readonly RemovedArticle[], records: readonly FileRecord[]): Problem[] {
  if (removed.length === 0) return [];
  const hidden = new Map(records.flatMap(({ path, kind, reason }) => (kind === 'none' ? [[path, reason ?? '']] : [])));
  const problems = removed.map(({ path, slug, id }) => {
    const reason = hidden.get(path);
    const state = reason === undefined ? 'is no longer there' : `is hidden: ${reasons[reason] ?? reason}`;
    const keep = reason === undefined ? '' : 'To keep it, take out what hides it. ';
    return reportProblem(
      'removed-article',
      path,
      topOfFile,
      {
        found: `the article \`${slug}\`, which readers get in the last release, ${state}`,
        expected: 'that links to a published article stay good',
        fix:
          `${keep}If another article takes its place, write \`aliases: [${slug}]\` there. ` +
          `Otherwise leave it: once this is published, /articles/${slug} and /articles/${id} answer 404.`,
      },
      'warning',
    );
  });
  return capProblems(problems);
}
