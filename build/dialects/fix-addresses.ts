import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { offsetAt } from '../markdown/marked/aligned-text.ts';
import { walkTokens } from '../markdown/marked/tokens.ts';

/**
 * What `write` makes of the beginnings of addresses of links, images, definitions and HTML; null leaves one as it is. Each holds one of
 * `words`.
 */
export function fixAddresses(
  { rendered, spans }: CurrentBody,
  words: readonly string[],
  start: RegExp,
  write: (found: RegExpExecArray, offset: number) => string | null,
): Edit[] {
  // Words are found in a tenth of the time.
  const { markdown } = rendered;
  if (!words.some((word) => markdown.includes(word)) || markdown.search(start) === -1) return [];
  const edits: Edit[] = [];
  walkTokens(rendered.tokens, (token) => {
    if (!/^(?:link|image|def|html)$/.test(token.type)) return;
    const span = token.raw.search(start) === -1 ? undefined : spans().get(token);
    if (span === undefined) return;
    for (const found of span.text.matchAll(start)) {
      const at = offsetAt(span, found.index);
      const text = write(found, at);
      if (text !== null) edits.push({ start: at, end: at + found[0].length, text });
    }
  });
  return edits;
}
