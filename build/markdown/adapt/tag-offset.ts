import { offsetAt } from '../marked/aligned-text.ts';
import type { Places } from '../marked/locate.ts';
import type { BodyTag } from './collect-tags.ts';

/** Where a tag stands in the Markdown; null where that is not certain. */
export function tagOffset({ token, start, end }: BodyTag, markdown: string, places: Places): number | null {
  const place = places.get(token);
  if (place === undefined) return null;
  const offset = offsetAt(place, start);
  return markdown.startsWith(token.text.slice(start, end), offset) ? offset : null;
}
