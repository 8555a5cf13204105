import type { LostTag } from '../parse/tokens.ts';
import { cleanAddress } from './address.ts';
import { endless, formatting, knownElements, voidElements } from './elements.ts';
import { escapeAttribute, escapeText } from './escape-html.ts';
import { fateOf } from './sanitize.ts';
import { decodeValue, readAttributes, type Tag } from './tags.ts';

/** A tag, and the text that it stands in. */
export interface WrittenTag extends Tag {
  text: string;
  /** Whether it stands in a block of HTML, rather than in a paragraph. */
  isAlone: boolean;
}

/** What is published in place of a tag. */
export interface TagChange {
  text: string;
  /** Whether it is text, not HTML. */
  isText: boolean;
  /** What is reported of it. */
  lost: LostTag | null;
}

/** Quickly sorts out most start tags without an end tag. */
export function mayStay(tag: WrittenTag): boolean {
  const { name } = tag;
  if (voidElements.has(name)) return !isCapitalised(tag) && frameLink(tag) === null;
  return endless.has(name) && (fateOf(name) === 'kept' || !isCapitalised(tag));
}

/** Blocks of these last to their end tags, or to the end of the text (CommonMark, "HTML blocks", kind 1). */
export const untilEndTag: ReadonlySet<string> = new Set(['pre', 'script', 'style', 'textarea']);

/** A tag without its `>` and the white space around that. */
function withoutEnd(tag: string): string {
  const text = tag.trimEnd();
  return text.endsWith('>') ? text.slice(0, -1).trimEnd() : text;
}

/** What becomes of a start tag without an end tag; null where it stays. `isGlued`: a letter stands before it. */
export function changeUnclosed(tag: WrittenTag, isGlued: boolean): TagChange | null {
  const { name, text, start, end, isAlone } = tag;
  const written = text.slice(start, end);
  const asText = { text: written, isText: true, lost: null };
  const isBare = !/[\s/]/.test(withoutEnd(written));
  if (!knownElements.has(name)) return written.includes('=') ? null : asText;
  const fate = fateOf(name);
  const isVoid = voidElements.has(name);
  if (isBare && isCapitalised(tag) && (isVoid ? !breaks.has(name) : fate !== 'kept')) return asText;
  if (isBare && isGlued && !endless.has(name)) return asText;
  const link = frameLink(tag);
  if (isVoid || (fate === 'removed' && link !== null)) return link === null ? null : toChange(link);
  if (fate === 'removed') return { text: '', isText: false, lost: lostTag(name, start) };
  if (fate !== 'kept') return null;
  if (name === 'a' && isAnchor(tag)) return toChange(`${written}</a>`);
  if ((name === 'video' || name === 'audio') && /\ssrc\s*=/i.test(written)) return toChange(`${written}</${name}>`);
  return !isAlone || takesRest.has(name) ? { text: '', isText: false, lost: lostTag(name, start) } : null;
}

function toChange(text: string): TagChange {
  return { text, isText: false, lost: null };
}

/** Those that restyle or hide all that follows, in a block of HTML too. */
export const takesRest: ReadonlySet<string> = new Set([...formatting, 'audio', 'details', 'pre', 'video']);

const breaks: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr']);

/** Written as a type of a programming language is. */
function isCapitalised({ text, start, name }: WrittenTag): boolean {
  const written = text.slice(start + 1, start + 1 + name.length);
  return /^[A-Z]/.test(written) && /[a-z]/.test(written);
}

/** The place to link to for which an empty component with an id stands; null without an id. */
export function anchorOf({ text, start, end, name }: WrittenTag): string | null {
  const id = readAttributes(text, start + 1 + name.length, end).find(({ key }) => key === 'id');
  return id === undefined || decodeValue(id.value) === ''
    ? null
    : `<a id="${escapeAttribute(decodeValue(id.value))}"></a>`;
}

/** Whether a link is there to be linked to. */
function isAnchor({ text, start, end }: WrittenTag): boolean {
  const keys = readAttributes(text, start + 2, end).filter(({ value }) => decodeValue(value) !== '');
  return !keys.some(({ key }) => key === 'href') && keys.some(({ key }) => key === 'id' || key === 'name');
}

function lostTag(name: string, index: number): LostTag {
  return { name, index, found: `\`<${name}>\` without an end tag. The tag is removed, and the text after it stays` };
}

/**
 * The link that is left where a page of another site was shown in a frame, or by a script in place of a link; null for other elements, and
 * without an address on the web.
 */
export function frameLink({ text: source, name, start, end }: WrittenTag): string | null {
  const wanted = addressAttributes[name];
  if (wanted === undefined) return null;
  const attributes = new Map<string, string>();
  for (const { key, value } of readAttributes(source, start + 1 + name.length, end)) {
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
  a: ['href'],
  iframe: ['src', 'data-src'],
  embed: ['src'],
  object: ['data'],
};

/** The page of a video: players refuse to run outside of a frame. */
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
