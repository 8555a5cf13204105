import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { escapeAttribute } from '../markdown/html/escape-html.ts';

/** What `write` makes of each tag that stands in text. A tag begins with `start`; null leaves it as it is. */
export function replaceTags(
  { rendered: { markdown }, masked }: CurrentBody,
  start: string,
  tag: RegExp,
  write: (found: RegExpExecArray) => string | null,
): Edit[] {
  if (!markdown.includes(start) || markdown.search(tag) === -1) return [];
  return [...markdown.matchAll(tag)].flatMap((found) => {
    const text = masked()[found.index] === '\0' ? null : write(found);
    return text === null ? [] : { start: found.index, end: found.index + found[0].length, text };
  });
}

/** The values of a tag: those with a name by it, the others by their place, from 0 on. */
export function readValues(written: string): Readonly<Record<string, string | undefined>> {
  const values: Record<string, string> = {};
  let place = 0;
  for (const [, name, double, single, raw, word] of written.matchAll(value))
    values[name ?? place++] = double ?? single ?? raw ?? word ?? '';
  return values;
}

const value = /(?:([\w-]+)=)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))/g;

/** An image in Markdown, or in HTML with a caption in Markdown and what it leads to. */
export function toImage(address: string, alt: string, caption = '', link = ''): string {
  if (caption === '' && link === '')
    return `![${alt.replace(/[[\]\\]/g, '\\$&')}](<${address.replace(/[<>\\\n]/g, encodeURIComponent)}>)`;
  const image = `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}">`;
  const shown = link === '' ? image : `<a href="${escapeAttribute(link)}">${image}</a>`;
  return caption === '' ? shown : `<figure>${shown}<figcaption>\n\n${caption}\n\n</figcaption></figure>\n\n`;
}

/** A link to the page of a video or a snippet, which a program shows in a frame; null for other names. */
export function toEmbedded(site: string, name = ''): string | null {
  const page = pages[site];
  return page === undefined || !/^[\w./-]+$/.test(name) ? null : `<${page}${name}>`;
}

const pages: Readonly<Record<string, string | undefined>> = {
  gist: 'https://gist.github.com/',
  vimeo: 'https://vimeo.com/',
  youtube: 'https://www.youtube.com/watch?v=',
};
