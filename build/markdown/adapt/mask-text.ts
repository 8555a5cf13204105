import { mergeRanges } from '../exclude-h1/cut-text.ts';
import type { Span } from '../marked/aligned-text.ts';
import type { Spans } from '../marked/locate.ts';
import { type BodyToken, walkTokens } from '../marked/tokens.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Range } from '../rendered-body.ts';
import { applyEdits } from './body-dialect.ts';

/** What stands for a character that is not text. */
const masked = '\0';

/**
 * The Markdown with NUL for each character of code, HTML, addresses, definitions, images and escapes, and line ends as they
 * are; of a block in which something is not found for certain, for all of it. An escaped bar stays, as it does in tables.
 */
export function maskText({ markdown, tokens }: Rendered, spans: Spans): string {
  const hidden: Range[] = [];
  let at = 0;
  for (const block of tokens) {
    const end = at + block.raw.length;
    const inner = rangesIn(block, spans);
    if (inner === null)
      hidden.push(...(markdown.startsWith(block.raw, at) ? [[at, end] as const] : [[0, markdown.length] as const]));
    else hidden.push(...inner);
    at = end;
  }
  const edits = mergeRanges(hidden).map(([start, end]) => {
    return { start, end, text: markdown.slice(start, end).replace(/[^\n]/g, masked) };
  });
  return applyEdits(markdown, edits).text;
}

/** Null where one of them is not found. */
function rangesIn(block: BodyToken, spans: Spans): Range[] | null {
  const ranges: Range[] = [];
  let isCertain = true;
  walkTokens([block], (token) => {
    if (!opaque.has(token.type) || token.raw === '\\|') return true;
    const span = spans.get(token);
    if (span === undefined) isCertain = false;
    else for (const [start, end] of linesOf(span)) ranges.push([start, end]);
    return false;
  });
  return isCertain ? ranges : null;
}

/** Tokens whose text is hidden. */
const opaque: ReadonlySet<string> = new Set([
  ...['code', 'codespan', 'html', 'link', 'image', 'def', 'escape', 'footnoteRef', 'math'],
]);

/** The lines of a place in the source. */
function* linesOf({ text, ends }: Span): Generator<Range> {
  for (const [index, line] of text.split('\n').entries()) {
    const end = ends[index] ?? 0;
    yield [end - line.length, end];
  }
}
