import { formatting } from './elements.ts';
import type { Tag } from './scan-tags.ts';

/**
 * At most how many elements a parser adds to HTML because formatting elements are open: where their paragraph or cell ends, it
 * opens each of them again in what follows (HTML standard, "reconstruct the active formatting elements").
 */
export function countFormatting(html: string, tags: readonly Tag[]): number {
  let open: { name: string; written: string }[] = [];
  let count = 0;
  for (const { name, closing, start, end } of tags) {
    if (!formatting.has(name)) {
      count += Math.max(0, open.length - usual);
    } else if (closing) {
      const index = open.findLastIndex((other) => other.name === name);
      if (index !== -1) open.splice(index, 1);
    } else {
      const written = html.slice(start, end);
      // A link ends the one before it, and of equal elements three are opened again.
      const isGone = name === 'a' ? (other: { name: string }) => other.name === 'a' : isFourth(open, written);
      open = [...open.filter((other) => !isGone(other)), { name, written }];
    }
    if (open.length > most) return Number.POSITIVE_INFINITY;
  }
  return count;
}

/** No author leaves so many open. */
const [usual, most] = [5, 500];

function isFourth(open: readonly { written: string }[], written: string): (other: { written: string }) => boolean {
  const equal = open.filter((other) => other.written === written);
  return (other) => equal.length >= 3 && other === equal[0];
}
