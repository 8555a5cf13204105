import { findAnchors } from '../../markdown/links/anchors.ts';
import { type RecordRef, readRendering } from './article-record.ts';

/** What fragments can lead to in an article that is in the articles log, by its hash and reference. */
export type ReadAnchors = (hash: string, ref: RecordRef | null) => ReadonlySet<string>;

/** Each article is read once. Throws `DamagedStore`. */
export function createAnchorReader(log: number): ReadAnchors {
  const known = new Map<string, ReadonlySet<string>>();
  return (hash, ref) => {
    if (ref === null) return new Set();
    const anchors = known.get(hash) ?? findAnchors(readRendering(log, ref).rendered.html);
    known.set(hash, anchors);
    return anchors;
  };
}
