import { groupBy } from '../../package/group-by.ts';
import { compareText, type Problem, type Result } from '../../problems/problem.ts';
import { reportProblem, reportWarning, shorten, topOfFile } from '../../problems/report-problem.ts';
import { pathName } from '../fields/path-name.ts';
import { cleanSlug } from '../fields/slug.ts';
import { writeKey } from '../write-key.ts';
import type { Candidate } from './identity.ts';
import { factsKey, findLongerSlug } from './longer-slug.ts';

/**
 * The slug of each candidate. Of those that clash, whether an author wrote them or not, the one that readers know by it keeps
 * it, else the oldest; each other gets its language, date or folders before it, with a warning, or with an error if it is older
 * than what readers know. Where these are equal, too, files with different names, such as `a+b` and `a-b`, get a number; else
 * it is an error in the newer one. `candidates` are in the order of their age.
 */
export function uniqueSlugs(candidates: readonly Candidate[]): Result<string[]> {
  const slugs = candidates.map(({ identity }) => identity.slug);
  const taken = new Set(slugs);
  const problems: Problem[] = [];
  const moved: Moved[] = [];
  for (const clash of findClashes(slugs)) {
    const byAge = clash.map((i): Clashing => ({ i, ...(candidates[i] as Candidate) }));
    const holder = byAge.find(({ known, identity }) => known?.slug === identity.slug) ?? byAge[0];
    const findNumber = createNumbers(taken);
    for (const [, [own, ...copies]] of groupBy(new Set([...(holder ? [holder] : []), ...byAge]), factsKey)) {
      for (const each of [own, ...copies]) {
        if (each === undefined || own === undefined || holder === undefined || each === holder) continue;
        const longer = each === own ? findLongerSlug(own, holder, taken) : null;
        const other = each === own ? holder : own;
        const slug = longer ?? findNumber(each, other);
        if (slug === null) {
          problems.push(duplicate(each, other));
          continue;
        }
        slugs[each.i] = slug;
        taken.add(slug);
        moved.push({ own: each, holder, slug });
      }
    }
  }
  return { value: slugs, problems: [...problems, ...reportMoved(moved)] };
}

/** Finds a free slug with a number behind it for one that was made of the name of a file; null where the other has the same name. */
function createNumbers(taken: ReadonlySet<string>): (own: Candidate, other: Candidate) => string | null {
  let number = 2;
  return ({ path, identity: { slug, at } }, other) => {
    if (at.slug !== undefined || nameOf(path) === nameOf(other.path)) return null;
    const start = cleanSlug(slug.slice(0, maxNumbered));
    while (taken.has(`${start}-${number}`)) number++;
    return `${start}-${number}`;
  };
}

function nameOf(path: string): string {
  return pathName(path).own.normalize();
}

/** The length of a slug that has room for a number. */
const maxNumbered = 190;

/** A candidate whose slug another has, and its place among all. */
interface Clashing extends Candidate {
  i: number;
}

/** An article whose slug another has. */
interface Moved {
  own: Clashing;
  holder: Clashing;
  slug: string;
}

/** The places of equal slugs, in the order of the slugs. */
function findClashes(slugs: readonly string[]): number[][] {
  const clashes = [...groupBy(slugs.keys(), (i) => slugs[i] ?? '')].filter(([, same]) => same.length > 1);
  return clashes.sort(([a], [b]) => compareText(a, b)).map(([, same]) => same);
}

/** A warning for each slug that an author wrote. Of others, one for each folder at the top, since all in it change alike. */
function reportMoved(moved: readonly Moved[]): Problem[] {
  const refused = moved.filter(({ own, holder }) => own.i < holder.i);
  const newer = moved.filter(({ own, holder }) => own.i > holder.i);
  const written = newer.filter(({ own }) => own.identity.isSlugWritten);
  const others = newer.filter(({ own }) => !own.identity.isSlugWritten);
  return [
    ...refused.map(refusal),
    ...written.map((each) => clash(each, '')),
    ...firstOfFolders(others, ({ own }) => own.path).map(({ first, more, folder }) => {
      return clash(
        first,
        more === 0 ? '' : ` ${more} more in ${folder} ${more === 1 ? 'gets a longer slug' : 'get longer slugs'}, too.`,
      );
    }),
  ];
}

