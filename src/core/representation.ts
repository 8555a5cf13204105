import type { ContentCoding } from './content-coding.ts';
import { digestLanes, hash64, type Lanes } from './hash.ts';
import type { PageSlice } from './page-slice.ts';

/** A strong entity tag (RFC 9110 section 8.8.3) of the articles shown, of the text around them, and of the coding. */
export function toEntityTag(
  slices: readonly PageSlice[],
  excludeH1: boolean,
  coding: ContentCoding,
  text = '',
): string {
  const digests: Lanes[] = [];
  for (const { table, from, to } of slices) {
    for (let slot = from; slot < to; slot++) digests.push(table.digest(slot, excludeH1));
  }
  digests.push(hash64(text));
  return coding === 'gzip' ? `"${digestLanes(digests)}-gz"` : `"${digestLanes(digests)}"`;
}

/** The newest change among articles, in seconds; −∞ for none. */
export function lastModified(slices: readonly PageSlice[]): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { table, from, to } of slices) {
    for (let slot = from; slot < to; slot++) newest = Math.max(newest, table.modified(slot));
  }
  return newest;
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 section 13.1.2). */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([quoted]) => quoted).includes(tag);
}

let last = { seconds: Number.NaN, text: '' };

/** RFC 9110 section 5.6.7. The last one is remembered: many answers in a row show the same newest article. */
export function toHttpDate(seconds: number): string {
  if (seconds !== last.seconds) last = { seconds, text: new Date(seconds * 1000).toUTCString() };
  return last.text;
}
