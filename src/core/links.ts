import type { ListParameters } from './parameters.ts';

/** Path of the list below the site. */
export const listPath = '/api/v1/articles';

/** The links of one page of a list, absolute; null where there is no such page. */
export interface Links {
  first: string;
  last: string;
  prev: string | null;
  next: string | null;
}

/**
 * Links from `page` in a list of `lastPage` pages. `first` is the live first page; the others carry the snapshot, so
 * that following them ranges over the same articles. `per_page` and `exclude_h1` are repeated where they were given.
 */
export function toLinks(
  site: string,
  parameters: ListParameters,
  snapshot: string,
  lastPage: number,
  empty: boolean,
): Links {
  const { page } = parameters;
  const to = (target: number, pinned: boolean): string => {
    let address = `${site}${listPath}?page=${target}`;
    if (parameters.given.perPage) address += `&per_page=${parameters.perPage}`;
    if (parameters.given.excludeH1) address += `&exclude_h1=${parameters.excludeH1}`;
    return pinned ? `${address}&snapshot=${snapshot}` : address;
  };
  return {
    first: to(1, false),
    last: to(lastPage, true),
    prev: empty || page === 1 ? null : to(Math.min(page - 1, lastPage), true),
    next: page < lastPage ? to(page + 1, true) : null,
  };
}

/** RFC 8288. */
export function toLinkHeader(links: Links): string {
  return (['first', 'prev', 'next', 'last'] as const)
    .flatMap((relation) => (links[relation] === null ? [] : [`<${links[relation]}>; rel="${relation}"`]))
    .join(', ');
}
