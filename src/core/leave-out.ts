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
