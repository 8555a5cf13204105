import { createTagFinder, readAttributes } from '../html/tags.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { TooMuchWork } from '../parse/too-much-work.ts';

/** Attributes that any text may have, and more for each character. Each takes some twenty microseconds. */
const [maxAttributes, attributesPerCharacter] = [30_000, 1 / 16];

/**
 * Throws a `TooMuchWork` where the HTML in a text has too many attributes to be read in reasonable time. Each image of a
 * `srcset` counts. A short text cannot have too many, and is not searched.
 */
export function limitAttributes(tokens: readonly BodyToken[], markdown: string): void {
  let left = Math.max(maxAttributes, attributesPerCharacter * markdown.length);
  if (markdown.length <= left) return;
  const findTags = createTagFinder();
  for (const token of tokens) {
    if (token.type !== 'html') continue;
    for (const { name, start, end } of findTags(token.text)) {
      // Each takes two characters at least.
      if (end - start <= name.length + 3) continue;
      for (const { key, value } of readAttributes(token.text, start + 1 + name.length, end))
        left -= key === 'srcset' ? value.split(',').length : 1;
      if (left >= 0) continue;
      const tag = token.text.slice(start, Math.min(end, start + maxShownLength));
      throw new TooMuchWork('attributes', Math.max(0, markdown.indexOf(tag)), tag);
    }
  }
}

const maxShownLength = 60;
