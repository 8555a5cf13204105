import { compareProblems, compareText, type Problem } from '../problem.ts';
import type { Draft, IdentifiedDraft } from '../stages.ts';
import { settleAliases } from './settle-aliases.ts';
import { settleIds } from './settle-ids.ts';
import { settleSlugs } from './settle-slugs.ts';

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
