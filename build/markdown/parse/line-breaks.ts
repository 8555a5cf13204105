import type { Token, Tokens } from 'marked';
import type { BodyToken } from './tokens.ts';
import { bodyTokens, isLeaf, walkTokens } from './walk-tokens.ts';

/** Breaks each line of a paragraph at its end, but behind what breaks it already. */
export function breakLines(tokens: readonly BodyToken[]): void {
  walkTokens(tokens, (token) => {
    if (!isLeaf(token) || token.type === 'html') return;
    if ((token.type === 'paragraph' || token.type === 'text') && token.tokens && token.text.includes('\n'))
      token.tokens = breakIn(bodyTokens(token.tokens));
  });
}

function breakIn(tokens: readonly BodyToken[]): Token[] {
  return tokens.flatMap((token, index): BodyToken[] => {
    if (token.type === 'text' && !token.escaped && token.raw.includes('\n'))
      return splitLines(token, tokens[index - 1], index === tokens.length - 1);
    if (token.type !== 'image' && 'tokens' in token && token.tokens) token.tokens = breakIn(bodyTokens(token.tokens));
    return [token];
  }) as Token[];
}

function splitLines(token: Tokens.Text, before: BodyToken | undefined, isLast: boolean): BodyToken[] {
  const lines = token.text.split('\n');
  const last = isLast ? lines.findLastIndex((each) => each.trim() !== '') : lines.length;
  return lines.flatMap((line, index): BodyToken[] => {
    const isFirst = index === 0;
    const isEnd = index === lines.length - 1;
    const text = isFirst ? line : line.trimStart();
    if (isEnd) return [{ ...token, raw: line, text }];
    const isBroken = isFirst && text.trim() === '' && before !== undefined && breaks(before);
    // Behind an indented line of a paragraph, marked adds an empty one.
    const isAdded = !isFirst && line === '';
    if (isBroken || isAdded || index >= last) return [{ ...token, raw: `${line}\n`, text: `${text}\n` }];
    return [
      { ...token, raw: line, text: text.trimEnd() },
      { type: 'br', raw: '\n' },
    ];
  });
}

function breaks(token: BodyToken): boolean {
  return (
    token.type === 'br' ||
    (token.type === 'html' && /^<br ?\/?>$/i.test(token.text)) ||
    (token.type === 'math' && token.isDisplay)
  );
}
