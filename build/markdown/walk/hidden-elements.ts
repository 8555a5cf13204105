import { endless, voidElements } from '../html/elements.ts';
import { hidingOf } from '../html/hiding.ts';
import type { BodyToken } from '../parse/tokens.ts';
import type { HiddenPart } from './hidden-languages.ts';
import { type BodyTag, collectTags, pairTags } from './tags-of-body.ts';

/** Elements that hide themselves: up to their end tags, or to where readers would see text again. */
export function findHiddenElements(
  text: string,
  tokens: readonly BodyToken[],
  offsetOf: (token: BodyToken, index: number) => number | null,
): HiddenPart[] {
  const tags = collectTags(tokens, 'raw');
  const { partners } = pairTags(tags);
  const parts: HiddenPart[] = [];
  /** Where the last part ends: what begins before is inside of it. */
  let until = 0;
  for (let at = 0; at < tags.length; at++) {
    const tag = tags[at];
    const start = tag === undefined || tag.closing ? null : offsetOf(tag.token, tag.start);
    if (tag === undefined || start === null || start < until) continue;
    const hiding = hidingOf(tag.token.raw, tag);
    if (hiding === null) continue;
    const partner = partners.get(at);
    const last = partner === undefined ? undefined : tags[partner];
    const end = last === undefined ? endOfUnclosed(text, tag, offsetOf) : offsetOf(last.token, last.end);
    if (end === null) continue;
    until = end;
    // A hidden image counts visits.
    parts.push({ start, end, text: '', isElement: true, kind: voidElements.has(tag.name) ? null : hiding });
  }
  return parts;
}

/** Where an element without an end tag ends: with its tag, its block of HTML, its paragraph, or the text. */
function endOfUnclosed(
  text: string,
  { token, name, empty, end, leaf }: BodyTag,
  offsetOf: (token: BodyToken, index: number) => number | null,
): number | null {
  if (empty || voidElements.has(name)) return offsetOf(token, end);
  if (leaf === 0) return endless.has(name) ? offsetOf(token, token.raw.trimEnd().length) : text.length;
  emptyLine.lastIndex = offsetOf(token, end) ?? 0;
  return emptyLine.exec(text)?.index ?? text.length;
}

const emptyLine = /\n[ \t>]*(?:\n|$)/g;
