import { browserNames } from '../html/unique-ids.ts';
import { type SourceLines, splitLines } from '../marked/aligned-text.ts';
import { locate } from '../marked/locate.ts';
import { hideFormulas } from '../marked/math.ts';
import { type BodyToken, isTitle } from '../marked/tokens.ts';
import { type Rendered, tryRender } from '../render-markdown.ts';
import { groupBlocks, hasAuthoredHtml } from '../render-safe.ts';
import type { Range } from '../rendered-body.ts';
import { cutHtml, findH1Ranges, findNoteRanges, type HtmlCuts, withoutNotes } from './cut-html.ts';
import { cutText, mergeRanges } from './cut-text.ts';
import { findH1, mayHaveH1 } from './find-h1.ts';
import { findTitle } from './find-title.ts';
import { type HeadingSpan, headingCuts, locateHeadings, locateTitles } from './heading-cuts.ts';
import { separateHeadings, separateJoining } from './separate-headings.ts';

/** How to exclude the level-one headings of an article. */
export interface H1Exclusion {
  /** What to publish: the article as it came, or with lines in it that keep apart what a heading kept apart. */
  markdown: string;
  html: string;
  markdownCuts: Range[];
  htmlCuts: Range[];
  /** Plain text of the level-one heading that is the title; null for none. */
  heading: string | null;
  /** The line of a heading for which rendering what is left of `markdown` does not give what is left of `html`; else null. */
  inexact: number | null;
}

/** The same without what the heading says. */
type Cuts = Omit<H1Exclusion, 'heading'>;

/**
 * The cuts that take every level-one heading out of an article. Where it is certain that only the headings go, nothing is rendered
 * again: of 19 real articles with such headings, 17. Else cuts are tried out. Where all of them leave a trace,
 * the headings are cut from the Markdown and from the HTML by themselves, and the line is reported.
 */
export function excludeH1(article: Rendered, trustedHtml: boolean): H1Exclusion {
  const headings = mayHaveH1(article.markdown) ? findH1(article) : null;
  if (headings === null || (headings.length === 0 && findH1Ranges(article.html, trustedHtml).length === 0)) {
    return { ...toCuts(article, [], []), heading: null };
  }
  const heading = findTitle(article.tokens, headings);
  const apart = separateJoining(article, trustedHtml);
  const cuts =
    cutBlocks(apart, trustedHtml) ?? tryOut(study(apart, trustedHtml)) ?? cutEach(study(article, trustedHtml));
  return { ...cuts, heading };
}

function toCuts({ markdown, html }: Rendered, markdownCuts: readonly Range[], htmlCuts: readonly Range[]): Cuts {
  return { markdown, html, markdownCuts: mergeRanges(markdownCuts), htmlCuts: mergeRanges(htmlCuts), inexact: null };
}

/**
 * The cuts where every level-one heading is a block of its own, in no quote, list or HTML, and a blank line is enough to end what
 * stands before it. Such an article is read alike with and without them, so there is no need to render again. Null for others.
 */
function cutBlocks(article: Rendered, trustedHtml: boolean): Cuts | null {
  const { markdown, html, tokens, dollars } = article;
  const source = splitLines(markdown);
  const titles = locateTitles(article, source) ?? [];
  const headings = findH1(article);
  const htmlHeadings = findH1Ranges(html, trustedHtml);
  if (titles.length !== headings.length || titles.length !== htmlHeadings.length) return null;
  if (headings.some(({ start }, index) => start.token !== titles[index]?.token)) return null;
  // A tag in a heading may end it, and a footnote that only a heading refers to goes with it.
  if (titles.some(({ token }) => hasAuthoredHtml(token) || token.raw.includes('[^'))) return null;
  if (!trustedHtml && !isApartFromHtml(tokens)) return null;
  const cuts = mergeRanges(titles.flatMap((title) => headingCuts(title, source).slice(0, 1)));
  const rest = cutText(markdown, cuts);
  const hasSameFormulas = hideFormulas(rest, dollars) === cutText(hideFormulas(markdown, dollars), cuts);
  return hasSameFormulas && staysApart(tokens, rest) ? toCuts(article, cuts, htmlHeadings) : null;
}

