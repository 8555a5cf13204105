import type { HtmlFacts } from './html/html-facts.ts';

/** Half-open range of UTF-16 code units: start, end. */
export type Range = readonly [start: number, end: number];

/** An article body, ready: the result of `renderBody`. */
export interface RenderedBody {
  /** Safe HTML. */
  html: string;
  /** The author's text: its links and images have the addresses of `html`, and comments of its program are out. */
  markdown: string;
  /** What to exclude from `html` for `exclude_h1`: ascending, disjoint, never inside a surrogate pair. */
  htmlCuts: Range[];
  /** The same for `markdown`. */
  markdownCuts: Range[];
  /** Plain text of the level-one heading that is the title; null for none. */
  heading: string | null;
  /** Plain text before a `more` comment, else the first paragraph cut at a word; '' for an empty body. */
  excerpt: string;
  facts: HtmlFacts;
  /** How many links lead into the article itself, `#…`. */
  ownLinks: number;
}

/** For a body that cannot be rendered, which is always an error. */
export const emptyBody: RenderedBody = {
  html: '',
  markdown: '',
  htmlCuts: [],
  markdownCuts: [],
  heading: null,
  excerpt: '',
  facts: { words: 0, headings: [] },
  ownLinks: 0,
};
