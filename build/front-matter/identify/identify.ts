import { hashId } from '../../../src/core/hash.ts';
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
  const named = nameByFolders(candidates).sort(compareAge);
  const ordered = adoptIds(named);
  const slugs = uniqueSlugs(ordered);
  const ids = uniqueIds(ordered, slugs.value);
  const aliases = uniqueAliases(ordered, slugs.value);
  const unfit = reportUnfit(ordered, slugs.value);
  const clashing = new Set(ids.problems.map(({ path, code }) => (code === 'id-clash' ? path : '')));
  const problems = [...slugs.problems, ...unfit, ...ids.problems, ...aliases.problems];
  const names = ordered.map(({ path, identity }, i): [string, UniqueNames] => {
    const names = { id: ids.value[i] ?? 0, slug: slugs.value[i] ?? identity.slug, aliases: aliases.value[i] ?? [] };
    const unwritten = findUnwritten(named[i] as Candidate, names, clashing.has(path));
    return [path, { ...names, ...(unwritten && { unwritten }) }];
  });
  return { value: new Map(names), problems: problems.sort(compareProblems) };
}

/** An id that readers know an article by is its own as if it were written, unless its file or another one has an id written. */
function adoptIds(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.every(({ adopted }) => adopted === undefined)) return candidates;
  const written = new Set(candidates.map(({ identity }) => identity.id));
  return candidates.map((candidate) => {
    const { identity, adopted } = candidate;
    if (adopted === undefined || identity.id !== null || written.has(adopted.id)) return candidate;
    return { ...candidate, identity: { ...identity, id: adopted.id } };
  });
}

/** What of its `names` the file of a candidate does not say; undefined where that is nothing. A clash is to change no id later. */
function findUnwritten(
  { identity, adopted, known, isHeld }: Candidate,
  { id, slug, aliases }: UniqueNames,
  isClashing: boolean,
): readonly string[] | undefined {
  if (isHeld) return known?.unwritten;
  if (adopted === undefined) return isClashing ? [] : undefined;
  const unwritten = aliases.filter((alias) => !identity.aliases.includes(alias));
  const isIdUnwritten = identity.id === null && id !== hashId(slug);
  return isIdUnwritten || unwritten.length > 0 ? unwritten : undefined;
}

/**
 * Those that are held first, drafts last, then the older article: by the moment from which it is served, then by path. Of one moment, a
 * file that names no language is taken for the original, of which the others are translations.
 */
function compareAge(a: Candidate, b: Candidate): number {
  const [first, second] = [a.identity.publishAt ?? newest, b.identity.publishAt ?? newest];
  const held = Number(b.isHeld ?? false) - Number(a.isHeld ?? false);
  const drafts = Number(a.identity.isDraft ?? false) - Number(b.identity.isDraft ?? false);
  return held || drafts || first - second || isTranslation(a) - isTranslation(b) || compareText(a.path, b.path);
}

function isTranslation({ identity }: Candidate): number {
  return identity.language === null ? 0 : 1;
}

/** Later than any date. */
const newest = Number.MAX_SAFE_INTEGER;

/**
 * The aliases of each candidate, so that each leads to one article. An alias that is the slug of an article, or an alias of
 * another that comes before, is dropped with a warning; one that no file says, without. `slugs` are those of the
 * candidates, in their order.
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
  const all = value.map((written, i) => {
    const free = (candidates[i]?.adopted?.aliases ?? []).filter((alias) => !holders.has(alias));
    for (const alias of free) holders.set(alias, i);
    return free.length === 0 ? written : [...written, ...free];
  });
  return { value: all, problems };
}
