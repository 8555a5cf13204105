import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { trimEndOf } from '../../markdown/linear-text.ts';
import { alertLines, alertOf, reportWritten, toStrong } from '../alerts.ts';
import type { Dialect } from '../dialect.ts';
import { endHtml } from '../end-html.ts';
import { findInText } from '../find-in-text.ts';
import { replaceTags } from '../replace-tags.ts';

export const mkdocs: Dialect = {
  name: 'mkdocs',
  title: 'MkDocs, Python-Markdown',
  guide: {
    reads:
      '`!!! note "Title"`, `??? note`, `=== "Tab"` and what is indented below them; `[TOC]`, `[[_TOC_]]`, `$toc`, `\\toc`; `++ctrl+c++`; `:material-name:` and other icons; where it is detected, Markdown in the line below the end of HTML, blank lines in `<p>`, `![text](a b.png)`',
    becomes:
      'alerts of GitHub, the title of a tab in bold; a table of contents goes; `<kbd>`; icons go; Markdown; images and links',
  },
  detectedBy: ['mkdocs.yml'],
  hidingWays: [
    ['`exclude_docs`, `draft_docs`; `templates` and names that begin with a dot', 'read', 'mkdocs-exclude'],
    ['`glob` and `regex` of the plugins `exclude` and `excluder`', 'read', 'mkdocs-plugin'],
    ['`docs_dir`: what lies outside', 'read', 'mkdocs-path'],
    ['`INHERIT`', 'read', 'mkdocs-exclude'],
    ['`draft: true` of the plugin `blog`', 'read', 'draft'],
    ['`draft_if_future_date`', 'not applicable', 'an article appears at its date'],
    ['`.meta.yml` of the plugin `meta`, and `hooks`', 'reported', 'they are named'],
    ['`nav`, `not_in_nav`, `.pages`', 'not applicable', 'the page is there'],
    ['`README.md` beside `index.md`', 'not applicable', 'it has no date'],
  ],
  hides: () => import('./hides.ts'),
  body: (isDetected) => [
    ...(isDetected
      ? [
          { stage: 'blocks' as const, find: endHtml },
          { stage: 'cut' as const, find: (body: CurrentBody) => replaceTags(body, '](', spaced, toLink) },
        ]
      : []),
    { stage: 'cut', find: fixAdmonitions },
    { stage: 'cut', find: cutContents },
    { stage: 'text', find: fixKeys },
    {
      stage: 'text',
      find: (body) =>
        findInText(body, icon).map(({ found: [name], start }) => ({ start, end: start + name.length, text: '' })),
    },
  ],
};

