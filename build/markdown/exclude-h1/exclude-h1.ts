import { type SourceLines, splitLines } from '../marked/aligned-text.ts';
import { locate } from '../marked/locate.ts';
import { type Rendering, tryRender } from '../render-markdown.ts';
import type { Range } from '../rendered-body.ts';
import { cutBlocks, placeTitles } from './cut-blocks.ts';
import { cutHtml, findH1Ranges, type HtmlCuts } from './cut-html.ts';
import { cutRegardless } from './cut-regardless.ts';
import { cutText, mergeRanges } from './cut-text.ts';
import { cutTitle } from './cut-title.ts';
import { findH1, type H1, mayHaveH1 } from './find-h1.ts';
import { findNoteRanges, withoutNotes } from './find-note-ranges.ts';
import type { Cuts, H1Exclusion } from './h1-exclusion.ts';
import { type HeadingPlace, headingCuts, placeHeading } from './heading-cuts.ts';
import { findJoining, separateHeadings } from './separate-headings.ts';

/**
 * The cuts that take every level-one heading out of an article. Where it is not certain that only the headings go, the rest is
 * rendered to see it: first with a line before each heading that keeps two lists apart, then with one kind of cut for all
 * headings. Going heading by heading (`cutSingly`) remains, since a few of 1,339 real articles mix headings that need different
 * cuts, or a line of their own, and would lose words or tags otherwise.
 */
export function excludeH1(article: Rendering, trustedHtml: boolean): H1Exclusion {
  const headings = mayHaveH1(article.markdown) ? findH1(article.tokens) : null;
  if (headings === null || (headings.length === 0 && findH1Ranges(article.html).length === 0)) {
    return { ...toPublish(article), markdownCuts: [], htmlCuts: [], heading: null, uneven: null };
  }
  const heading = headings.find(({ text }) => text !== '')?.text ?? null;
  return { ...cutHeadings(article, headings, trustedHtml), heading };
}

function cutHeadings(article: Rendering, headings: readonly H1[], trustedHtml: boolean): Cuts {
  const title = headings.length > 1 ? null : cutTitle(article, trustedHtml);
  if (title !== null) return title;
  const blocks = cutBlocks(article, headings, trustedHtml);
  if (blocks !== null) return blocks;
  const apart = cutApart(article, headings, trustedHtml);
  if (apart !== null) return apart;
  const state = study(article, trustedHtml);
  const alike = cutAlike(state);
  if (alike?.loss === 0) return toExclusion(state, alike);
  const single = cutSingly(state);
  if (single !== null) return single;
  if (alike !== null) return toExclusion(state, alike);
  const markdownCuts = cutRegardless(article.markdown, trustedHtml);
  const line = (state.headings[0]?.line ?? 0) + 1;
  return {
    ...toPublish(article),
    markdownCuts,
    htmlCuts: mergeRanges([...state.htmlHeadings, ...state.htmlNotes]),
    uneven: line,
  };
}

/** An article and where its headings stand. */
interface State {
  article: Rendering;
  trustedHtml: boolean;
  source: SourceLines;
  headings: HeadingPlace[];
  /** The same headings in the HTML. */
  htmlHeadings: Range[];
  /** What goes with the last of them: the footnotes that only they refer to, and the links from others back to them. */
  htmlNotes: Range[];
}

interface Attempt extends HtmlCuts {
  markdownCuts: Range[];
}

function study(article: Rendering, trustedHtml: boolean): State {
  const source = splitLines(article.markdown);
  const places = locate(article.markdown, article.tokens);
  const headings = findH1(article.tokens).flatMap((h1) => placeHeading(h1, places, source) ?? []);
  return {
    article,
    trustedHtml,
    source,
    headings,
    htmlHeadings: findH1Ranges(article.html),
    htmlNotes: findNoteRanges(article),
  };
}

/** Where headings stand between two lists each, as in a newsletter: all get their lines at once. */
function cutApart(article: Rendering, headings: readonly H1[], trustedHtml: boolean): Cuts | null {
  const joining = findJoining(article.tokens, placeTitles(article) ?? []);
  if (joining.length === 0) return null;
  const [separated] = separateHeadings(article, joining, trustedHtml);
  if (separated === undefined) return null;
  const blocks = cutBlocks(separated, findH1(separated.tokens), trustedHtml);
  if (blocks !== null) return blocks;
  const state = study(separated, trustedHtml);
  const cuts = state.headings.length === headings.length ? cutAlike(state) : null;
  return cuts?.loss === 0 ? toExclusion(state, cuts) : null;
}

