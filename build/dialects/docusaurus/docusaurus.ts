import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { trimEndOf } from '../../markdown/linear-text.ts';
import type { Alert } from '../../markdown/marked/tokens.ts';
import type { Dialect } from '../dialect.ts';

export const docusaurus: Dialect = {
  name: 'docusaurus',
  title: 'Docusaurus',
  guide: {
    reads: '`## Heading {/* #id */}`; where it is detected also admonitions, `:::note Title` up to `:::`',
    becomes: 'headings with their ids; alerts of GitHub',
  },
  detectedBy: ['docusaurus.config.js', 'docusaurus.config.ts', 'authors.yml'],
  body: (isDetected) => [
    ...(isDetected ? [{ stage: 'blocks' as const, find: fixAdmonitions }] : []),
    { stage: 'text', find: fixHeadingIds },
  ],
  originalOf(path) {
    const [, above, folder, version = '', name] = translated.exec(path) ?? [];
    if (folder === undefined) return null;
    return `${above}${version.startsWith('/v') ? `versioned_${folder}${version}` : folder}${name}`;
  },
};

/** `i18n/de/docusaurus-plugin-content-blog/…` for `blog/…`; of `docs`, the next folder is the version. */
const translated = /^(|.*\/)i18n\/[^/]+\/docusaurus-plugin-content-(blog|docs)(\/current|\/version-[^/]+|)(\/.*)$/;

/** `{#id}` in place of an id in a comment of MDX. */
function fixHeadingIds({ rendered, masked }: CurrentBody): Edit[] {
  if (rendered.markdown.search(commentId) === -1) return [];
  const text = masked();
  return [...text.matchAll(commentId)].flatMap(({ 0: whole, 1: id, index }) => {
    const lineStart = text.lastIndexOf('\n', index - 1) + 1;
    const before = text.slice(lineStart, index);
    if (!/^[ \t>]*#{1,6}[ \t]/.test(before)) return [];
    const start = lineStart + trimEndOf(before, ' \t').length;
    return [{ start, end: index + whole.length, text: ` {#${id}}` }];
  });
}

/** At the end of a line, or before the characters that close a heading. */
const commentId = /\{[ \t]*\/\*[ \t]*#?([\p{L}\p{N}_.-]+)[ \t]*\*\/[ \t]*\}(?:[ \t]+#+)?[ \t]*$/gmu;

/** Alerts in place of admonitions, each with its title in bold. One that nothing closes, or of another kind, stays as it is. */
function fixAdmonitions({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!markdown.includes(':::')) return [];
  const edits: Edit[] = [];
  const open: Admonition[] = [];
  for (const { 0: line, index: start } of masked().matchAll(/^[^\n]*(?:\n|$)/gm)) {
    const end = start + trimEndOf(line, '\n').length;
    const [, colons = '', rest = ''] = fence.exec(line) ?? [];
    const [, kind, label, words = ''] = opening.exec(rest) ?? [];
    for (const each of open) each.lines.push(start);
    if (kind !== undefined && open.length < deepest) {
      const title = (label ?? words).trim();
      open.push({ colons: colons.length, alert: alerts[kind], title, start, end, lines: [] });
    } else if (colons !== '' && rest.trim() === '') {
      while ((open.at(-1)?.colons ?? 0) > colons.length) open.pop();
      const closed = open.pop();
      if (closed?.alert !== undefined) edits.push(...toAlert(closed, closed.alert, markdown), { start, end, text: '' });
    }
  }
  return edits;
}

interface Admonition {
  colons: number;
  /** Undefined for a kind that is not known. */
  alert: Alert | undefined;
  title: string;
  /** Its first line. */
  start: number;
  end: number;
  /** Where its other lines start, the last of which closes it. */
  lines: number[];
}

function toAlert({ title, start, end, lines }: Admonition, alert: Alert, markdown: string): Edit[] {
  const strong = /[*_`\\]/.test(title) ? title : `**${title}**`;
  const head = `> [!${alert.toUpperCase()}]${title === '' ? '' : `\n> ${strong}\n>`}`;
  const quoted = lines.slice(0, -1).map((at) => ({ start: at, end: at, text: markdown[at] === '\n' ? '>' : '> ' }));
  return [{ start, end, text: head }, ...quoted];
}

/** Without more than colons, it closes what is open. */
const fence = /^(:{3,})([^\n]*)/;

/** The kind, then the title in brackets or behind white space. */
const opening = /^([a-z]+)(?![\w-])(?:\[([^\]]*)\])?([ \t][^{]*)?/;

/** Admonitions in one another; deeper ones stay as they are. */
const deepest = 5;

const alerts: Readonly<Record<string, Alert | undefined>> = {
  ...{ note: 'note', info: 'note', secondary: 'note', tip: 'tip', success: 'tip', important: 'important' },
  ...{ warning: 'warning', caution: 'caution', danger: 'caution' },
};