/** A link or an image whose address has a space, which is text to CommonMark. */
const spaced = /(!?\[[^[\]\n]{0,500}\])\(([^\s()<>"']{1,300}(?: [^\s()<>"']{1,300}){1,50})((?: "[^"\n]{0,300}")?)\)/g;

function toLink([, text = '', address = '', title = '']: RegExpExecArray): string {
  return `${text}(<${address}>${title})`;
}

/** Alerts in place of admonitions, of the outermost first; the content alone below other words, which are reported, and below tabs. */
function fixAdmonitions(body: CurrentBody): Edit[] {
  const { markdown } = body.rendered;
  if (!mayOccur.test(markdown)) return [];
  const edits: Edit[] = [];
  let from = 0;
  for (const { 0: line, 1: prefix = '', 2: word, index } of body.masked().matchAll(opening)) {
    if (index < from) continue;
    const content = readContent(markdown, index + line.length + 1, prefix);
    if (content.length === 0) continue;
    const raw = markdown.slice(index, index + line.length);
    const title = (/"(.*)"/.exec(raw)?.[1] ?? '').trim();
    const alert = word === undefined ? undefined : alertOf(word);
    const rest = title === '' ? [] : [toStrong(title), ''];
    const head = alert === undefined ? rest : alertLines(alert, title).map((each) => `> ${each}`);
    const text = head.map((each) => trimEndOf(prefix + each, ' ')).join('\n');
    edits.push({ start: index, end: index + line.length, text });
    for (const { start, end, isBlank } of content)
      edits.push({ start, end, text: alert === undefined ? '' : isBlank ? '>' : '> ' });
    if (word !== undefined && alert === undefined)
      reportWritten(body, index + prefix.length, {
        written: raw.slice(prefix.length).trim(),
        fate: 'Its content stays',
      });
    from = content.at(-1)?.end ?? from;
  }
  return edits;
}

/** What the lines below begin with, as far as they are indented by four. */
function readContent(
  markdown: string,
  from: number,
  prefix: string,
): { start: number; end: number; isBlank: boolean }[] {
  const lines: { start: number; end: number; isBlank: boolean }[] = [];
  let length = 0;
  for (let at = from; at < markdown.length; ) {
    const lineEnd = markdown.indexOf('\n', at);
    const end = lineEnd === -1 ? markdown.length : lineEnd;
    const line = markdown.slice(at, end);
    const isBlank = /^[ \t>]*$/.test(line);
    const [indent] = line.startsWith(prefix) ? (/^(?: {4}|\t)/.exec(line.slice(prefix.length)) ?? []) : [];
    if (!isBlank && indent === undefined) break;
    const start = at + Math.min(prefix.length, isBlank ? trimEndOf(line, ' \t').length : line.length);
    lines.push({ start, end: isBlank ? end : start + (indent ?? '').length, isBlank });
    if (!isBlank) length = lines.length;
    at = end + 1;
  }
  return lines.slice(0, length);
}

const mayOccur = /^[ \t>]*(?:!!!|\?\?\?|=== ")/m;

/** `!!! word`, more classes, and a title in quotes; or the title of a tab. */
const opening =
  /^([ \t>]*)(?:(?:!!!|\?\?\?\+?)[ \t]*([\p{L}][\w-]{0,50})(?:[ \t]+[\w-]{1,50}){0,5}(?:[ \t]+"[^"\n]{0,300}")?|===[!+]?[ \t]+"[^"\n]{1,300}")[ \t]*$/gmu;

/** Lines that other programs replace by a table of contents. */
function cutContents({ rendered: { markdown }, masked, findNamed }: CurrentBody): Edit[] {
  return [...markdown.matchAll(contents)].flatMap(({ 0: line, 1: name, index }) => {
    const isText = masked()[index + line.search(/\S/)] !== '\0';
    if (!isText || (name !== undefined && findNamed(name, index) !== null)) return [];
    return [{ start: index, end: index + line.length, text: '' }];
  });
}

const contents =
  /^ {0,3}(?:\[(?:toc|\[_?(toc)_?\])\]|@\[toc\](?:\([^()\n]{0,100}\))?|\$\{?toc\}?|\{\{?toc\}?\}|\\(?:toc|tableofcontents))[ \t]*$/gim;

/** Keys of a keyboard, the first of them by its name: elsewhere, `++word++` is text that was inserted. */
function fixKeys({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (markdown.search(keys) === -1) return [];
  return Array.from(masked().matchAll(keys), ({ 0: whole, 1: names = '', index }) => {
    const text = names.replace(/[^+]+/g, '<kbd>$&</kbd>');
    return { start: index, end: index + whole.length, text };
  });
}

const keys =
  /(?<![\w+])\+\+((?:(?:[lr]?-?(?:ctrl|control|shift|alt|cmd|command|win|windows|meta|super)|option|fn|enter|return|tab|esc|escape|space|backspace|del|delete|ins|insert|home|end|page-up|page-down|(?:arrow-)?(?:up|down|left|right)|caps-lock|print-screen|f\d\d?)\b)(?:\+[\w-]{1,20}){0,4})\+\+(?![\w+])/gi;

/** The name of an icon of the usual sets, with its attributes and the space behind it. */
const icon = /:(?:material|fontawesome|octicons|simple|fa[brs]?)-[a-z\d-]{1,80}:(?:\{[^{}\n]{0,100}\})?[ \t]?/g;
