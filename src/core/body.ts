import { firstIndex } from './search.ts';

/** A body, and how many bytes it has. */
export interface Body {
  parts: Part[];
  size: number;
}

/** A text of bytes, one for each character up to U+00FF; a range of a file of the release; or bytes. */
export type Part = string | FileRange | Uint8Array;

/** Bytes of one file from `start` up to but not including `end`, except what is excluded. */
export interface FileRange {
  file: string;
  start: number;
  end: number;
  /** How many bytes are left. */
  size: number;
  /** Of the file. */
  checksums: Checksums;
  /** Null where nothing is excluded. */
  without: Without | null;
  /** Where the range is one article: that article as a file by itself, with nothing excluded. */
  own?: (() => OwnFile) | undefined;
  /** From the first to the last byte of the file that the same body needs, where it may need several ranges of it. */
  span?: { start: number; end: number };
}

/** A file that holds one article. */
export interface OwnFile {
  path: string;
  /** CRC-32 of the file. */
  crc: number;
}

/** By which the bytes of a file are checked before they are served. */
export interface Checksums {
  /** Bytes from the start of the file that have one. */
  size: number;
  /** CRC-32 of each `checkedBytes` of them, the last of fewer. */
  blocks: Uint32Array;
}

/** What is excluded from a file. */
export interface Without {
  /** Where the range would start if nothing of all `cuts` were in the file. */
  start: number;
  /** Pairs of offsets, ascending, over the whole file. */
  cuts: Uint32Array;
  /** Of what the file would be. */
  checksums: Checksums;
}

/** A range without those of `cuts` that are in it; `checksums` are those of the file without all of them. */
export function excluding(range: FileRange, cuts: Uint32Array, checksums: Checksums): FileRange {
  const before = lengthOfCuts(cuts, range.start);
  const inside = lengthOfCuts(cuts, range.end) - before;
  if (inside === 0) return range;
  return { ...range, size: range.size - inside, without: { start: range.start - before, cuts, checksums } };
}

/** Bytes of the cuts that end before an offset, or at it. */
function lengthOfCuts(cuts: Uint32Array, offset: number): number {
  let length = 0;
  for (let i = 0; i < cuts.length && (cuts[i + 1] ?? 0) <= offset; i += 2)
    length += (cuts[i + 1] ?? 0) - (cuts[i] ?? 0);
  return length;
}

/**
 * Copies `bytes`, which begin at `from` in a file, except `cuts` (pairs of offsets in that file, ascending), into `target`, which may be
 * the same memory. Returns how many bytes are left.
 */
export function copyWithout(cuts: Uint32Array, bytes: Uint8Array, from: number, target: Uint8Array): number {
  const end = from + bytes.length;
  let next = from;
  let size = 0;
  const copyUntil = (until: number): void => {
    if (until <= next) return;
    target.set(bytes.subarray(next - from, until - from), size);
    size += until - next;
  };
  // The first cut that ends behind `from`.
  const first = 2 * firstIndex(cuts.length / 2, (i) => (cuts[2 * i + 1] ?? 0) > from);
  for (let i = first; i < cuts.length && next < end; i += 2) {
    const start = cuts[i] ?? 0;
    if (start >= end) break;
    copyUntil(start);
    next = Math.min(cuts[i + 1] ?? 0, end);
  }
  copyUntil(end);
  return size;
}
