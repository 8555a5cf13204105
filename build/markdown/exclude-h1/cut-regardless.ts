import { splitLines } from '../marked/aligned-text.ts';
import { locate } from '../marked/locate.ts';
import { tryRender } from '../render-markdown.ts';
import type { Range } from '../rendered-body.ts';
import { cutText, mergeRanges } from './cut-text.ts';
import { findH1 } from './find-h1.ts';
import { placeHeading } from './heading-cuts.ts';

/**
 * The cuts that leave no level-one heading in Markdown, whatever that does to the rest. When the words of a heading are gone, text
 * can become a heading, which is cut too.
 */
export function cutRegardless(markdown: string, trustedHtml: boolean): Range[] {
  let cuts: Range[] = [];
  for (;;) {
    const headings = findRanges(cutText(markdown, cuts), trustedHtml);
    if (headings.length === 0) return cuts;
    const before = cuts;
    cuts = mergeRanges([...before, ...headings.map((range) => toOriginal(before, range))]);
  }
}

/** The words of all level-one headings; only their marks where the headings themselves are not found in the source. */
function findRanges(markdown: string, trustedHtml: boolean): Range[] {
  const tokens = tryRender(markdown, trustedHtml)?.tokens ?? [];
  const headings = findH1(tokens);
  if (headings.length === 0) return [];
  const places = locate(markdown, tokens);
  const source = splitLines(markdown);
  const found = headings.flatMap((heading) => placeHeading(heading, places, source) ?? []);
  if (found.length > 0) return found.map(({ start, end }) => [start, end]);
  return [...markdown.matchAll(marks)].map(({ index, 0: mark }) => [index, index + mark.length]);
}

const marks = /<\/?h1(?![\w-])|#(?<=^[\s>*+\-\d.)]*#)(?=\s|$)|=(?<=^[\s>]*=)=*(?=\s*$)/gim;

/** A range of a text with cuts as a range of the whole text. */
function toOriginal(cuts: readonly Range[], [start, end]: Range): Range {
  const shift = (offset: number) => cuts.reduce((at, [from, to]) => (from <= at ? at + to - from : at), offset);
  return [shift(start), shift(end - 1) + 1];
}
