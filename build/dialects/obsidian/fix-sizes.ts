import { decodeHTMLStrict } from 'entities/decode';
import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { toPlayer } from '../../markdown/html/players.ts';
import { readAddress } from '../../markdown/marked/markdown.ts';
import { inlineText, tokensWithMeaning } from '../../markdown/marked/tokens.ts';
import { hasEnding, toSizedImage, withTextBelow } from './fix-wiki-links.ts';

/** `![text|300](image.png)` as a tag with its width; in `![image.png|text](image.png)` the name goes. */
export function fixSizes({ rendered: { markdown, tokens }, spans }: CurrentBody): Edit[] {
  if (!markdown.includes('![') || !barInText.test(markdown)) return [];
  return tokensWithMeaning(tokens).flatMap((token): Edit | [] => {
    if (token.type !== 'image' || !token.text.includes('|') || toPlayer(readAddress(token)) !== null) return [];
    const span = spans().get(token);
    const end = span?.ends.at(-1);
    if (span?.ends.length !== 1 || end === undefined) return [];
    const start = end - span.text.length;
    const text = inlineText(token.tokens);
    const bar = text.indexOf('|');
    const isNamed = hasEnding.test(text.slice(0, bar).trim());
    const tag = toSizedImage(
      readAddress(token),
      isNamed ? text.slice(bar + 1) : text,
      '',
      decodeHTMLStrict(token.title ?? ''),
    );
    if (tag !== null) return { start, end, text: withTextBelow(tag, markdown, end) };
    return isNamed ? { start: start + '!['.length, end: markdown.indexOf('|', start) + 1, text: '' } : [];
  });
}

const barInText = /!\[[^\]|\n]{0,500}\|/;
