import { listPath } from '../../src/core/links.ts';

/** One kind of answer that is compared. */
export interface Row {
  name: string;
  group: 'list' | 'article' | 'status';
  about: string;
  status: 200 | 304 | 401 | 422;
  /** Whether requests show a key. */
  withKey: boolean;
  /** The targets that Galley is asked for, given the ids of all articles. */
  targets(ids: readonly number[]): string[];
}

const lists: readonly Row[] = [10, 100].flatMap((perPage) =>
  [false, true].map((excludeH1): Row => {
    const query = `per_page=${perPage}${excludeH1 ? '&exclude_h1=true' : ''}`;
    return {
      name: `list-${perPage}${excludeH1 ? '-exclude_h1' : ''}`,
      group: 'list',
      about: `a random page of a list, ${query.replace('&', ' ')}`,
      status: 200,
      withKey: true,
      targets: (ids) => toPages(ids.length, perPage).map((page) => `${listPath}?page=${page}&${query}`),
    };
  }),
);

/** In the order in which they are run. */
export const rows: readonly Row[] = [
  ...lists,
  {
    name: 'article',
    group: 'article',
    about: 'a random article',
    status: 200,
    withKey: true,
    targets: (ids) => ids.map((id) => `${listPath}/${id}`),
  },
  {
    name: '304',
    group: 'status',
    about: 'a random page of a list, per_page=10, that the client has already',
    status: 304,
    withKey: true,
    targets: (ids) => toPages(ids.length, 10).map((page) => `${listPath}?page=${page}&per_page=10`),
  },
  {
    name: '401',
    group: 'status',
    about: 'a request without a key',
    status: 401,
    withKey: false,
    targets: () => [`${listPath}?per_page=10`],
  },
  {
    name: '422',
    group: 'status',
    about: 'a request with a wrong parameter',
    status: 422,
    withKey: true,
    targets: () => [`${listPath}?per_page=0`],
  },
];

function toPages(articles: number, perPage: number): number[] {
  return Array.from({ length: Math.ceil(articles / perPage) }, (_, index) => index + 1);
}
