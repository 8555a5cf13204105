import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { trimEndOf } from '../../markdown/linear-text.ts';
import { alertLines, alertOf, reportWritten } from '../alerts.ts';

/**
 * Alerts in place of containers, each with its title in bold. Of one with another word the content stays, and one that nothing closes
 * stays as it is; both are reported.
 */
export function fixContainers(body: CurrentBody): Edit[] {
  const { markdown } = body.rendered;
  if (!/^[ \t>]*::/m.test(markdown)) return [];
  const edits: Edit[] = [];
  const open: Container[] = [];
  for (const { 0: line, index: start } of body.masked().matchAll(/^[^\n]*(?:\n|$)/gm)) {
    const end = start + trimEndOf(line, '\n').length;
    const [, prefix = '', colons = '', rest = ''] = fence.exec(line) ?? [];
    for (const each of open) each.lines.push(start);
    const opening =
      rest.trim() === ''
        ? null
        : readOpening(markdown.slice(end - trimEndOf(rest, '\n').length, end).trim(), colons.length);
    if (opening !== null) {
      const container = { ...opening, prefix, colons: colons.length, start, end, lines: [] };
      if (open.length < deepest) open.push(container);
      else report(container);
    } else if (colons !== '' && rest.trim() === '') {
      const same = open.findLastIndex((each) => each.colons === colons.length);
      const index = same === -1 ? open.findLastIndex((each) => each.colons < colons.length) : same;
      const closed = open[index];
      if (closed === undefined) continue;
      for (const each of open.splice(index).slice(1)) report(each);
      edits.push(...close(closed, markdown), { start, end, text: '' });
      if (alertOf(closed.word) === undefined) report(closed, 'Its content stays');
    }
  }
  for (const each of open) report(each);
  return edits;

  function report({ start, end, prefix, colons }: Container, fate = 'Nothing ends it'): void {
    const written = markdown.slice(start + prefix.length, end).trim();
    // Two colons that nothing ends are no container.
    if (colons > 2 || fate !== 'Nothing ends it') reportWritten(body, start + prefix.length, { written, fate });
  }
}

interface Opening {
  word: string;
  title: string;
}

interface Container extends Opening {
  /** What stands before it on its line. */
  prefix: string;
  colons: number;
  /** Its first line. */
  start: number;
  end: number;
  /** Where its other lines start, the last of which closes it. */
  lines: number[];
}

/** What begins a container: a word, or a word or a class in braces; null where nothing does. */
function readOpening(rest: string, colons: number): Opening | null {
  const [whole, word, label, braces = ''] = opening.exec(rest) ?? [];
  if (whole === undefined) return null;
  const written = rest.slice(whole.length).trim();
  if (colons === 2 && (word === undefined || written !== '')) return null;
  // MyST has the word alone in braces, others a class.
  const [name = ''] = /(?<=^\{)[a-z][\w-]*(?=\}$)|(?<=\.callout-|\.(?!callout-))[\w-]+/.exec(braces) ?? [];
  const [, title] = /\btitle=["']([^"']*)["']/.exec(braces) ?? [];
  if (word === undefined && name === '') return null;
  // Zenn and Qiita have the kind behind the word.
  if (/^(?:message|note)$/.test(word ?? '') && /^(?:info|warn|alert)$/.test(written))
    return { word: written, title: '' };
  const words = written.replace(/\{[^{}]*\}$/, '').replace(/^"(.*)"$/, '$1');
  return { word: word?.replace(/^callout-/, '') ?? name, title: (label ?? title ?? words).trim() };
}

/** The container as a quote, or its content alone. */
function close({ word, title, prefix, start, end, lines }: Container, markdown: string): Edit[] {
  const alert = alertOf(word);
  if (alert === undefined) return [{ start, end, text: '' }];
  const head = alertLines(alert, title).map((line) => trimEndOf(`${prefix}> ${line}`, ' '));
  const quoted = lines.slice(0, -1).map((at) => {
    const isInside = markdown.startsWith(prefix, at);
    const from = isInside ? at + prefix.length : at;
    return { start: from, end: from, text: `${isInside ? '' : prefix}${markdown[from] === '\n' ? '>' : '> '}` };
  });
  return [{ start, end, text: head.join('\n') }, ...quoted];
}

/** Without more than colons, it closes what is open. */
const fence = /^([ \t>]*)(:{2,})([^\n]*)/;

/** A word, a title in brackets, and attributes. */
const opening = /^(?:(\p{L}[\p{L}\p{N}_-]{0,50})(?![^\s[{])(?:\[([^\]]{0,300})\])?[ \t]*)?(\{[^{}]{0,300}\})?(?<=.)/u;

/** Containers in one another; deeper ones stay as they are. */
const deepest = 5;
