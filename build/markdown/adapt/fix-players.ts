import { decodeHTMLStrict } from 'entities/decode';
import { mayHavePlayer, toPlayer } from '../html/players.ts';
import { offsetAt } from '../marked/aligned-text.ts';
import type { Spans } from '../marked/locate.ts';
import { readAddress } from '../marked/markdown.ts';
import { inlineText, tokensWithMeaning } from '../marked/tokens.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Edit } from './body-dialect.ts';

/** Players in place of images whose addresses are those of audio or video: any renderer of Markdown shows them. */
export function fixPlayers({ markdown, tokens }: Rendered, spans: () => Spans): Edit[] {
  if (!markdown.includes('![') || !mayHavePlayer(markdown)) return [];
  return tokensWithMeaning(tokens).flatMap((token) => {
    if (token.type !== 'image') return [];
    const text = toPlayer(readAddress(token), inlineText(token.tokens), decodeHTMLStrict(token.title ?? ''));
    const span = text === null ? undefined : spans().get(token);
    if (text === null || span === undefined) return [];
    const start = offsetAt(span, 0);
    const end = span.ends.at(-1) ?? 0;
    return start < 0 || end < start ? [] : [{ start, end, text }];
  });
}
