/** What the page shows. It is part of the address, so that a reload and a bookmark keep it. */
export interface ViewState {
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

export const stateFilters = ['all', 'published', 'scheduled', 'hidden', 'problem'] as const;
export type StateFilter = (typeof stateFilters)[number];

/** Scroll positions, in pixels; kept in the history, not in the address. */
export type Scrolled = Record<'list' | Tab, number>;

/** Parses an address; takes from `otherwise` what it does not say. */
export function readPlace(hash: string, otherwise: ViewState): ViewState {
  // A link to a heading of another article has a second `#`.
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

export function writePlace({ file, tab, excludeH1, query, state }: ViewState): string {
  const given = new URLSearchParams({ file, tab, exclude_h1: String(excludeH1), q: query, state });
  return `#${given}`;
}

export function readScrolled(state: unknown): Scrolled {
  const { list, rendered, json, markdown } = (state ?? {}) as Partial<Scrolled>;
  const toPixels = (top: unknown): number => Number(top) || 0;
  return { list: toPixels(list), rendered: toPixels(rendered), json: toPixels(json), markdown: toPixels(markdown) };
}
