import { devPath } from './reply.ts';

/** What a page shows. All of it is in the address. */
export interface PageQuery {
  /** Path of the file that is shown; '' for none. */
  file: string;
  view: View;
  excludeH1: boolean;
  /** Words that the list is searched for. */
  query: string;
  state: StateFilter;
  /** Of the list, from 1; null for the one with the file. */
  page: number | null;
}

export const views = ['rendered', 'json', 'markdown'] as const;
/** `problems` are those of all files. */
type View = (typeof views)[number] | 'problems';

export const stateFilters = ['all', 'published', 'scheduled', 'hidden', 'problem'] as const;
export type StateFilter = (typeof stateFilters)[number];

/** Parses the query of an address. */
export function readPageQuery(query: URLSearchParams): PageQuery {
  const page = Number(query.get('page'));
  return {
    file: query.get('file') ?? '',
    view: [...views, 'problems' as const].find((view) => view === query.get('view')) ?? 'rendered',
    excludeH1: /^(?:1|true)$/i.test(query.get('exclude_h1') ?? ''),
    query: query.get('q') ?? '',
    state: stateFilters.find((state) => state === query.get('state')) ?? 'all',
    page: Number.isSafeInteger(page) && page > 0 ? page : null,
  };
}

/** The address of a page. */
export function toPageAddress(place: PageQuery): string {
  return `${devPath}?${new URLSearchParams(toParameters(place))}`;
}

/** The parameters of an address that say more than the defaults. */
export function toParameters({
  file,
  view,
  excludeH1,
  query,
  state,
  page,
}: PageQuery): [name: string, value: string][] {
  const parameters: [string, string][] = [
    ['file', file],
    ['view', view === 'rendered' ? '' : view],
    ['exclude_h1', excludeH1 ? 'true' : ''],
    ['q', query],
    ['state', state === 'all' ? '' : state],
    ['page', `${page ?? ''}`],
  ];
  return parameters.filter(([, value]) => value !== '');
}