/** The best of the ways that treat all headings alike. */
function cutAlike(state: State): Attempt | null {
  const ways = state.headings.map((heading) => headingCuts(heading, state.source));
  let best: Attempt | null = null;
  const most = ways.reduce((length, each) => Math.max(length, each.length), 0);
  for (let way = 0; way < most; way++) {
    const cuts = ways.flatMap((each) => [each[way] ?? each[0]].filter((cut) => cut !== undefined));
    best = better(best, attempt(state, cuts, state.headings.length));
    if (best?.loss === 0) break;
  }
  return best;
}

/** Heading by heading; one that nothing else helps gets a line of its own before it that keeps apart what it kept apart. */
function cutSingly(start: State): Cuts | null {
  if (start.headings.length !== start.htmlHeadings.length) return null;
  if (start.headings.length * start.article.markdown.length > mostEffort) return null;
  let state = start;
  let done: Attempt | null = null;
  for (let index = 0; index < start.headings.length; index++) {
    const before: readonly Range[] = done?.markdownCuts ?? [];
    let best = cutNext(state, before, index);
    if (best === null || best.loss > 1) {
      for (const separated of separations(state, index)) {
        const other = cutNext(separated, before, index);
        if (other === null || other.loss >= (best?.loss ?? 3)) continue;
        best = other;
        state = separated;
        if (best.loss === 0) break;
      }
    }
    if (best === null) return null;
    done = best;
  }
  return done === null ? null : toExclusion(state, done);
}

/** Headings times characters: each heading is tried out in a rendering or some, which take seconds from here on. */
const mostEffort = 2e7;

function cutNext(state: State, before: readonly Range[], index: number): Attempt | null {
  const heading = state.headings[index];
  let best: Attempt | null = null;
  for (const way of heading === undefined ? [] : headingCuts(heading, state.source)) {
    best = better(best, attempt(state, [...before, way], index + 1));
    if (best?.loss === 0) break;
  }
  return best;
}

function* separations(state: State, index: number): Iterable<State> {
  const heading = state.headings[index];
  if (heading === undefined) return;
  for (const article of separateHeadings(state.article, [heading], state.trustedHtml)) {
    const other = study(article, state.trustedHtml);
    if (other.headings.length === state.headings.length) yield other;
  }
}

/** What the first `count` headings leave behind when these ranges go with them; null where that is not right. */
function attempt(state: State, cuts: readonly Range[], count: number): Attempt | null {
  const markdownCuts = mergeRanges(cuts);
  const rest = tryRender(cutText(state.article.markdown, markdownCuts), state.trustedHtml);
  if (rest === null) return null;
  const all = count === state.headings.length;
  const left = all ? 0 : state.headings.length - count;
  if (findH1(rest.tokens).length !== left || findH1Ranges(rest.html).length !== left) return null;
  const htmlCuts = all
    ? cutHtml(state.article.html, [...state.htmlHeadings, ...state.htmlNotes], rest.html)
    : cutSome(state.article.html, count, rest.html);
  return htmlCuts === null ? null : { ...htmlCuts, markdownCuts };
}

/** While headings are left, what matters is how much is lost; footnotes get their numbers when all are gone. */
function cutSome(html: string, count: number, wanted: string): HtmlCuts | null {
  const plain = withoutNotes(html);
  return cutHtml(plain, findH1Ranges(plain).slice(0, count), withoutNotes(wanted));
}

function better(a: Attempt | null, b: Attempt | null): Attempt | null {
  return b !== null && (a === null || b.loss < a.loss) ? b : a;
}

function toPublish({ markdown, html }: Rendering): { markdown: string; html: string } {
  return { markdown, html };
}

function toExclusion(state: State, { cuts, markdownCuts }: Attempt): Cuts {
  return { ...toPublish(state.article), markdownCuts, htmlCuts: cuts, uneven: null };
}
