import { digestLanes, hash64 } from './hash.ts';
import type { Row } from './row.ts';

/** A strong entity tag (RFC 9110 section 8.8.3) of the articles shown, and of the text around them. */
export function toEntityTag(rows: readonly Row[], excludeH1: boolean, text = ''): string {
  const digests = rows.map((row) => (excludeH1 ? row.digestWithout : row.digest));
  digests.push(hash64(text));
  return `"${digestLanes(digests)}"`;
}

/** The newest change among rows, as an HTTP date no later than `now` (RFC 9110 section 8.8.2.1); '' for no rows. */
export function lastModified(rows: readonly Row[], now: number): string {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { modified } of rows) newest = Math.max(newest, modified);
  return rows.length === 0 ? '' : toHttpDate(Math.min(newest, now));
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 section 13.1.2). */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([quoted]) => quoted).includes(tag);
}

let told = { seconds: Number.NaN, text: '' };

/** The last one is remembered: most answers in a row show the same newest article. */
function toHttpDate(seconds: number): string {
  if (seconds !== told.seconds) told = { seconds, text: new Date(seconds * 1000).toUTCString() };
  return told.text;
}
