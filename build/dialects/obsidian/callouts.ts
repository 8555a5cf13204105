import { trimEndOf } from '../../markdown/linear-text.ts';
import { bodyTokens } from '../../markdown/parse/walk-tokens.ts';
import { alertOf, titleBlock } from '../alerts.ts';
import { blockRule } from '../syntax.ts';

const calloutLine = /^\[!([\p{L}\p{N}_-]+)(\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*)\n?/u;

/**
 * Alerts of GitHub for the callouts of Obsidian, each with its title in bold. Kinds that nobody knows are notes in a
 * vault, as they are there, and are reported elsewhere.
 */
export function toCallout(isVault: boolean) {
  return blockRule(
    'callout',
    ' {0,3}>[ \\t]?\\[!',
    (source, { lexer }) => {
      const queued = lexer.inlineQueue.length;
      const quote = lexer.options.tokenizer?.blockquote(source);
      const [line, kind = '', more, fold, written = ''] = calloutLine.exec(quote?.text ?? '') ?? [];
      if (quote === undefined || line === undefined) return quote;
      const title = trimEndOf(written, ' \t');
      const alert = alertOf(kind) ?? (isVault ? 'note' : undefined);
      if (alert === kind.toLowerCase() && more === undefined && fold === '' && title === '') return quote;
      if (alert === undefined) {
        const warning = { written: `[!${kind}]`, kind: 'a callout of another kind', fate: 'Readers see it as text' };
        return { ...quote, warning };
      }
      const [first, ...others] = bodyTokens(quote.tokens);
      const entry = lexer.inlineQueue
        .slice(queued)
        .find(({ tokens }) => first?.type === 'paragraph' && tokens === first.tokens);
      if (first?.type !== 'paragraph' || entry === undefined || !first.text.startsWith('[!')) return quote;
      // What stands in the paragraph below the first line is its text.
      const text = first.text.slice(Math.min(first.text.length, line.length));
      entry.src = text;
      const isAlone = text.trim() === '';
      const below = isAlone ? others : [{ ...first, text, raw: first.raw.slice(line.length) }, ...others];
      if (isAlone) lexer.inlineQueue.splice(lexer.inlineQueue.indexOf(entry, queued), 1);
      return {
        ...quote,
        alert,
        tokens: [...titleBlock(lexer, title), ...below] as typeof quote.tokens,
        contentLine: isAlone ? first.raw.split('\n').length - 1 : 1,
      };
    },
    false,
  );
}
