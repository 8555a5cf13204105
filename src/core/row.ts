import type { TableRow } from './format.ts';
import { hash64, type Lanes } from './hash.ts';

/** Where an article stands in its page file, and what tells its content from another. */
export interface Row {
  id: number;
  /** Seconds since 1970-01-01T00:00:00Z, as is `modified`. */
  publishAt: number;
  /** The newest of its date-times. */
  modified: number;
  /** Octets of the page file: `[start, end)`. */
  start: number;
  end: number;
  /** Pairs of octet offsets from `start` that `exclude_h1` leaves out. */
  cuts: readonly number[];
  /** Of its content. */
  digest: Lanes;
  /** Of its content without the cuts. */
  digestWithout: Lanes;
}

/** A row as the table file holds it, for reading. */
export function toRow([id, publishAt, modified, start, end, hash, cuts]: TableRow): Row {
  const digest = hash64(hash);
  // Cuts can change while the content does not.
  const digestWithout = cuts.length === 0 ? digest : hash64(`${hash}!${cuts}`);
  return { id, publishAt, modified, start, end, cuts, digest, digestWithout };
}
