import type { Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { writeKey } from '../write-key.ts';
import { groupBy } from './group-by.ts';
import type { Candidate } from './identity.ts';
import { topFolder } from './top-folder.ts';

/** A warning for each folder at the top in which addresses or names of files can be no slugs. `slugs` are those that the candidates got. */
export function reportUnfit(candidates: readonly Candidate[], slugs: readonly string[]): Problem[] {
  const unfit = candidates.flatMap((candidate, i) => {
    const { unfitSlug } = candidate.identity;
    return unfitSlug === null ? [] : [{ ...candidate, unfitSlug, slug: slugs[i] ?? candidate.identity.slug }];
  });
  return [...groupBy(unfit, ({ path }) => topFolder(path))].flatMap(([folder, [first, ...rest]]) => {
    if (first === undefined) return [];
    const { path, identity, unfitSlug, slug } = first;
    const [name, also] = [
      shorten(unfitSlug),
      rest.length === 0 ? '' : `; ${rest.length} more in ${folder} get other names too`,
    ];
    const problem = {
      found: `\`${name}\` at the end of its address, which no slug can be; it gets \`${slug}\`${also}`,
      expected: 'letters, digits, `-`, `_` and `.` in an address; not digits alone',
      fix: `Write \`${writeKey(identity.syntax, 'slug', slug)}\`, so that it stays, or another.`,
    };
    return [reportProblem('bad-slug', path, identity.at.slug ?? topOfFile, problem, 'warning')];
  });
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
