import type { Spans } from '../marked/locate.ts';
import { isLeaf, walkTokens } from '../marked/tokens.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Edit } from './body-dialect.ts';

/** Two spaces at the end of each line that goes on in a paragraph, so that it breaks there. */
export function fixLineBreaks({ markdown, tokens }: Rendered, spans: () => Spans): Edit[] {
  const ends = new Set<number>();
  walkTokens(tokens, (token) => {
    if (isLeaf(token)) return (token.type === 'paragraph' || token.type === 'text') && token.text.includes('\n');
    if (token.type !== 'text' || token.escaped || !token.raw.includes('\n')) return true;
    for (const end of spans().get(token)?.ends.slice(0, -1) ?? []) {
      const line = markdown.slice(Math.max(0, end - maxBreakLength), end);
      if (!broken.test(line)) ends.add(markdown.indexOf('\n', end));
    }
    return true;
  });
  return Array.from(ends, (end) => ({ start: end, end, text: '  ' }));
}

const maxBreakLength = 20;

/** Behind a tag for a break, or a formula that has lines of its own. */
const broken = /(?:<br ?\/?>|\$\$|\\\])[ \t]*$/i;
