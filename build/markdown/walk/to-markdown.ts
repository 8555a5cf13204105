import { applyEdits, cutText, type Edit, mergeRanges } from '../edits.ts';
import { parsePlain } from '../parse/parse-body.ts';
import { guardDepth } from '../parse/too-much-work.ts';
import type { Range, RenderedBody } from '../rendered-body.ts';
import { findH1, type H1, mayHaveH1 } from './find-h1.ts';
import { findHeadingCuts } from './heading-cuts.ts';
import { locate } from './locate.ts';
import type { Spans } from './span.ts';

/** The Markdown of an article: a text with edits, and what to exclude from it for `exclude_h1`. */
export function toMarkdown(
  { text, places }: { text: string; places: () => Spans },
  headings: readonly H1[],
  edits: readonly Edit[],
): Pick<RenderedBody, 'markdown' | 'markdownCuts'> {
  const { text: markdown, toEdited } = applyEdits(text, edits);
  const cuts = headings.length === 0 ? [] : findHeadingCuts(text, headings, places());
  const own = cuts.map(([start, end]): Range => [toEdited(start), toEdited(end)]);
  return { markdown, markdownCuts: withArising(markdown, mergeRanges(own)) };
}

/**
 * The cuts, and those of what becomes a level-one heading once others are gone, such as a line of `=` below one. Only a
 * text that may have one is read again.
 */
function withArising(markdown: string, cuts: Range[]): Range[] {
  if (cuts.length === 0) return cuts;
  let all = cuts;
  for (let round = 0; round < maxRounds; round++) {
    const rest = cutText(markdown, all);
    if (!mayHaveH1(rest)) break;
    const tokens = guardDepth(() => parsePlain(rest, 1 / maxRounds));
    const before = all;
    const more = findHeadingCuts(rest, findH1(rest, tokens), locate(rest, tokens));
    if (more.length === 0) break;
    all = mergeRanges([...before, ...more.map((range) => toWhole(before, range))]);
  }
  return all;
}

/** A cut leaves at most one such line behind. */
const maxRounds = 5;

/** A range of a text with cuts as a range of the whole text. */
function toWhole(cuts: readonly Range[], [start, end]: Range): Range {
  const shift = (offset: number) => cuts.reduce((at, [from, to]) => (from <= at ? at + to - from : at), offset);
  return [shift(start), shift(end - 1) + 1];
}
