import type { Range, RenderedBody } from '../rendered-body.ts';
import { createTagFinder, decodeValue, readAttributes } from './tags.ts';

/** Pixels of an image. */
export interface Size {
  width: number;
  height: number;
}

/**
 * HTML and its cuts with what browsers want to know of images: `width` and `height`, so that no text moves when an image comes, and from
 * the second image on `loading` and `decoding`, so that they come when they are needed. What the author wrote stays.
 */
export function addImageAttributes(
  { html, htmlCuts }: Pick<RenderedBody, 'html' | 'htmlCuts'>,
  sizeOf: (address: string) => Size | null,
): Pick<RenderedBody, 'html' | 'htmlCuts'> {
  if (!/<img/i.test(html)) return { html, htmlCuts };
  const images = createTagFinder()(html).filter(({ name, closing }) => name === 'img' && !closing);
  const places = images.map(({ end, empty }) => end - (empty ? '/>' : '>').length);
  const texts = images.map(({ start, end }, i) => attributesOf(html.slice(start, end), i === 0, sizeOf));
  const shifts = [0];
  let written = '';
  let from = 0;
  for (const [i, place] of places.entries()) {
    written += html.slice(from, place) + texts[i];
    from = place;
    shifts.push(written.length - place);
  }
  let before = 0;
  const move = (offset: number): number => {
    while ((places[before] ?? html.length) < offset) before++;
    return offset + (shifts[before] ?? 0);
  };
  return {
    html: written + html.slice(from),
    htmlCuts: htmlCuts.map(([start, end]): Range => [move(start), move(end)]),
  };
}

function attributesOf(tag: string, isFirst: boolean, sizeOf: (address: string) => Size | null): string {
  const given = new Map(
    readAttributes(tag, '<img'.length, tag.length).map(({ key, value }) => [key, decodeValue(value)]),
  );
  const added: [name: string, value: string | number][] = isFirst
    ? []
    : [
        ['loading', 'lazy'],
        ['decoding', 'async'],
      ];
  const size = sizeOf(given.get('src') ?? '');
  if (size !== null) added.unshift(...sidesOf(size, given.get('width'), given.get('height')));
  return added.map(([name, value]) => (given.has(name) ? '' : ` ${name}="${value}"`)).join('');
}

/** Both sides, or the one that belongs to a side which the author wrote in pixels. */
function sidesOf({ width, height }: Size, givenWidth?: string, givenHeight?: string): [name: string, value: number][] {
  if (givenWidth === undefined && givenHeight === undefined)
    return [
      ['width', width],
      ['height', height],
    ];
  const scale = Number(givenWidth ?? Number.NaN) / width;
  const otherScale = Number(givenHeight ?? Number.NaN) / height;
  if (scale > 0) return [['height', Math.round(height * scale)]];
  return otherScale > 0 ? [['width', Math.round(width * otherScale)]] : [];
}
