import { mergeRanges } from '../edits.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { guardDepth, TooMuchWork } from '../parse/too-much-work.ts';
import type { RenderedBody } from '../rendered-body.ts';
import { mayHaveH1 } from '../walk/find-h1.ts';
import { maxHtml } from '../walk/limit-problems.ts';
import { findH1Ranges, findNoteRanges } from './h1-ranges.ts';
import { addImageAttributes, type Size } from './image-attributes.ts';
import { renderSafe } from './render-safe.ts';
import { renderTokens } from './render-tokens.ts';

/**
 * The HTML of a text and what to exclude from it for `exclude_h1`: safe, or as its author wrote it where that is
 * trusted. Throws a `TooMuchWork`.
 */
export function renderHtml(
  { text, blocks }: { text: string; blocks: readonly BodyToken[] },
  { trustedHtml, sizeOf }: { trustedHtml: boolean; sizeOf: (address: string) => Size | null },
): Pick<RenderedBody, 'html' | 'htmlCuts'> {
  const html = guardDepth(() => (trustedHtml ? renderTokens(blocks, true) : renderSafe(blocks)));
  if (html.length > maxHtml(text)) throw new TooMuchWork('html');
  const htmlCuts = mayHaveH1(text)
    ? mergeRanges([...findH1Ranges(html, trustedHtml), ...findNoteRanges(blocks, html)])
    : [];
  return addImageAttributes({ html, htmlCuts }, sizeOf);
}
