import { compareText, type Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { pathDate } from '../fields/path-date.ts';
import { type PathName, pathName } from '../fields/path-name.ts';
import { cleanSlug, isSlug } from '../fields/slug.ts';
import { groupBy } from './group-by.ts';
import type { Candidate } from './identity.ts';

/**
 * The slug of each candidate. A slug that an author wrote stays; of others that clash, all keep their date, or where that
 * is not enough their folder, or all their folders, or these and their date. What still clashes is an error in each.
 */
export function uniqueSlugs(candidates: readonly Candidate[]): { value: string[]; problems: Problem[] } {
  const slugs = candidates.map(({ identity }) => identity.slug);
  const taken = new Set(slugs);
  const problems: Problem[] = [];
  for (const clash of findClashes(slugs)) {
    const all = clash.map((i): Clashing => ({ i, ...(candidates[i] as Candidate) }));
    const written = all.filter(({ identity }) => identity.isSlugWritten);
    const derived = all.filter(({ identity }) => !identity.isSlugWritten);
    // One by one: a call takes only so many arguments.
    if (written.length > 1) for (const each of written) problems.push(duplicate(each, written));
    const apart = findSlugs(derived, written.length > 0, taken);
    for (const [n, each] of derived.entries()) {
      if (apart === null) problems.push(duplicate(each, all));
      else slugs[each.i] = apart[n] ?? each.identity.slug;
    }
    for (const slug of apart ?? []) taken.add(slug);
  }
  return { value: slugs, problems };
}

/** A candidate whose slug another has, and its place among all. */
interface Clashing extends Candidate {
  i: number;
}

/** The places of equal slugs, in the order of the slugs. */
function findClashes(slugs: readonly string[]): number[][] {
  const clashes = [...groupBy(slugs.keys(), (i) => slugs[i] ?? '')].filter(([, same]) => same.length > 1);
  return clashes.sort(([a], [b]) => compareText(a, b)).map(([, same]) => same);
}

/** A slug of its own for each, by the first way that gives one to all; null where none does. */
function findSlugs(clashing: readonly Clashing[], isSlugHeld: boolean, taken: ReadonlySet<string>): string[] | null {
  for (const way of ways) {
    const slugs = clashing.map(({ path, identity }) => {
      const name = pathName(path);
      return way(identity.slug, name, pathDate(name) ?? identity.addressDate);
    });
    const isFree = (slug: string, old: string): boolean => (slug === old ? !isSlugHeld : !taken.has(slug));
    if (new Set(slugs).size < slugs.length) continue;
    if (slugs.every((slug, n) => isSlug(slug) && isFree(slug, clashing[n]?.identity.slug ?? ''))) return slugs;
  }
  return null;
}

const withFolder = (slug: string, { folders }: PathName): string => cleanSlug([...folders.slice(-1), slug].join('-'));

const ways: ((slug: string, name: PathName, date: string | null) => string)[] = [
  (slug, name, date) => {
    return date === null ? withFolder(slug, name) : cleanSlug(`${date}-${slug}`);
  },
  withFolder,
  (slug, { folders }) => cleanSlug([...folders, slug].join('-')),
  (slug, { folders }, date) => cleanSlug([...folders, ...(date === null ? [] : [date]), slug].join('-')),
];

function duplicate({ i, path, identity }: Clashing, clash: readonly Clashing[]): Problem {
  const other = clash.find((each) => each.i !== i);
  const { line, column } = other?.identity.at.slug ?? topOfFile;
  return reportProblem('duplicate-slug', path, identity.at.slug ?? topOfFile, {
    found: `the slug \`${identity.slug}\`, which ${other?.path}:${line}:${column} has too`,
    expected: 'a slug of its own for every article',
    fix: `Write another \`slug\` here or in ${other?.path}.`,
  });
}
