import { alertOf, titleBlock, toAlert } from '../alerts.ts';
import type { Dialect } from '../dialect.ts';
import { blockRule, characterBefore, contentOf, inlineRule, nothing, toImage, toLink } from '../syntax.ts';

export const mkdocs: Dialect = {
  name: 'mkdocs',
  title: 'MkDocs, Python-Markdown',
  guide: {
    reads:
      '`!!! note "Title"`, `??? note`, `=== "Tab"` and what is indented below them; `[TOC]`, `[[_TOC_]]`, `$toc`, `\\toc`; `++ctrl+c++`; `:material-name:` and other icons; where it is detected, Markdown in the line below the end of HTML, blank lines in `<p>`, `![text](a b.png)`',
    becomes:
      'alerts of GitHub, the title of a tab in bold; a table of contents goes; `<kbd>`; icons go; Markdown; images and links',
  },
  signs: { any: ['mkdocs*.{yml,yaml}', ['{requirements*.txt,pyproject.toml,Pipfile}', /(?:^|["'])mkdocs(?![\w-])/im]] },
  hides: { load: () => import('./hides.ts') },
  body: (isDetected) => ({
    triggers: [
      '!!!',
      '???',
      '=== "',
      /^ {0,3}(?:\[\[?_?|@\[|\$\{?|\{\{?|\\)(?:toc|tableofcontents)/im,
      ...(isDetected ? [/^ {0,3}<|\]\([^()\n]* |\+\+|:[a-z]+-/im] : []),
    ],
    endsHtml: isDetected,
    extensions: [admonition, contents, ...(isDetected ? [spacedLink, keys, icon] : [])],
  }),
};

const spaced = /^(!?)\[([^[\]\n]{0,500})\]\(([^\s()<>"']{1,300}(?: [^\s()<>"']{1,300}){1,50})(?: "([^"\n]{0,300})")?\)/;

/** A link or an image whose address has a space, which is text to CommonMark. */
const spacedLink = inlineRule('spaced-link', ['[', '!['], (source, rule) => {
  const [raw, bang, text = '', address = '', title] = spaced.exec(source) ?? [];
  if (raw === undefined) return undefined;
  return bang === '!' ? toImage(rule, raw, address, text, title) : toLink(rule, raw, address, text, title);
});

/**
 * Alerts for admonitions; the content alone below other words, which are reported, and below tabs, with the title in
 * bold.
 */
const admonition = blockRule('admonition', ' {0,3}(?:!!!|\\?\\?\\?|===[!+]?[ \\t]+")', (source, { lexer }) => {
  const [line = '', word] = opening.exec(source) ?? [];
  if (line === '') return undefined;
  const { text, length } = readContent(source, line.length + 1, line.search(/\S/));
  if (length === 0) return undefined;
  const raw = source.slice(0, line.length + 1 + length);
  const title = (/"(.*)"/.exec(line)?.[1] ?? '').trim();
  const alert = word === undefined ? undefined : alertOf(word);
  if (alert !== undefined) return toAlert(lexer, alert, title, raw, text);
  const content = contentOf(lexer, raw, text);
  const reported = word === undefined ? {} : { warning: { written: line.trim(), fate: 'Its content stays' } };
  return { ...content, ...reported, tokens: [...titleBlock(lexer, title), ...content.tokens] };
});

/**
 * What stands below a line, as far as it is indented by four more than that, without that; and its length in the
 * source.
 */
function readContent(source: string, from: number, outer: number): { text: string; length: number } {
  const indentation = new RegExp(`^ {${outer}}(?: {4}|\\t)`);
  let text = '';
  let end = from;
  let emptyLines = '';
  for (let at = from; at < source.length; ) {
    const lineEnd = source.indexOf('\n', at);
    const next = lineEnd === -1 ? source.length : lineEnd;
    const line = source.slice(at, next);
    const [indent] = indentation.exec(line) ?? [];
    if (line.trim() === '') emptyLines += '\n';
    else if (indent === undefined) break;
    else {
      text += `${emptyLines}${line.slice(indent.length)}\n`;
      emptyLines = '';
      end = next;
    }
    at = next + 1;
  }
  return { text, length: end - from };
}

/** `!!! word`, more classes, and a title in quotes; or the title of a tab. */
const opening =
  /^ {0,3}(?:(?:!!!|\?\?\?\+?)[ \t]*([\p{L}][\w-]{0,50})(?:[ \t]+[\w-]{1,50}){0,5}(?:[ \t]+"[^"\n]{0,300}")?|===[!+]?[ \t]+"[^"\n]{1,300}")[ \t]*(?=\n|$)/u;

const contentsLine =
  /^ {0,3}(?:\[(?:toc|\[_?(toc)_?\])\]|@\[toc\](?:\([^()\n]{0,100}\))?|\$\{?toc\}?|\{\{?toc\}?\}|\\(?:toc|tableofcontents))[ \t]*(?:\n|$)/i;

/** A line that other programs replace by a table of contents. */
const contents = blockRule(
  'contents',
  ' {0,3}(?:\\[\\[?_?toc|@\\[toc|\\$\\{?toc|\\{\\{?toc|\\\\toc|\\\\tableofc)',
  (source, { body }) => {
    const [raw, name] = contentsLine.exec(source) ?? [];
    return raw === undefined || (name !== undefined && body.findNamed(name) !== null) ? undefined : nothing(raw, true);
  },
);

const keyNames =
  /^\+\+((?:(?:[lr]?-?(?:ctrl|control|shift|alt|cmd|command|win|windows|meta|super)|option|fn|enter|return|tab|esc|escape|space|backspace|del|delete|ins|insert|home|end|page-up|page-down|(?:arrow-)?(?:up|down|left|right)|caps-lock|print-screen|f\d\d?)\b)(?:\+[\w-]{1,20}){0,4})\+\+(?![\w+])/i;

/** Keys of a keyboard. */
const keys = inlineRule('keys', ['++'], (source, rule) => {
  const [raw, names = ''] = keyNames.exec(source) ?? [];
  if (raw === undefined || /[\w+]/.test(characterBefore(rule))) return undefined;
  const tokens = names
    .split('+')
    .flatMap((name, index) => [
      ...(index === 0 ? [] : [{ type: 'text', raw: '+', text: '+' }]),
      { type: 'element', name: 'kbd', raw: name, tokens: [{ type: 'text', raw: name, text: name }] },
    ]);
  return { type: 'element', name: '', raw, tokens };
});

const iconName = /^:(?:material|fontawesome|octicons|simple|fa[brs]?)-[a-z\d-]{1,80}:(?:\{[^{}\n]{0,100}\})?[ \t]?/;

/** The name of an icon of the usual sets, with its attributes and the space behind it. */
const icon = inlineRule(
  'icon',
  [':'],
  (source) => {
    const [raw] = iconName.exec(source) ?? [];
    return raw === undefined ? undefined : nothing(raw);
  },
  true,
);
