import { renderTokens } from '../marked/markdown.ts';
import type { Rendering } from '../render-markdown.ts';
import { hasAuthoredHtml } from '../render-safe.ts';
import type { Range } from '../rendered-body.ts';
import type { Cuts } from './h1-exclusion.ts';

/**
 * The cuts where the only level-one heading comes first, as in most articles. Marked reads what follows in the same way without
 * it, since only a paragraph depends on what stands before. So there is no need to render again.
 */
export function cutTitle({ markdown, tokens, html }: Rendering, trustedHtml: boolean): Cuts | null {
  const start = tokens[0]?.type === 'space' ? 1 : 0;
  const [heading, blank] = tokens.slice(start);
  if (heading?.type !== 'heading' || heading.depth !== 1 || hasAuthoredHtml(heading)) return null;
  // A footnote goes with the heading that refers to it.
  if (heading.raw.includes('[^')) return null;
  const leading = [tokens[start - 1], heading, blank?.type === 'space' ? blank : undefined];
  const length = leading.reduce((sum, token) => sum + (token?.raw.length ?? 0), 0);
  const htmlCuts: Range[] = [[0, renderTokens([heading], trustedHtml).length]];
  return { markdown, html, markdownCuts: [[0, length]], htmlCuts, uneven: null };
}
