import { compareText, type Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { groupBy } from './group-by.ts';
import type { Candidate } from './identity.ts';
import { factsKey, findLongerSlug } from './longer-slug.ts';
import { topFolder } from './top-folder.ts';

/**
 * The slug of each candidate. Of those that clash, whether an author wrote them or not, the oldest keeps its slug; each other
 * gets its language, date or folders before it, with a warning. Where these do not tell two apart, it is an error in the newer one.
 * `candidates` are in the order of their age.
 */
export function uniqueSlugs(candidates: readonly Candidate[]): { value: string[]; problems: Problem[] } {
  const slugs = candidates.map(({ identity }) => identity.slug);
  const taken = new Set(slugs);
  const problems: Problem[] = [];
  const moved: Moved[] = [];
  for (const clash of findClashes(slugs)) {
    const all = clash.map((i): Clashing => ({ i, ...(candidates[i] as Candidate) }));
    const [holder] = all;
    for (const [, [own, ...copies]] of groupBy(all, factsKey)) {
      if (own === undefined || holder === undefined) continue;
      for (const each of copies) problems.push(duplicate(each, own));
      if (own === holder) continue;
      const slug = findLongerSlug(own, holder, taken);
      if (slug === null) {
        problems.push(duplicate(own, holder));
        continue;
      }
      slugs[own.i] = slug;
      taken.add(slug);
      moved.push({ own, holder, slug });
    }
  }
  for (const problem of reportMoved(moved)) problems.push(problem);
  return { value: slugs, problems };
}

/** A candidate whose slug another has, and its place among all. */
interface Clashing extends Candidate {
  i: number;
}

/** An article that gave its slug up to an older one. */
interface Moved {
  own: Candidate;
  holder: Candidate;
  slug: string;
}

/** The places of equal slugs, in the order of the slugs. */
function findClashes(slugs: readonly string[]): number[][] {
  const clashes = [...groupBy(slugs.keys(), (i) => slugs[i] ?? '')].filter(([, same]) => same.length > 1);
  return clashes.sort(([a], [b]) => compareText(a, b)).map(([, same]) => same);
}

/** A warning for each slug that an author wrote. Of others, one for each folder at the top, since all in it give way alike. */
function* reportMoved(moved: readonly Moved[]): Generator<Problem> {
  const isWritten = ({ own }: Moved): boolean => own.identity.isSlugWritten;
  for (const each of moved.filter(isWritten)) yield clash(each, 0);
  const others = moved.filter((each) => !isWritten(each));
  for (const [, [first, ...rest]] of groupBy(others, ({ own }) => topFolder(own.path))) {
    if (first !== undefined) yield clash(first, rest.length);
  }
}

function clash({ own: { path, identity }, holder, slug }: Moved, more: number): Problem {
  const also = more === 0 ? '' : `; ${more} more in ${topFolder(path)} get longer slugs too`;
  return reportProblem(
    'slug-clash',
    path,
    identity.at.slug ?? topOfFile,
    {
      found: `the slug \`${identity.slug}\`, which ${holder.path} has, and that is older; this one gets \`${slug}\`${also}`,
      expected: 'a slug of its own for every article',
      fix: `Write \`${slug}\` as its \`slug\`, or another; until then it is \`${slug}\` while the older one is there.`,
    },
    'warning',
  );
}

function duplicate({ path, identity }: Candidate, other: Candidate): Problem {
  const { line, column } = other.identity.at.slug ?? topOfFile;
  const isLookalike = path.normalize() === other.path.normalize();
  const twin = isLookalike ? ': another file, whose name looks the same and is written with other characters' : '';
  return reportProblem('duplicate-slug', path, identity.at.slug ?? topOfFile, {
    found: `the slug \`${identity.slug}\`, which ${other.path}:${line}:${column} has too${twin}`,
    expected: 'a slug of its own for every article',
    fix: `Write another \`slug\` here or in ${other.path}.`,
  });
}
