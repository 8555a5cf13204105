import type { BlockReader } from './block-reader.ts';

/**
 * Fills `target` from `position` on of what a file would be without `cuts`: pairs of offsets in it, ascending. Resolves
 * as `readInto` does. Read and left out in place, so that no other memory is needed.
 */
export async function readWithout(
  reader: BlockReader,
  file: string,
  target: Uint8Array,
  position: number,
  cuts: Uint32Array,
): Promise<number | null> {
  let from = toSource(position, cuts);
  let size = 0;
  while (size < target.length) {
    const wanted = target.length - size;
    const read = await reader.readInto(file, target.subarray(size), from);
    if (read === null) return null;
    size += leaveOutInPlace(target, size, read, from, cuts);
    if (read < wanted) break;
    from += read;
  }
  return size;
}

/** The offset in the file of an offset in what is left of it. */
function toSource(position: number, cuts: Uint32Array): number {
  let offset = position;
  for (let i = 0; i < cuts.length; i += 2) {
    const start = cuts[i] ?? 0;
    if (start > offset) break;
    offset += (cuts[i + 1] ?? 0) - start;
  }
  return offset;
}

/** Moves what is left of `length` bytes together, which begin at `at` and come from `from` in the file; how many it is. */
function leaveOutInPlace(target: Uint8Array, at: number, length: number, from: number, cuts: Uint32Array): number {
  const end = from + length;
  let next = from;
  let to = at;
  const keep = (until: number): void => {
    if (until <= next) return;
    target.copyWithin(to, at + next - from, at + until - from);
    to += until - next;
  };
  for (let i = firstBeyond(from, cuts); i < cuts.length && next < end; i += 2) {
    const start = cuts[i] ?? 0;
    const stop = cuts[i + 1] ?? 0;
    if (start >= end) break;
    keep(start);
    next = Math.min(stop, end);
  }
  keep(end);
  return to - at;
}

/** Where the first cut that ends behind an offset stands among the cuts. */
function firstBeyond(offset: number, cuts: Uint32Array): number {
  let low = 0;
  let high = cuts.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cuts[2 * middle + 1] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return 2 * low;
}
