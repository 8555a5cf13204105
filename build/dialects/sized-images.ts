import { decodeHTMLStrict } from 'entities/decode';
import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { escapeForCell, toPlayer } from '../markdown/html/players.ts';
import { readAddress } from '../markdown/marked/markdown.ts';
import { inlineText, tokensWithMeaning } from '../markdown/marked/tokens.ts';

/** An image on one line of Markdown, or what one is made of. */
export interface WrittenImage {
  address: string;
  text: string;
  title?: string;
}

export interface ImageSize {
  width?: string | undefined;
  height?: string | undefined;
}

/** Edits of the images of Markdown that are no players, each on one line from `start` to `end`. */
export function editImages(
  { rendered: { tokens }, spans }: CurrentBody,
  toEdit: (image: WrittenImage, start: number, end: number) => Edit | null,
): Edit[] {
  return tokensWithMeaning(tokens).flatMap((token): Edit | [] => {
    if (token.type !== 'image' || toPlayer(readAddress(token)) !== null) return [];
    const span = spans().get(token);
    const end = span?.ends.at(-1);
    if (span?.ends.length !== 1 || end === undefined) return [];
    const image = {
      address: readAddress(token),
      text: inlineText(token.tokens),
      title: decodeHTMLStrict(token.title ?? ''),
    };
    return toEdit(image, end - span.text.length, end) ?? [];
  });
}

/** A tag for an image. */
export function toSizedImage({ address, text, title = '' }: WrittenImage, { width, height }: ImageSize): string {
  const written = Object.entries({ src: address, alt: text, width, height, title }).filter(
    ([key, value]) => value || key === 'alt',
  );
  return `<img${written.map(([key, value = '']) => ` ${key}="${escapeForCell(value)}"`).join('')}>`;
}

/** A line of nothing but one tag begins HTML, to which the lines below would belong. */
export function withTextBelow(text: string, markdown: string, end: number): string {
  textBelow.lastIndex = end;
  return text.startsWith('<') && textBelow.test(markdown) ? `${text}<!-- -->` : text;
}

const textBelow = /[ \t]*\n[ \t>]*[^\s>]/y;
