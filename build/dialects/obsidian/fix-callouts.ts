import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { trimEndOf } from '../../markdown/linear-text.ts';
import { walkTokens } from '../../markdown/marked/tokens.ts';
import { alertLines, alertOf, reportWritten } from '../alerts.ts';

/**
 * Alerts of GitHub in place of the callouts of Obsidian, each with its title in bold. Kinds that nobody knows are notes in a vault, as
 * they are there, and are reported elsewhere.
 */
export function fixCallouts(body: CurrentBody, isVault: boolean): Edit[] {
  const { markdown, tokens } = body.rendered;
  if (!markdown.includes('[!')) return [];
  const edits: Edit[] = [];
  walkTokens(tokens, (token) => {
    if (token.type !== 'blockquote' || !token.text.startsWith('[!')) return;
    const [, kind = '', more, fold, written = ''] = calloutLine.exec(token.text) ?? [];
    const title = trimEndOf(written, ' \t');
    const alert = alertOf(kind) ?? (isVault && kind !== '' ? 'note' : undefined);
    const isOwn = alert === kind.toLowerCase() && more === undefined && fold === '' && title === '';
    const span = kind === '' || isOwn ? undefined : body.spans().get(token);
    const [end, ...ends] = span?.ends ?? [];
    if (span === undefined || end === undefined) return;
    const lineStart = markdown.lastIndexOf('\n', end - 1) + 1;
    const start = markdown.indexOf('[!', lineStart);
    if (start === -1 || start >= end) return;
    if (alert === undefined) {
      reportWritten(body, start, {
        written: `[!${kind}]`,
        kind: 'a callout of another kind',
        fate: 'Readers see it as text',
      });
      return;
    }
    const prefix = `\n${markdown.slice(lineStart, start).replace(/[^\s>]/g, ' ')}`;
    const [first = '', ...others] = alertLines(alert, title);
    edits.push({ start, end, text: first + others.map((line) => trimEndOf(prefix + line, ' ')).join('') });
    if (title === '') return;
    // The text below the title may go on without what begins a line of the quote, but not behind an empty line.
    for (const [index, line] of span.text.split('\n').slice(1).entries()) {
      if (/^\s*(?:>|$)/.test(line)) continue;
      const at = (ends[index] ?? 0) - line.length;
      const written = at - markdown.lastIndexOf('\n', at - 1);
      edits.push({ start: at, end: at + line.search(/\S/), text: prefix.slice(written) });
    }
  });
  return edits;
}

const calloutLine = /^\[!([\p{L}\p{N}_-]+)(\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*)/u;
