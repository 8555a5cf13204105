import type { ListEnvelope } from './article.ts';
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
  prev: string | null;
  next: string | null;
  last: string;
  /** This page with its snapshot: whatever is published later, this address shows the same places of the same set. */
  bookmark: string | null;
}

/**
 * Links from `page` in a list of `lastPage` pages at `path`. `first` is the live first page; the others carry the snapshot where there is
 * one, so that following them ranges over the same articles. Other parameters are repeated where they were given.
 */
export function toLinks(
  path: string,
  { page, given }: Pick<ListParameters, 'page' | 'given'>,
  lastPage: number,
  isEmpty: boolean,
  snapshot: string | null = null,
): Links {
  const toPage = (number: number, rest = snapshot === null ? '' : `&snapshot=${snapshot}`): string =>
    `${path}?page=${number}${given}${rest}`;
  return {
    first: toPage(1, ''),
    prev: isEmpty || page === 1 ? null : toPage(Math.min(page - 1, lastPage)),
    next: page < lastPage ? toPage(page + 1) : null,
    last: toPage(lastPage),
    bookmark: snapshot === null ? null : toPage(page),
  };
}

/**
 * RFC 8288. The pinned address is `bookmark`, in the registry of relations "a permanent link to use for bookmarking
 * purposes". `self` would send readers of the live first page to the pinned one, where they would never
 * see what is new; a `memento` (RFC 7089) and the versions of RFC 5829 hold a past state, and a snapshot shows its articles
 * as they are now.
 */
export function toLinkHeader(links: Partial<Links>): string {
  const fields = Object.entries(links).map(([rel, address]) => address && `<${address}>; rel="${rel}"`);
  return fields.filter(Boolean).join(', ');
}

/** The header fields of a page of a list of `total` items. */
export function toListFields(links: Links, total: number): Record<string, string> {
  return { Link: toLinkHeader(links), 'X-Total-Count': String(total) };
}

/** What follows the items of a list. Gives what `JSON.stringify` would, in a fifth of the time: nothing in an address of ours needs an escape. */
export function toTail({ first, last, prev, next }: Links, meta: ListEnvelope['meta']): string {
  const uri = (address: string | null): string => (address === null ? 'null' : `"${address}"`);
  return (
    `,"links":{"first":"${first}","last":"${last}","prev":${uri(prev)},"next":${uri(next)}},` +
    `"meta":{"current_page":${meta.current_page},"from":${meta.from},"path":"${meta.path}",` +
    `"per_page":${meta.per_page},"to":${meta.to}}}`
  );
}
