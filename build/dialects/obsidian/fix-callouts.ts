import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { trimEndOf } from '../../markdown/linear-text.ts';
import { type Alert, walkTokens } from '../../markdown/marked/tokens.ts';

/**
 * Alerts of GitHub in place of the callouts of Obsidian, each with its title in bold. Kinds that nobody knows are notes in a vault, as
 * they are there.
 */
export function fixCallouts({ rendering, places }: CurrentBody, isVault: boolean): Edit[] {
  const { markdown, tokens } = rendering;
  if (!markdown.includes('[!')) return [];
  const edits: Edit[] = [];
  walkTokens(tokens, (token) => {
    if (token.type !== 'blockquote' || !token.text.startsWith('[!')) return;
    const [, kind = '', more, fold, written = ''] = calloutLine.exec(token.text) ?? [];
    const title = trimEndOf(written, ' \t');
    const alert = alerts[kind.toLowerCase()] ?? (isVault && kind !== '' ? 'note' : undefined);
    const isOwn = alert === kind.toLowerCase() && more === undefined && fold === '' && title === '';
    const end = alert === undefined || isOwn ? undefined : places().get(token)?.ends[0];
    if (end === undefined || alert === undefined) return;
    const lineStart = markdown.lastIndexOf('\n', end - 1) + 1;
    const start = markdown.indexOf('[!', lineStart);
    if (start === -1 || start >= end) return;
    const prefix = `\n${markdown.slice(lineStart, start).replace(/[^\s>]/g, ' ')}`;
    const strong = /[*_`\\]/.test(title) ? title : `**${title}**`;
    edits.push({
      start,
      end,
      text: `[!${alert.toUpperCase()}]${title === '' ? '' : `${prefix}${strong}${prefix.trimEnd()}`}`,
    });
  });
  return edits;
}

const calloutLine = /^\[!([\p{L}\p{N}_-]+)(\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*)/u;

/** The alert nearest in meaning to each kind of callout. */
const alerts: Readonly<Record<string, Alert | undefined>> = {
  ...all('note', [
    'note',
    'info',
    'todo',
    'abstract',
    'summary',
    'tldr',
    'question',
    'help',
    'faq',
    'example',
    'quote',
    'cite',
  ]),
  ...all('tip', ['tip', 'hint', 'success', 'check', 'done']),
  ...all('important', ['important']),
  ...all('warning', ['warning', 'attention']),
  ...all('caution', ['caution', 'failure', 'fail', 'missing', 'danger', 'error', 'bug']),
};

function all(alert: Alert, kinds: readonly string[]): Record<string, Alert> {
  return Object.fromEntries(kinds.map((kind) => [kind, alert]));
}
