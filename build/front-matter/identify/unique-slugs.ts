import { compareText, type Position, type Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { addressDate } from '../fields/address-date.ts';
import { pathDate } from '../fields/path-date.ts';
import { type PathName, pathName } from '../fields/path-name.ts';
import { readSlug } from '../fields/read-slug.ts';
import { cleanSlug, isSlug } from '../fields/slug.ts';
import type { Draft } from '../parsed-file.ts';
import { groupBy } from './group-by.ts';

/**
 * Drafts with unique slugs. A slug that an author wrote stays; of others that clash, all keep their date,
 * or where that is not enough their folder, or all their folders, or these and their date. What still clashes is an error in each.
 */
export function settleSlugs(drafts: readonly Draft[]): { drafts: Draft[]; problems: Problem[] } {
  const entries = drafts.map(toEntry);
  const taken = new Set(entries.map(({ slug }) => slug));
  const problems: Problem[] = [];
  for (const clash of findClashes(entries)) {
    const explicit = clash.filter((entry) => entry.explicit);
    const derived = clash.filter((entry) => !entry.explicit);
    // One by one: a call takes only so many arguments.
    if (explicit.length > 1) for (const entry of explicit) problems.push(duplicate(entry, explicit));
    if (!spread(derived, explicit.length > 0, taken)) {
      for (const entry of derived) problems.push(duplicate(entry, clash));
    }
  }
  return {
    // There may be a million, of which nearly all stay as they are.
    drafts: entries.map(({ draft, slug }) =>
      slug === draft.fields.slug ? draft : { ...draft, fields: { ...draft.fields, slug } },
    ),
    problems,
  };
}

interface Entry {
  draft: Draft;
  slug: string;
  explicit: boolean;
  at: Position;
}

function toEntry(draft: Draft): Entry {
  const read = readSlug(draft.source).value;
  return { draft, slug: draft.fields.slug, explicit: read?.explicit ?? false, at: read?.at ?? topOfFile };
}

/** Entries that share a slug, in the order of the slugs. */
function findClashes(entries: readonly Entry[]): Entry[][] {
  const clashes = [...groupBy(entries, ({ slug }) => slug)].filter(([, same]) => same.length > 1);
  return clashes.sort(([a], [b]) => compareText(a, b)).map(([, same]) => same);
}

/** Gives each entry a slug of its own by the first way that does so for all; false where none does. */
function spread(entries: readonly Entry[], slugIsHeld: boolean, taken: Set<string>): boolean {
  for (const way of ways) {
    const slugs = entries.map(({ draft, slug }) => {
      const name = pathName(draft.source.path);
      return way(slug, name, pathDate(name) ?? addressDate(draft.source));
    });
    const free = (slug: string, old: string): boolean => (slug === old ? !slugIsHeld : !taken.has(slug));
    if (new Set(slugs).size < slugs.length) continue;
    if (!entries.every(({ slug: old }, index) => isSlug(slugs[index] ?? '') && free(slugs[index] ?? '', old))) continue;
    for (const [index, entry] of entries.entries()) {
      entry.slug = slugs[index] ?? entry.slug;
      taken.add(entry.slug);
    }
    return true;
  }
  return false;
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

function duplicate(entry: Entry, clash: readonly Entry[]): Problem {
  const other = clash.find((candidate) => candidate !== entry) ?? entry;
  const { path } = other.draft.source;
  const place = `${path}:${other.at.line}:${other.at.column}`;
  return reportProblem('duplicate-slug', entry.draft.source.path, entry.at, {
    found: `the slug \`${entry.slug}\`, which ${place} has too`,
    expected: 'a slug of its own for every article',
    fix: `Write another \`slug\` here or in ${path}.`,
  });
}