/** Whether a blank line is in place of the headings in what is left of an article, and is enough to end what stands before it. */
function staysApart(tokens: readonly BodyToken[], rest: string): boolean {
  let at = 0;
  let before: BodyToken | null = null;
  let isParted = false;
  for (const token of tokens) {
    const text = token.raw.trimEnd();
    if (isTitle(token)) isParted = true;
    if (isTitle(token) || token.type === 'space' || text === '') continue;
    const start = rest.indexOf(text, at);
    const gap = rest.slice(at, start);
    if (start === -1) return false;
    if (isParted && !/^[ \t\n]*$/.test(gap)) return false;
    if (isParted && before !== null && (gap.split('\n').length < 3 || mayGoOn(before, token))) return false;
    at = start + text.length;
    before = token;
    isParted = false;
  }
  return /^[ \t\n]*$/.test(rest.slice(at));
}

/** Whether a block goes on behind a blank line. */
function mayGoOn(block: BodyToken, next: BodyToken): boolean {
  if (block.type === 'footnote') return true;
  if (block.type === 'list') return /^[\s*+\-\d]/.test(next.raw);
  return block.type === 'code' && block.codeBlockStyle === 'indented' && /^\s/.test(next.raw);
}

/** Whether the headings are in none of the blocks that are sanitised, nor their ids among those that HTML of authors may not have. */
function isApartFromHtml(tokens: readonly BodyToken[]): boolean {
  const groups = [...groupBlocks(tokens)];
  if (groups.every(({ isAuthored }) => !isAuthored)) return true;
  return groups.every(({ blocks, isAuthored }) =>
    blocks.every((block) => !isTitle(block) || (!isAuthored && !browserNames.has(block.id ?? ''))),
  );
}

/** An article and where its headings stand. */
interface State {
  article: Rendered;
  trustedHtml: boolean;
  source: SourceLines;
  headings: HeadingSpan[];
  /** The same headings in the HTML. */
  htmlHeadings: Range[];
  /** What goes with the last of them: the footnotes that only they refer to, and the links from others back to them. */
  htmlNotes: Range[];
}

interface Attempt extends HtmlCuts {
  markdownCuts: Range[];
}

function study(article: Rendered, trustedHtml: boolean): State {
  const source = splitLines(article.markdown);
  const headings = locateHeadings(findH1(article), locate(article.markdown, article.tokens), source);
  const { html } = article;
  return {
    article,
    trustedHtml,
    source,
    headings,
    htmlHeadings: findH1Ranges(html, trustedHtml),
    htmlNotes: findNoteRanges(article),
  };
}

/** Tries out which cuts leave the least behind: first one way for all headings, then heading by heading. */
function tryOut(state: State): Cuts | null {
  const ways = state.headings.map((heading) => headingCuts(heading, state.source));
  let best: Attempt | null = null;
  const maxWays = ways.reduce((length, each) => Math.max(length, each.length), 0);
  for (let way = 0; way < maxWays && best?.loss !== 0; way++) {
    const cuts = ways.flatMap((each) => [each[way] ?? each[0]].filter((cut) => cut !== undefined));
    best = better(best, attempt(state, cuts, ways.length));
  }
  return (best?.loss === 0 ? null : cutSingly(state)) ?? (best && toCuts(state.article, best.markdownCuts, best.cuts));
}

/** One that no cut helps gets a line of its own before it that keeps apart what it kept apart. */
function cutSingly(start: State): Cuts | null {
  if (start.headings.length !== start.htmlHeadings.length) return null;
  if (start.headings.length * start.article.markdown.length > maxBudget) return null;
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
  return done && toCuts(state.article, done.markdownCuts, done.cuts);
}

