import { compareProblems, compareText, type Problem } from '../../problems/problem.ts';
import type { Draft, IdentifiedDraft } from '../parsed-file.ts';
import { settleAliases } from './unique-aliases.ts';
import { settleIds } from './unique-ids.ts';
import { settleSlugs } from './unique-slugs.ts';

/**
 * Makes every slug, id and alias unique and fills in missing ids; the same for drafts in any order.
 * Drafts come back in the order of their paths. With an error among the problems, some are still not unique.
 */
export function identify(drafts: readonly Draft[]): { drafts: IdentifiedDraft[]; problems: Problem[] } {
  const ordered = [...drafts].sort((a, b) => compareText(a.source.path, b.source.path));
  const slugs = settleSlugs(ordered);
  const ids = settleIds(slugs.drafts);
  const aliases = settleAliases(ids.drafts);
  const problems = [...slugs.problems, ...ids.problems, ...aliases.problems];
  return { drafts: aliases.drafts, problems: problems.sort(compareProblems) };
}
