import { cleanAddress } from '../html/address.ts';
import { endless, formatting, knownElements, voidElements } from '../html/elements.ts';
import { escapeAttribute, escapeText } from '../html/escape-html.ts';
import { fateOf } from '../html/sanitize.ts';
import { decodeValue, hasTag, readAttributes } from '../html/tags.ts';
import type { Spans } from '../marked/locate.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Edit } from './body-dialect.ts';
import { type BodyTag, collectTags, pairTags, tagOffset } from './tags-of-body.ts';

/** A change of a tag, and what is reported of it. */
export interface TagEdit extends Edit {
  /** The tag, and what became of it; null where nothing was lost. */
  lost: { name: string; found: string } | null;
}

/**
 * The changes that keep a tag from taking what follows with it: names of no element become text, an element that nothing ends
 * loses its tag, a frame becomes a link, and a link that a script would fill gets its address as its text. Where a block of HTML has no
 * end, only that is changed: what it held is read again.
 */
export function fixTags({ markdown, tokens }: Rendered, spans: () => Spans): TagEdit[] {
  if (!hasTag(markdown, /[a-z/]/i)) return [];
  const tags = collectTags(tokens);
  const { unclosed, stray, removed } = pairTags(tags);
  const edits: TagEdit[] = [];
  let swallowed: BodyTag['token'] | null = null;
  const at = (tag: BodyTag): number | null => tagOffset(tag, markdown, spans());
  const isScripted = removed.some(([{ name }]) => name === 'script');
  for (const [start, end] of isScripted ? [...removed, ...findBareLinks(tags)] : removed) {
    const link = frameLink(start);
    const from = link === null ? null : at(start);
    const to = link === null ? null : at(end);
    if (link === null || from === null || to === null) continue;
    if (start.name === 'a' && markdown.slice(from + start.end - start.start, to).trim() !== '') continue;
    edits.push({ start: from, end: to + end.end - end.start, text: link, lost: null });
  }
  for (const tag of tags) {
    const anchor = tag.empty && fateOf(tag.name) === 'unwrapped' ? anchorOf(tag) : null;
    const offset = anchor === null ? null : at(tag);
    if (anchor !== null && offset !== null)
      edits.push({ start: offset, end: offset + tag.end - tag.start, text: anchor, lost: null });
  }
  for (const tag of unclosed) {
    if (tag.token === swallowed || mayStay(tag)) continue;
    const offset = at(tag);
    if (offset === null) continue;
    const isGlued = /[\p{L}\p{N}_]/u.test(markdown[offset - 1] ?? '');
    const change = changeOf(tag, isGlued);
    if (change === null) continue;
    edits.push({ start: offset, end: offset + tag.end - tag.start, ...change });
    if (tag.leaf === 0 && untilEndTag.has(tag.name)) swallowed = tag.token;
  }
  for (const tag of stray) {
    if (tag.token === swallowed || knownElements.has(tag.name)) continue;
    const offset = at(tag);
    if (offset !== null) edits.push({ start: offset, end: offset + 1, text: '&lt;', lost: null });
  }
  return edits;
}

/** Links without elements in them: a script fills those without text. */
function findBareLinks(tags: readonly BodyTag[]): [BodyTag, BodyTag][] {
  return tags.flatMap((tag, i) => {
    const next = tags[i + 1];
    return tag.name === 'a' && !tag.closing && next?.name === 'a' && next.closing ? [[tag, next]] : [];
  });
}

/** Blocks of these last to their end tags, or to the end of the text (CommonMark, "HTML blocks", kind 1). */
const untilEndTag: ReadonlySet<string> = new Set(['pre', 'script', 'style', 'textarea']);

/** Quickly sorts out most start tags without an end tag. */
function mayStay(tag: BodyTag): boolean {
  const { name } = tag;
  if (voidElements.has(name)) return !isCapitalised(tag) && frameLink(tag) === null;
  return endless.has(name) && (fateOf(name) === 'kept' || !isCapitalised(tag));
}

/** A tag without its `>` and the white space around that. */
function withoutEnd(tag: string): string {
  const text = tag.trimEnd();
  return text.endsWith('>') ? text.slice(0, -1).trimEnd() : text;
}

/** What becomes of a start tag without an end tag; null where it stays. */
function changeOf(tag: BodyTag, isGlued: boolean): Pick<TagEdit, 'text' | 'lost'> | null {
  const { name, token, start, end } = tag;
  const written = token.text.slice(start, end);
  const asText = { text: `&lt;${written.slice(1)}`, lost: null };
  const isBare = !/[\s/]/.test(withoutEnd(written));
  if (!knownElements.has(name)) return written.includes('=') ? null : asText;
  const fate = fateOf(name);
  const isVoid = voidElements.has(name);
  if (isBare && isCapitalised(tag) && (isVoid ? !breaks.has(name) : fate !== 'kept')) return asText;
  if (isBare && isGlued && !endless.has(name)) return asText;
  if (isVoid) {
    const link = frameLink(tag);
    return link === null ? null : { text: link, lost: null };
  }
  if (fate === 'removed') {
    const link = frameLink(tag);
    return link === null ? { text: '', lost: lostTag(name) } : { text: link, lost: null };
  }
  if (fate !== 'kept') return null;
  if (name === 'a' && isAnchor(tag)) return { text: `${written}</a>`, lost: null };
  if ((name === 'video' || name === 'audio') && /\ssrc\s*=/i.test(written))
    return { text: `${written}</${name}>`, lost: null };
  return tag.leaf !== 0 || takesRest.has(name) ? { text: '', lost: lostTag(name) } : null;
}

/** Those that restyle or hide all that follows, in a block of HTML too. */
const takesRest: ReadonlySet<string> = new Set([...formatting, 'audio', 'details', 'pre', 'video']);

const breaks: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr']);

/** Written as a type of a programming language is. */
function isCapitalised({ token, start, name }: BodyTag): boolean {
  const written = token.text.slice(start + 1, start + 1 + name.length);
  return /^[A-Z]/.test(written) && /[a-z]/.test(written);
}

/** The place to link to for which an empty component with an id stands; null without an id. */
function anchorOf({ token, start, end, name }: BodyTag): string | null {
  const id = readAttributes(token.text, start + 1 + name.length, end).find(({ key }) => key === 'id');
  return id === undefined || decodeValue(id.value) === ''
    ? null
    : `<a id="${escapeAttribute(decodeValue(id.value))}"></a>`;
}

/** Whether a link is there to be linked to. */
function isAnchor({ token, start, end }: BodyTag): boolean {
  const keys = readAttributes(token.text, start + 2, end).filter(({ value }) => decodeValue(value) !== '');
  return !keys.some(({ key }) => key === 'href') && keys.some(({ key }) => key === 'id' || key === 'name');
}

function lostTag(name: string): TagEdit['lost'] {
  return { name, found: `\`<${name}>\` without an end tag. The tag is removed, and the text after it stays` };
}

/**
 * The link that is left where a page of another site was shown in a frame, or by a script in place of a link; null for other elements, and
 * without an address on the web.
 */
function frameLink({ token, name, start, end }: BodyTag): string | null {
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
