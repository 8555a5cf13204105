import { createTagFinder, readAttributes } from '../html/tags.ts';
import type { BodyToken } from '../parse/tokens.ts';

/** Attributes that any text may have, and more for each character. Each takes some twenty microseconds. */
const [maxAttributes, attributesPerCharacter] = [30_000, 1 / 16];

/**
 * The beginning of the tag with which the HTML in a text has too many attributes to be read in reasonable time; null if there
 * is none. Each image of a `srcset` counts. A short text cannot have too many, and is not searched.
 */
export function findManyAttributes(tokens: readonly BodyToken[], markdown: string): string | null {
  let left = Math.max(maxAttributes, attributesPerCharacter * markdown.length);
  if (markdown.length <= left) return null;
  const findTags = createTagFinder();
  for (const token of tokens) {
    if (token.type !== 'html') continue;
    for (const { name, start, end } of findTags(token.text)) {
      // Each takes two characters at least.
      if (end - start <= name.length + 3) continue;
      for (const { key, value } of readAttributes(token.text, start + 1 + name.length, end))
        left -= key === 'srcset' ? value.split(',').length : 1;
      if (left >= 0) continue;
      return token.text.slice(start, Math.min(end, start + maxShownLength));
    }
  }
  return null;
}

const maxShownLength = 60;
