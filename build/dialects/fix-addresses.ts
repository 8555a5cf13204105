import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { walkTokens } from '../markdown/marked/tokens.ts';
import { findInToken } from './find-in-text.ts';

/**
 * What `write` makes of the beginnings of addresses of links, images, definitions and HTML; null leaves one as it is. Each holds one of
 * `words`.
 */
export function fixAddresses(
  body: CurrentBody,
  words: readonly string[],
  start: RegExp,
  write: (found: RegExpExecArray, offset: number) => string | null,
): Edit[] {
  // Words are found in a tenth of the time.
  const { markdown, tokens } = body.rendered;
  if (!words.some((word) => markdown.includes(word)) || markdown.search(start) === -1) return [];
  const edits: Edit[] = [];
  walkTokens(tokens, (token) => {
    if (!/^(?:link|image|def|html)$/.test(token.type)) return;
    for (const { found, start: at } of findInToken(body, token, start)) {
      const text = write(found, at);
      if (text !== null) edits.push({ start: at, end: at + found[0].length, text });
    }
  });
  return edits;
}
