import { firstIndex } from './first-index.ts';

/**
 * Copies what is left of `bytes`, which stand at `from` in a file, without `cuts` (pairs of offsets in that file,
 * ascending) to `at` in `target`, which may be the same memory; how many bytes are left.
 */
export function leaveOut(bytes: Uint8Array, target: Uint8Array, at: number, from: number, cuts: Uint32Array): number {
  const end = from + bytes.length;
  let next = from;
  let to = at;
  const keep = (until: number): void => {
    if (until <= next) return;
    target.set(bytes.subarray(next - from, until - from), to);
    to += until - next;
  };
  // The first cut that ends behind `from`.
  const first = 2 * firstIndex(cuts.length / 2, (i) => (cuts[2 * i + 1] ?? 0) > from);
  for (let i = first; i < cuts.length && next < end; i += 2) {
    const start = cuts[i] ?? 0;
    const stop = cuts[i + 1] ?? 0;
    if (start >= end) break;
    keep(start);
    next = Math.min(stop, end);
  }
  keep(end);
  return to - at;
}
