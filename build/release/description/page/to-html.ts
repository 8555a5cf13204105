import { escapeAttribute, escapeText } from '../../../markdown/html/escape-html.ts';
import { renderBody } from '../../../markdown/render-body.ts';
import { fill } from '../texts.ts';
import page from './page.html?raw';
import script from './page.js?raw';
import type { PageFacts } from './page-facts.ts';
import style from './style.css?raw';
import { lead } from './to-text.ts';
import form from './try-form.html?raw';

/**
 * The page for people, of its Markdown: one document with nothing from elsewhere, and one script, which it can be read
 * without. Links to the site lead to the same server.
 */
export function toHtml(text: string, { site, info: { title, color } }: PageFacts): string {
  const body = text.slice(text.indexOf('\n'));
  const { value } = renderBody(body, { resolve: () => null, trustedHtml: false });
  if (value === null) throw new Error('The page at / cannot be rendered.');
  const [intro = '', ...parts] = value.html.replaceAll(`href="${site}/`, 'href="/').split(/(?=<h2 )/);
  const headings = value.facts.headings.filter(({ level }) => level === 2);
  const [first = '', ...others] = parts.map((part, i) => nameCode(linkHeading(part), headings[i]?.text ?? ''));
  const links = headings.map((heading) => `<li><a href="#${heading.id}">${escapeText(heading.text)}</a></li>`);
  return fill(page, {
    title: escapeText(title),
    lead: escapeAttribute(lead),
    style: `<style>\n:root { --brand: ${color} }\n${style}</style>`,
    first: headings[0]?.id ?? '',
    size: title.length > 40 ? 'long' : 'short',
    intro,
    links: links.join('\n'),
    sections: [first, form, ...others].join(''),
    script: `<script type="module">${script.replace(/^ +|\/\*\* @type .*? \*\/ /gm, '')}</script>\n`,
  });
}

/** Makes the heading of a part a link to itself, so that readers can copy its address. */
function linkHeading(html: string): string {
  return html.replace(/^<h2 id="([^"]*)">(.*)<\/h2>/, '<h2 id="$1"><a href="#$1">$2</a></h2>');
}

/** Colours the code of a part, and names it for who does not see it: buttons that copy it have the name, too. */
function nameCode(html: string, title: string): string {
  return html.replace(/<pre><code class="language-(\w+)">([^<]*)/g, (_, language, code) => {
    const name = escapeAttribute(`Code: ${title}, ${language}`);
    return `<pre role="group" aria-label="${name}"><code>${highlight(code, language)}`;
  });
}

const string = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/;
const hash = new RegExp(`${string.source}|(?<=^|\\s)#.*`, 'gm');
const slashes = new RegExp(`${string.source}|//.*`, 'g');

/** What is a string, which is its group, or a comment in each language; the first match counts. */
const patterns: Record<string, RegExp> = {
  json: /(?<=: )("(?:[^"\\\n]|\\.)*")/g,
  sh: hash,
  python: hash,
  js: slashes,
  ts: slashes,
  php: slashes,
};

/**
 * Code in HTML with its strings in `b` and its comments in `i`, the shortest elements that browsers know. The text
 * stays the same.
 */
export function highlight(code: string, language: string): string {
  const pattern = patterns[language];
  if (pattern === undefined) return code;
  return code.replace(pattern, (text, quoted) => (quoted === undefined ? `<i>${text}</i>` : `<b>${text}</b>`));
}
