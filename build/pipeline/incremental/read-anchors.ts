import { findAnchors } from '../../markdown/links/anchors.ts';
import { type Place, readRendering } from './article-record.ts';

/** What fragments can lead to in an article that is in the pack, by its hash and place. */
export type ReadAnchors = (hash: string, place: Place | null) => ReadonlySet<string>;

/** Each article is read once. Throws `DamagedCache`. */
export function createAnchorReader(pack: number): ReadAnchors {
  const known = new Map<string, ReadonlySet<string>>();
  return (hash, place) => {
    if (place === null) return new Set();
    const anchors = known.get(hash) ?? findAnchors(readRendering(pack, place).rendered.html);
    known.set(hash, anchors);
    return anchors;
  };
}
