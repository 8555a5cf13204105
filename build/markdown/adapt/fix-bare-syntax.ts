import { offsetAt } from '../marked/aligned-text.ts';
import type { Spans } from '../marked/locate.ts';
import { walkTokens } from '../marked/tokens.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Edit } from './body-dialect.ts';
import { maskText } from './mask-text.ts';

/**
 * Ends bare addresses before the punctuation of Chinese and Japanese and before a link, and keeps single tildes between words, as
 * in `10~20`, from striking text out.
 */
export function fixBareSyntax(rendered: Rendered, spans: () => Spans): Edit[] {
  const { markdown, tokens } = rendered;
  const mayHaveAddress = hasLongAddress(markdown);
  const mayStrike = markdown.includes('~') && markdown.search(betweenWords) !== -1;
  if (!mayHaveAddress && !mayStrike) return [];
  const edits: Edit[] = [];
  let isStruck = false;
  walkTokens(tokens, (token) => {
    if (token.type === 'del' && !token.raw.startsWith('~~')) isStruck ||= mayStrike;
    if (token.type !== 'link' || !token.autolink || token.raw.startsWith('<')) return;
    const end = token.raw.search(addressEnd);
    const span = end === -1 ? undefined : spans().get(token);
    const address = token.raw.slice(0, end);
    if (!span?.text.startsWith(address)) return;
    const isWhole = /^[a-z]+:/i.test(address);
    const start = offsetAt(span, 0);
    edits.push({ start, end: start + end, text: isWhole ? `<${address}>` : `[${address}](http://${address})` });
  });
  if (isStruck) {
    for (const { index } of maskText(rendered, spans()).matchAll(betweenWords))
      edits.push({ start: index, end: index, text: '\\' });
  }
  return edits;
}

const betweenWords = /~(?<=[\p{L}\p{N}]~)(?=[\p{L}\p{N}])/gu;

/** Punctuation of full width, or a link. */
const addressEnd =
  /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u2018-\u201f\u2026]|\[[^\]]{0,200}\]\(/;

/** Reads each run of characters once, however many addresses begin in it. */
function hasLongAddress(markdown: string): boolean {
  for (const [run] of markdown.matchAll(/(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]*/gi))
    if (addressEnd.test(run)) return true;
  return false;
}
