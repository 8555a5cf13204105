import type { Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import type { Candidate } from './identity.ts';

/**
 * The aliases of each candidate, so that each leads to one article. An alias that is the slug of an article, or an alias of
 * another that comes before, is dropped with a warning. `slugs` are those of the candidates, in their order.
 */
export function uniqueAliases(
  candidates: readonly Candidate[],
  slugs: readonly string[],
): { value: (readonly string[])[]; problems: Problem[] } {
  const holders = new Map<string, number>(slugs.map((slug, i) => [slug, i]));
  const problems: Problem[] = [];
  const value = candidates.map(({ path, identity: { aliases, at } }, i) => {
    if (aliases.length === 0) return aliases;
    return aliases.filter((alias) => {
      const holder = holders.get(alias);
      if (holder === undefined) holders.set(alias, i);
      else if (holder !== i) {
        const role = slugs[holder] === alias ? 'the slug' : 'an alias';
        const other = candidates[holder]?.path ?? '';
        problems.push(clash(path, at.aliases ?? topOfFile, alias, role, other));
      }
      return holder === undefined;
    });
  });
  return { value, problems };
}

function clash(path: string, at: typeof topOfFile, alias: string, role: string, other: string): Problem {
  return reportProblem(
    'alias-clash',
    path,
    at,
    {
      found: `the alias \`${alias}\`, which is ${role} of ${other}`,
      expected: 'an alias that leads to one article',
      fix: `Remove \`${alias}\` here; until then it leads to ${other}.`,
    },
    'warning',
  );
}
