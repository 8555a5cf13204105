import type { Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { findValues } from '../fields/find-values.ts';
import type { Draft, IdentifiedDraft } from '../parsed-file.ts';

/**
 * Drafts whose aliases each lead to one article. An alias that is the slug of an article, or an alias of another that
 * comes before, is dropped with a warning.
 */
export function settleAliases(drafts: readonly IdentifiedDraft[]): { drafts: IdentifiedDraft[]; problems: Problem[] } {
  const holders = new Map<string, Draft>(drafts.map((draft) => [draft.fields.slug, draft]));
  const problems: Problem[] = [];
  const settled = drafts.map((draft) => {
    if (draft.fields.aliases.length === 0) return draft;
    const aliases = draft.fields.aliases.filter((alias) => {
      const holder = holders.get(alias);
      if (holder === undefined) holders.set(alias, draft);
      else if (holder !== draft) problems.push(clash(draft, alias, holder));
      return holder === undefined;
    });
    return { ...draft, fields: { ...draft.fields, aliases } };
  });
  return { drafts: settled, problems };
}

function clash(draft: Draft, alias: string, holder: Draft): Problem {
  const at = findValues(draft.source, 'aliases')[0]?.value ?? topOfFile;
  const role = holder.fields.slug === alias ? 'the slug' : 'an alias';
  return reportProblem(
    'alias-clash',
    draft.source.path,
    at,
    {
      found: `the alias \`${alias}\`, which is ${role} of ${holder.source.path}`,
      expected: 'an alias that leads to one article',
      fix: `Remove \`${alias}\` here; until then it leads to ${holder.source.path}.`,
    },
    'warning',
  );
}
