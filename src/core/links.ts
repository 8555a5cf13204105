import type { ListParameters } from './parameters.ts';

/** Path of the list below the site. */
export const listPath = '/api/v1/articles';

/** Path of the terms below the site. */
export const termsListPath = '/api/v1/terms';

/** Path of the changes below the site. */
export const changesPath = '/api/v1/changes';

/** The links of one page of a list, absolute; null where there is no such page. */
export interface Links {
  first: string;
  last: string;
  prev: string | null;
  next: string | null;
  /** This page with its snapshot: whatever is published later, this address shows the same places of the same set. */
  pinned: string;
}

/**
 * Links from `page` in a list of `lastPage` pages. `first` is the live first page; the others carry the snapshot, so
 * that following them ranges over the same articles. Other parameters are repeated where they were given.
 */
export function toLinks(
  site: string,
  parameters: ListParameters,
  snapshot: string,
  lastPage: number,
  empty: boolean,
): Links {
  const { page, given } = parameters;
  const start = `${site}${listPath}?page=`;
  const rest = `${given}&snapshot=${snapshot}`;
  return {
    first: `${start}1${given}`,
    last: `${start}${lastPage}${rest}`,
    prev: empty || page === 1 ? null : `${start}${Math.min(page - 1, lastPage)}${rest}`,
    next: page < lastPage ? `${start}${page + 1}${rest}` : null,
    pinned: `${start}${page}${rest}`,
  };
}

/**
 * RFC 8288. The pinned address is `bookmark`, in the registry of relations "a permanent link to use for bookmarking
 * purposes". `self` would send readers of the live first page to the pinned one, where they would never
 * see what is new; a `memento` (RFC 7089) and the versions of RFC 5829 hold a past state, and a snapshot shows its articles
 * as they are now.
 */
export function toLinkHeader({ first, prev, next, last, pinned }: Links): string {
  let header = `<${first}>; rel="first"`;
  if (prev !== null) header += `, <${prev}>; rel="prev"`;
  if (next !== null) header += `, <${next}>; rel="next"`;
  return `${header}, <${last}>; rel="last", <${pinned}>; rel="bookmark"`;
}
