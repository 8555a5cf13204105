import GithubSlugger from 'github-slugger';
import { Marked, type MarkedToken, type RendererObject, type Tokens } from 'marked';
import { escapeAttribute, escapeText } from '../../../markdown/html/escape-html.ts';
import type { ServiceInfo } from '../service-info.ts';
import { fill } from '../texts.ts';
import page from './page.html?raw';
import script from './page.js?raw';
import { toStyle } from './style.ts';
import { type Language, languages, lead } from './to-text.ts';
import form from './try-form.html?raw';

/** The page for people: one document with nothing from elsewhere, and one script, which it can be read without. */
export function toHtml({ intro, parts }: RenderedText, { title, color }: ServiceInfo): string {
  const links = parts.map((part) => `<li><a href="#${part.id}">${part.title}</a></li>`);
  const sections = parts.map(
    (part, i) =>
      `<section aria-labelledby="${part.id}">\n<h2 id="${part.id}">${part.title}</h2>\n${part.html}${i === 0 ? form : ''}</section>\n`,
  );
  const choices = Object.entries(languages).map(
    ([language, name], i) =>
      `<input type="radio" name="language" id="in-${language}"${i === 0 ? ' checked' : ''}><label for="in-${language}">${name}</label>`,
  );
  return fill(page, {
    title: escapeText(title),
    lead: escapeAttribute(lead),
    style: `<style>\n${squeeze(toStyle(color))}</style>`,
    first: parts[0]?.id ?? '',
    size: title.length > 40 ? 'long' : 'short',
    intro,
    links: links.join('\n'),
    choices: choices.join(''),
    sections: sections.join(''),
    script: `<script type="module">${script.replace(/^ +|\/\*\* @type .*? \*\/ /gm, '')}</script>\n`,
  });
}

/** Without the white space and the zeros that no rule needs; a line for each rule. */
function squeeze(style: string): string {
  return style
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>/]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replace(/(?<![\d.])0(?=\.\d)/g, '')
    .replace(/;?}/g, '}\n')
    .replace(/\n(?=})/g, '');
}

interface RenderedText {
  /** What stands before the first part. */
  intro: string;
  /** Of second-level headings, in their order. */
  parts: { id: string; title: string; html: string }[];
}

/** The page's Markdown as HTML. `site` is removed from its links, which lead to the same server. */
export function renderText(text: string, site: string): RenderedText {
  const slugger = new GithubSlugger();
  const rendered: RenderedText = { intro: '', parts: [] };
  let title = '';
  const marked = new Marked({ renderer: createRenderer(site, () => title) });
  for (const tokens of splitParts(marked.lexer(text) as MarkedToken[])) {
    const [heading, ...rest] = tokens;
    title = heading?.type === 'heading' ? heading.text : '';
    const html = groupExamples(rest).map((group) =>
      Array.isArray(group) ? toExamples(group, title) : marked.parser([group]),
    );
    if (heading?.type !== 'heading' || heading.depth === 1) rendered.intro = html.join('');
    else
      rendered.parts.push({ id: slugger.slug(title), title: marked.parseInline(title) as string, html: html.join('') });
  }
  return rendered;
}

/** Tokens from each heading to the next. */
function splitParts(tokens: readonly MarkedToken[]): MarkedToken[][] {
  const parts: MarkedToken[][] = [];
  for (const token of tokens) {
    if (token.type === 'heading' || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(token);
  }
  return parts;
}

/** Blocks of code that follow one another are the same in several languages. */
function groupExamples(tokens: readonly MarkedToken[]): (MarkedToken | Tokens.Code[])[] {
  const groups: (MarkedToken | Tokens.Code[])[] = [];
  for (const token of tokens) {
    if (token.type === 'space') continue;
    const last = groups.at(-1);
    if (token.type !== 'code') groups.push(token);
    else if (Array.isArray(last)) last.push(token as Tokens.Code);
    else groups.push([token as Tokens.Code]);
  }
  return groups;
}

function toExamples(codes: readonly Tokens.Code[], title: string): string {
  if (codes.length === 1) return codes.map((code) => toCode(code, title)).join('');
  const figures = codes.map((code) => {
    const name = languages[code.lang as Language];
    return `<figure class="in-${code.lang}"><figcaption>${name}</figcaption>${toCode(code, `${title}, ${name}`)}</figure>\n`;
  });
  return `<div class="examples">\n${figures.join('')}</div>\n`;
}

function toCode({ text, lang = '' }: Tokens.Code, label: string): string {
  const name = escapeAttribute(`Code: ${label}`);
  return `<pre tabindex="0" role="group" aria-label="${name}"><code>${highlight(text, lang)}</code></pre>\n`;
}

function createRenderer(site: string, title: () => string): RendererObject {
  return {
    code: (token) => toCode(token, title()),
    codespan: ({ text }) => `<code>${escapeText(text).replace(/(?<=.)\/(?=\{)/g, '/<wbr>')}</code>`,
    link({ href, tokens }) {
      const local = href.startsWith(`${site}/`) ? href.slice(site.length) : href;
      return `<a href="${escapeAttribute(local)}">${this.parser.parseInline(tokens)}</a>`;
    },
    table({ header, rows }) {
      // Rows and cells need no end tags in HTML, and headers of a first row or column no scope.
      const head = header.map((cell) => `<th>${this.parser.parseInline(cell.tokens)}`).join('');
      const body = rows.map((row) => {
        const cells = row.map(({ tokens }, i) => {
          const html = this.parser.parseInline(tokens);
          return `${i === 0 ? '<th>' : '<td>'}${html}`;
        });
        return `<tr>${cells.join('')}\n`;
      });
      const label = escapeAttribute(`Table: ${title()}`);
      return `<div class="wide" tabindex="0" role="group" aria-label="${label}"><table>\n<thead><tr>${head}\n<tbody>\n${body.join('')}</table></div>\n`;
    },
  };
}

const string = /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/;
const hash = /(?<comment>(?<=^|\s)#.*)/;
const slashes = /(?<comment>\/\/.*)/;

/** What to mark in each language; the first match counts: names of members, strings, comments. */
const patterns: Record<string, RegExp> = {
  json: either(/(?<name>"(?:[^"\\\n]|\\.)*"(?=:))/, string),
  sh: either(string, hash),
  python: either(string, hash),
  js: either(string, slashes),
  ts: either(string, slashes),
  php: either(string, slashes),
};

function either(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'), 'gm');
}

/** Code as HTML, with strings in `b` and comments in `i`, the shortest elements that browsers know. The text stays the same. */
export function highlight(code: string, language: string): string {
  const pattern = patterns[language];
  if (pattern === undefined) return escapeText(code);
  let html = '';
  let from = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(pattern)) {
    if (groups.name !== undefined) continue;
    const mark = groups.string === undefined ? 'i' : 'b';
    html += `${escapeText(code.slice(from, index))}<${mark}>${escapeText(text)}</${mark}>`;
    from = index + text.length;
  }
  return html + escapeText(code.slice(from));
}
