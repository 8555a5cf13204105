import { pathDate, pathName } from '../fields/path-name.ts';
import { cleanSlug, isSlug } from '../fields/slug.ts';
import type { Candidate } from './identity.ts';

/**
 * The slug of an article whose own an older one has: its language, date or folders before it, the first of these that differs
 * and is free. Null where nothing does.
 */
export function findLongerSlug(own: Candidate, holder: Candidate, taken: ReadonlySet<string>): string | null {
  const [mine, other] = [toFacts(own), toFacts(holder)];
  const { slug } = own.identity;
  for (const way of ways) {
    const front = way(mine, other);
    const longer = front === null ? slug : cleanSlug([...front, slug].join('-'));
    if (isSlug(longer) && !taken.has(longer)) return longer;
  }
  return null;
}

/** A key that is equal for articles with the same language, date and folders. */
export function factsKey(candidate: Candidate): string {
  const { language, date, folders } = toFacts(candidate);
  return JSON.stringify([language, date, candidate.identity.publishAt, folders]);
}

interface Facts {
  language: string | null;
  /** As written in the path or an address. */
  date: string | null;
  /** The day from which it is served, in UTC; null where that is unknown. */
  day: string | null;
  folders: readonly string[];
}

function toFacts({ path, identity }: Candidate): Facts {
  const name = pathName(path);
  const { publishAt } = identity;
  const day = publishAt === null ? null : new Date(publishAt * 1000).toISOString().slice(0, 10);
  const date = pathDate(name) ?? identity.addressDate;
  return { language: identity.language, date, day, folders: name.folders };
}

/** What stands before the slug; null where it says nothing. */
const ways: ((own: Facts, other: Facts) => readonly string[] | null)[] = [
  ({ language }, other) => (language === null || language === other.language ? null : [language]),
  ({ date }, other) => (date === null || date === other.date ? null : [date]),
  ({ folders }) => folders.slice(-1),
  ({ date, day }, other) => (date === null && day !== null && day !== other.day ? [day] : null),
  ({ folders }) => folders,
  ({ date, day }) => toList(date ?? day),
  ({ folders, date, day }) => [...folders, ...toList(date ?? day)],
];

function toList(date: string | null): string[] {
  return date === null ? [] : [date];
}
