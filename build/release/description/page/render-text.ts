import GithubSlugger from 'github-slugger';
import { Marked, type MarkedToken, type RendererObject, type Tokens } from 'marked';
import { escapeAttribute, escapeText } from '../../../markdown/html/escape-html.ts';
import { highlight } from './highlight.ts';
import { type Language, languages } from './snippets.ts';

export interface RenderedText {
  /** What stands before the first part. */
  intro: string;
  /** Of second-level headings, in their order. */
  parts: { id: string; title: string; html: string }[];
}

/** The page's Markdown as HTML. `site` is left out of its links, which lead to the same server. */
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
      const head = header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join('');
      const body = rows.map((row) => {
        const cells = row.map(({ tokens }, i) => {
          const html = this.parser.parseInline(tokens);
          return i === 0 ? `<th scope="row">${html}</th>` : `<td>${html}</td>`;
        });
        return `<tr>${cells.join('')}</tr>\n`;
      });
      const label = escapeAttribute(`Table: ${title()}`);
      return `<div class="wide" tabindex="0" role="group" aria-label="${label}"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('')}</tbody>\n</table></div>\n`;
    },
  };
}
