import { cleanAddress } from '../html/address.ts';
import { escapeAttribute, escapeText } from '../html/escape-html.ts';
import { decodeValue, readAttributes } from '../html/find-tags.ts';
import type { BodyTag } from './collect-tags.ts';

/**
 * The link that is left where a page of another site was shown in a frame; null for other elements and for frames without an address on
 * the web.
 */
export function frameLink({ token, name, start, end }: BodyTag): string | null {
  const wanted = addressAttributes[name];
  if (wanted === undefined) return null;
  const attributes = new Map<string, string>();
  for (const { key, value } of readAttributes(token.text, start + 1 + name.length, end)) {
    if (!attributes.has(key)) attributes.set(key, decodeValue(value).trim());
  }
  const written = wanted.map((key) => attributes.get(key) ?? '').find((value) => /^(?:https?:)?\/\/[^/]/i.test(value));
  if (written === undefined) return null;
  const address = toPage(cleanAddress(written.startsWith('//') ? `https:${written}` : written));
  const text = attributes.get('title') || address;
  return `<a href="${escapeAttribute(address)}">${escapeText(text)}</a>`;
}

/** Where elements have the address of what they show; scripts load a frame from the second. */
const addressAttributes: Readonly<Record<string, readonly string[] | undefined>> = {
  iframe: ['src', 'data-src'],
  embed: ['src'],
  object: ['data'],
};

/** The page of a film: players refuse to run outside of a frame. */
function toPage(address: string): string {
  for (const [player, page] of players) {
    const id = player.exec(address)?.[1];
    if (id !== undefined) return page + id;
  }
  return address;
}

const players: readonly (readonly [player: RegExp, page: string])[] = [
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/(?!videoseries)([\w-]+)/,
    'https://www.youtube.com/watch?v=',
  ],
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/videoseries\?(?:.*&)?list=([\w-]+)/,
    'https://www.youtube.com/playlist?list=',
  ],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d+)/, 'https://vimeo.com/'],
];
