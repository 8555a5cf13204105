/** Where the reader of the page is; in the address, so that a reload and a bookmark keep it. */
export interface Place {
  /** Path of the file that is shown; '' for none. */
  file: string;
  tab: Tab;
  excludeH1: boolean;
  /** What the list is filtered by. */
  query: string;
  state: StateFilter;
}

export const tabs = ['rendered', 'json', 'markdown'] as const;
export type Tab = (typeof tabs)[number];

export const stateFilters = ['all', 'due', 'scheduled', 'hidden', 'problem'] as const;
export type StateFilter = (typeof stateFilters)[number];

/** How far things are scrolled, in pixels; beside the address, where nobody reads it. */
export type Scrolled = Record<'list' | Tab, number>;

/** The place in an address; what that does not say is as in `otherwise`. */
export function readPlace(hash: string, otherwise: Place): Place {
  // A link in an article may lead to a place in another, which stands behind a second `#`.
  const given = new URLSearchParams(hash.split('#')[1] ?? '');
  return {
    file: given.get('file') ?? otherwise.file,
    tab: tabs.find((tab) => tab === given.get('tab')) ?? otherwise.tab,
    excludeH1: given.has('exclude_h1') ? given.get('exclude_h1') === 'true' : otherwise.excludeH1,
    query: given.get('q') ?? otherwise.query,
    state: stateFilters.find((state) => state === given.get('state')) ?? otherwise.state,
  };
}

/** The id in an article that a link leads to. */
export function readAnchor(hash: string): string {
  const anchor = hash.split('#')[2] ?? '';
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

export function writePlace({ file, tab, excludeH1, query, state }: Place): string {
  const given = new URLSearchParams({ file, tab, exclude_h1: String(excludeH1), q: query, state });
  return `#${given}`;
}

export function readScrolled(state: unknown): Scrolled {
  const { list, rendered, json, markdown } = (state ?? {}) as Partial<Scrolled>;
  const toPixels = (top: unknown): number => Number(top) || 0;
  return { list: toPixels(list), rendered: toPixels(rendered), json: toPixels(json), markdown: toPixels(markdown) };
}