/** Of each folder at the top the first item, the number of others, and the folder as a message names it. */
function firstOfFolders<Item>(items: readonly Item[], pathOf: (item: Item) => string) {
  const groups = groupBy(items, (item) => /^[^/]*\//.exec(pathOf(item))?.[0] ?? 'this folder');
  return [...groups].flatMap(([folder, [first, ...rest]]) => {
    return first === undefined ? [] : [{ first, more: rest.length, folder }];
  });
}

function clash({ own: { path, identity }, holder, slug }: Moved, also: string): Problem {
  const isSameAge = holder.identity.publishAt === identity.publishAt;
  const isPublished = holder.isHeld || (identity.isDraft && !holder.identity.isDraft);
  const why = isPublished ? 'is published' : isSameAge ? 'comes first by its path' : 'is older';
  return reportWarning('slug-clash', path, identity.at.slug ?? topOfFile, {
    found: `the slug \`${identity.slug}\`, which ${holder.path} has. That article ${why}, so this one gets \`${slug}\`.${also}`,
    expected: 'a unique slug for each article',
    fix: `Write \`${writeKey(identity.syntax, 'slug', slug)}\`, or another slug. Otherwise the slug changes when the older article is removed.`,
  });
}

/** Readers would get this file under the address and the id of another article, whose date is later. */
function refusal({ own: { path, identity }, holder, slug }: Moved): Problem {
  return reportProblem('moved-slug', path, identity.at.slug ?? topOfFile, {
    found: `the slug \`${identity.slug}\`. In the last release it belongs to ${holder.path}, but this file would get it, because its date is earlier`,
    expected: 'that a published article keeps its slug and its id',
    fix: `Write \`${writeKey(identity.syntax, 'slug', slug)}\` here.`,
  });
}

function duplicate({ path, identity }: Candidate, other: Candidate): Problem {
  const { line, column } = other.identity.at.slug ?? topOfFile;
  const isLookalike = path.normalize() === other.path.normalize();
  const twin = isLookalike ? '. The names of the two files look the same, but have different characters' : '';
  return reportProblem('duplicate-slug', path, identity.at.slug ?? topOfFile, {
    found: `the slug \`${identity.slug}\`, which ${other.path}:${line}:${column} also has${twin}`,
    expected: 'a unique slug for each article',
    fix: `Write another \`slug\` here or in ${other.path}.`,
  });
}

/** A warning for each folder at the top in which addresses or names of files cannot be slugs. `slugs` are those that the candidates got. */
export function reportUnfit(candidates: readonly Candidate[], slugs: readonly string[]): Problem[] {
  const unfit = candidates.flatMap(({ path, identity }, i) => {
    const { unfitSlug: name } = identity;
    return name === null ? [] : [{ path, identity, name, slug: slugs[i] ?? identity.slug }];
  });
  return firstOfFolders(unfit, ({ path }) => path).map(({ first: { path, identity, name, slug }, more, folder }) => {
    const also =
      more === 0 ? '' : ` ${more} more in ${folder} ${more === 1 ? 'gets another slug' : 'get other slugs'}, too.`;
    return reportWarning('bad-slug', path, identity.at.slug ?? topOfFile, {
      found: `\`${shorten(name)}\` at the end of its address. This cannot be a slug, so the article gets \`${slug}\`.${also}`,
      expected: 'letters, digits, `-`, `_` and `.` at the end of an address; not only digits',
      fix: `Write \`${writeKey(identity.syntax, 'slug', slug)}\`, or another slug. Then the slug never changes.`,
    });
  });
}
