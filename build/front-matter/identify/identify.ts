import { compareProblems, type Problem } from '../../problems/problem.ts';
import { compareAge } from './compare-age.ts';
import type { Candidate, UniqueNames } from './identity.ts';
import { reportUnfit } from './report-unfit.ts';
import { uniqueAliases } from './unique-aliases.ts';
import { uniqueIds } from './unique-ids.ts';
import { uniqueSlugs } from './unique-slugs.ts';

/**
 * Unique ids, slugs and aliases by path; the same for candidates in any order. With an error among the problems, some are
 * still not unique.
 */
export function identify(candidates: readonly Candidate[]): {
  value: Map<string, UniqueNames>;
  problems: Problem[];
} {
  const ordered = [...candidates].sort(compareAge);
  const slugs = uniqueSlugs(ordered);
  const ids = uniqueIds(ordered, slugs.value);
  const aliases = uniqueAliases(ordered, slugs.value);
  const unfit = reportUnfit(ordered, slugs.value);
  const problems = [...slugs.problems, ...unfit, ...ids.problems, ...aliases.problems];
  const names = ordered.map(({ path, identity }, i): [string, UniqueNames] => {
    const [id, slug] = [ids.value[i], slugs.value[i]];
    if (id === undefined || slug === undefined) throw new RangeError(`${path} has no id or no slug.`);
    return [path, { id, slug, aliases: aliases.value[i] ?? identity.aliases }];
  });
  return { value: new Map(names), problems: problems.sort(compareProblems) };
}
