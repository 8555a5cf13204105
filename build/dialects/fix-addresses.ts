import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { offsetAt } from '../markdown/marked/aligned-text.ts';
import { walkTokens } from '../markdown/marked/tokens.ts';

/**
 * Writes `text`, and what the first group of `start` matches, in place of the beginnings of addresses of links, images, definitions and
 * HTML. Each holds one of `words`.
 */
export function fixAddresses(
  { rendered, spans }: CurrentBody,
  words: readonly string[],
  start: RegExp,
  text: string,
): Edit[] {
  // Words are found in a tenth of the time.
  const { markdown } = rendered;
  if (!words.some((word) => markdown.includes(word)) || markdown.search(start) === -1) return [];
  const edits: Edit[] = [];
  walkTokens(rendered.tokens, (token) => {
    if (!/^(?:link|image|def|html)$/.test(token.type)) return;
    const span = token.raw.search(start) === -1 ? undefined : spans().get(token);
    if (span === undefined) return;
    for (const { 0: found, 1: rest = '', index } of span.text.matchAll(start)) {
      const at = offsetAt(span, index);
      edits.push({ start: at, end: at + found.length, text: text + rest });
    }
  });
  return edits;
}
