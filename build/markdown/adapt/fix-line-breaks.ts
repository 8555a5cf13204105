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
    for (const at of spans().get(token)?.ends.slice(0, -1) ?? []) {
      const end = markdown.indexOf('\n', at);
      if (end !== -1 && !broken.test(markdown.slice(Math.max(0, end - maxBreakLength), end))) ends.add(end);
    }
    return true;
  });
  return ends.size > maxEnds ? [] : Array.from(ends, (end) => ({ start: end, end, text: '  ' }));
}

/** Of more, none breaks: such a text is no prose, and reading it once more would take seconds. */
const maxEnds = 50_000;

const maxBreakLength = 20;

/** What breaks a line: spaces, a tag, or a formula that has lines of its own. */
const broken = /(?: {2}|(?:<br ?\/?>|\$\$|\\\])[ \t]*)$/i;
