import { compareProblems, compareText, type Problem, type Result } from '../../problems/problem.ts';
import { reportWarning, topOfFile } from '../../problems/report-problem.ts';
import type { Candidate, UniqueNames } from './identity.ts';
import { nameByFolders } from './name-by-folders.ts';
import { uniqueIds } from './unique-ids.ts';
import { reportUnfit, uniqueSlugs } from './unique-slugs.ts';

/**
 * Unique ids, slugs and aliases by path; the same for candidates in any order. With an error among the problems, some are
 * still not unique.
 */
export function identify(candidates: readonly Candidate[]): Result<Map<string, UniqueNames>> {
  const ordered = nameByFolders(candidates).sort(compareAge);
  const slugs = uniqueSlugs(ordered);
  const ids = uniqueIds(ordered, slugs.value);
  const aliases = uniqueAliases(ordered, slugs.value);
  const unfit = reportUnfit(ordered, slugs.value);
  const problems = [...slugs.problems, ...unfit, ...ids.problems, ...aliases.problems];
  const names = ordered.map(({ path, identity }, i): [string, UniqueNames] => {
    const [id = 0, slug = identity.slug] = [ids.value[i], slugs.value[i]];
    return [path, { id, slug, aliases: aliases.value[i] ?? [] }];
  });
  return { value: new Map(names), problems: problems.sort(compareProblems) };
}

/**
 * Those that are held first, then the older article: by the moment from which it is served, then by path. Of one moment, a
 * file that names no language is taken for the original, of which the others are translations.
 */
function compareAge(a: Candidate, b: Candidate): number {
  const [first, second] = [a.identity.publishAt ?? newest, b.identity.publishAt ?? newest];
  const held = Number(b.isHeld ?? false) - Number(a.isHeld ?? false);
  return held || first - second || isTranslation(a) - isTranslation(b) || compareText(a.path, b.path);
}

function isTranslation({ identity }: Candidate): number {
  return identity.language === null ? 0 : 1;
}

/** Later than any date. */
const newest = Number.MAX_SAFE_INTEGER;

/**
 * The aliases of each candidate, so that each leads to one article. An alias that is the slug of an article, or an alias of
 * another that comes before, is dropped with a warning. `slugs` are those of the candidates, in their order.
 */
function uniqueAliases(candidates: readonly Candidate[], slugs: readonly string[]): Result<(readonly string[])[]> {
  const holders = new Map<string, number>(slugs.map((slug, i) => [slug, i]));
  const problems: Problem[] = [];
  const value = candidates.map(({ path, identity: { aliases, at } }, i) =>
    aliases.filter((alias) => {
      const holder = holders.get(alias);
      if (holder === undefined) holders.set(alias, i);
      if (holder === undefined || holder === i) return holder === undefined;
      const role = slugs[holder] === alias ? 'the slug' : 'an alias';
      const other = candidates[holder]?.path ?? '';
      const problem = {
        found: `the alias \`${alias}\`, which is ${role} of ${other}`,
        expected: 'an alias that leads to one article',
        fix: `Remove \`${alias}\` here. Until then, it leads to ${other}.`,
      };
      problems.push(reportWarning('alias-clash', path, at.aliases ?? topOfFile, problem));
      return false;
    }),
  );
  return { value, problems };
}