/** Headings times characters: each heading is tried out in a rendering or some, which take seconds from here on. */
const maxBudget = 2e7;

function cutNext(state: State, before: readonly Range[], index: number): Attempt | null {
  const heading = state.headings[index];
  let best: Attempt | null = null;
  for (const way of heading === undefined ? [] : headingCuts(heading, state.source)) {
    best = better(best, attempt(state, [...before, way], index + 1));
    if (best?.loss === 0) break;
  }
  return best;
}

function* separations({ article, trustedHtml, headings }: State, index: number): Iterable<State> {
  for (const separated of separateHeadings(article, headings.slice(index, index + 1), trustedHtml)) {
    const state = study(separated, trustedHtml);
    if (state.headings.length === headings.length) yield state;
  }
}

/** What the first `count` headings leave behind when these ranges go with them; null where that is not right. */
function attempt(state: State, cuts: readonly Range[], count: number): Attempt | null {
  const { article, trustedHtml, htmlHeadings, htmlNotes } = state;
  const markdownCuts = mergeRanges(cuts);
  const rest = tryRender(cutText(article.markdown, markdownCuts), trustedHtml, article.dollars);
  const left = state.headings.length - count;
  if (rest === null || findH1(rest).length !== left || findH1Ranges(rest.html, trustedHtml).length !== left)
    return null;
  const htmlCuts =
    left === 0
      ? cutHtml(article.html, [...htmlHeadings, ...htmlNotes], rest.html)
      : cutSome(article.html, count, rest.html, trustedHtml);
  return htmlCuts === null ? null : { ...htmlCuts, markdownCuts };
}

/** While headings are left, what matters is how much is lost; footnotes get their numbers when all are gone. */
function cutSome(html: string, count: number, wanted: string, trustedHtml: boolean): HtmlCuts | null {
  const plain = withoutNotes(html);
  return cutHtml(plain, findH1Ranges(plain, trustedHtml).slice(0, count), withoutNotes(wanted));
}

function better(a: Attempt | null, b: Attempt | null): Attempt | null {
  return b !== null && (a === null || b.loss < a.loss) ? b : a;
}

/**
 * The cuts that leave no level-one heading, whatever that does to the rest. When the words of a heading are gone, text can become a
 * heading, which is cut too.
 */
function cutEach({ article, trustedHtml, headings, htmlHeadings, htmlNotes }: State): Cuts {
  let cuts: Range[] = [];
  for (let found = findWords(article, headings); found.length > 0; ) {
    const before = cuts;
    cuts = mergeRanges([...before, ...found.map((range) => toOriginal(before, range))]);
    const rest = tryRender(cutText(article.markdown, cuts), trustedHtml, article.dollars);
    found = rest === null ? [] : findWords(rest, study(rest, trustedHtml).headings);
  }
  return { ...toCuts(article, cuts, [...htmlHeadings, ...htmlNotes]), inexact: (headings[0]?.line ?? 0) + 1 };
}

/** The words of all level-one headings; only their delimiters where the headings themselves are not found in the source. */
function findWords(body: Rendered, headings: readonly HeadingSpan[]): Range[] {
  if (headings.length > 0) return headings.map(({ start, end }) => [start, end]);
  if (findH1(body).length === 0) return [];
  return [...body.markdown.matchAll(delimiters)].map(({ index, 0: delimiter }) => [index, index + delimiter.length]);
}

const delimiters = /<\/?h1(?![\w-])|#(?<=^[\s>*+\-\d.)]*#)(?=\s|$)|=(?<=^[\s>]*=)=*(?=\s*$)/gim;

/** A range of a text with cuts as a range of the whole text. */
function toOriginal(cuts: readonly Range[], [start, end]: Range): Range {
  const shift = (offset: number) => cuts.reduce((at, [from, to]) => (from <= at ? at + to - from : at), offset);
  return [shift(start), shift(end - 1) + 1];
}
