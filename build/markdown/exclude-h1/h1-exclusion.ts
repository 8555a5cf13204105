import type { Range } from '../rendered-body.ts';

/** How to leave the level-one headings out of an article. */
export interface H1Exclusion {
  /** What to publish: the article as it came, or with lines in it that keep apart what a heading kept apart. */
  markdown: string;
  html: string;
  markdownCuts: Range[];
  htmlCuts: Range[];
  /** Plain text of the first level-one heading that has any, else null. */
  heading: string | null;
  /** The line of a heading for which rendering what is left of `markdown` does not give what is left of `html`; else null. */
  uneven: number | null;
}

/** The same without what the heading says. */
export type Cuts = Omit<H1Exclusion, 'heading'>;
