import { findH1Ranges } from './cut-html.ts';
import type { HeadingPlace } from './heading-cuts.ts';
import { type Rendering, tryRender } from './render-markdown.ts';

/**
 * An article with a line before one of its headings that says nothing but keeps apart what the heading keeps apart: two lists,
 * or a list and code, by a comment; HTML that goes on after a heading from Markdown, by the end tag of an element that has none.
 * Only those that are rendered as before.
 */
export function separateHeading(article: Rendering, heading: HeadingPlace, trustedHtml: boolean): Rendering[] {
  const { markdown } = article;
  const lineStart = markdown.lastIndexOf('\n', heading.start - 1) + 1;
  const before = markdown.slice(lineStart, heading.start);
  if (!/^[\s>*+\-\d.)]*$/.test(before)) return [];
  // After the marker of an item the heading moves to a line of its own, under the separator.
  const indentation = toIndentation(before);
  return separators.flatMap((separator) => {
    const text = `${markdown.slice(0, heading.start)}${separator}\n${indentation}${markdown.slice(heading.start)}`;
    const separated = tryRender(text, trustedHtml);
    return separated !== null && isSame(article.html, separated.html.replace(separator, '')) ? [separated] : [];
  });
}

const separators = ['<!-- -->', '</param>'];

/** Quote markers where they stand, spaces for all else up to the same column. */
function toIndentation(before: string): string {
  let indentation = '';
  for (const character of before) {
    indentation += character === '\t' ? ' '.repeat(4 - (indentation.length % 4)) : character === '>' ? '>' : ' ';
  }
  return indentation;
}

function isSame(html: string, other: string): boolean {
  return (
    html.replace(/\s+/g, '') === other.replace(/\s+/g, '') && findH1Ranges(html).length === findH1Ranges(other).length
  );
}
