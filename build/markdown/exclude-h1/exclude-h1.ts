import { type SourceLines, splitLines } from '../marked/aligned-text.ts';
import { locate } from '../marked/locate.ts';
import { type Rendering, tryRender } from '../render-markdown.ts';
import type { Range } from '../rendered-body.ts';
import { cutBlocks, placeTitles } from './cut-blocks.ts';
import { cutHtml, findH1Ranges, type HtmlCuts } from './cut-html.ts';
import { cutRegardless } from './cut-regardless.ts';
import { type Cuts, cutText, type H1Exclusion, mergeRanges } from './cut-text.ts';
import { findH1, mayHaveH1 } from './find-h1.ts';
import { findNoteRanges, withoutNotes } from './find-note-ranges.ts';
import { type HeadingPlace, headingCuts, placeHeading } from './heading-cuts.ts';
import { findJoining, separateHeadings } from './separate-headings.ts';

/**
 * The cuts that take every level-one heading out of an article. Where it is certain that only the headings go, nothing is rendered
 * again: of 19 real articles with such headings, 17. Else cuts are tried out. Where all of them leave a trace,
 * the headings are cut from the Markdown and from the HTML by themselves, and the line is reported.
 */
export function excludeH1(article: Rendering, trustedHtml: boolean): H1Exclusion {
  const headings = mayHaveH1(article.markdown) ? findH1(article.tokens) : null;
  if (headings === null || (headings.length === 0 && findH1Ranges(article.html).length === 0)) {
    return { ...toPublish(article), markdownCuts: [], htmlCuts: [], heading: null, uneven: null };
  }
  const heading = headings.find(({ text }) => text !== '')?.text ?? null;
  const apart = setApart(article, trustedHtml);
  const cuts =
    cutBlocks(apart, trustedHtml) ?? tryOut(study(apart, trustedHtml)) ?? cutEach(study(article, trustedHtml));
  return { ...cuts, heading };
}

/** Where headings stand between two lists each, as in a newsletter, all get the lines that keep these apart at once. */
function setApart(article: Rendering, trustedHtml: boolean): Rendering {
  const joining = findJoining(article.tokens, placeTitles(article) ?? []);
  const [apart = article] = joining.length === 0 ? [] : separateHeadings(article, joining, trustedHtml);
  return apart;
}

function cutEach({ article, trustedHtml, headings, htmlHeadings, htmlNotes }: State): Cuts {
  return {
    ...toPublish(article),
    markdownCuts: cutRegardless(article.markdown, trustedHtml),
    htmlCuts: mergeRanges([...htmlHeadings, ...htmlNotes]),
    uneven: (headings[0]?.line ?? 0) + 1,
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

/** Tries out which cuts leave the least behind: first one way for all headings, then heading by heading. */
function tryOut(state: State): Cuts | null {
  const alike = cutAlike(state);
  const single = alike?.loss === 0 ? null : cutSingly(state);
  return single ?? (alike && toExclusion(state, alike));
}

/** The best of the ways that treat all headings alike. */
function cutAlike(state: State): Attempt | null {
  const { headings, source } = state;
  const ways = headings.map((heading) => headingCuts(heading, source));
  let best: Attempt | null = null;
  const most = ways.reduce((length, each) => Math.max(length, each.length), 0);
  for (let way = 0; way < most && best?.loss !== 0; way++) {
    const cuts = ways.flatMap((each) => [each[way] ?? each[0]].filter((cut) => cut !== undefined));
    best = better(best, attempt(state, cuts, headings.length));
  }
  return best;
}

/** One that no cut helps gets a line of its own before it that keeps apart what it kept apart. */
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
