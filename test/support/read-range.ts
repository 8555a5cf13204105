import { type Awaitable, whenReady } from '../../src/core/awaitable.ts';
import type { FileRange } from '../../src/core/body.ts';
import type { Storage } from '../../src/core/storage.ts';

/** The bytes of a part of a response; null where there is no such file. */
export function readRange(storage: Storage, range: FileRange): Awaitable<Uint8Array | null> {
  const { file, start, end, size, without } = range;
  return whenReady(storage.read(file, start, end), (bytes) => {
    return bytes === null || without === null ? bytes : leaveOut(bytes, start, without.cuts, size);
  });
}

/**
 * Copies `bytes`, which stand at `offset` in a file, without what `cuts` (pairs of offsets in that file, ascending)
 * leave out of them; `size` bytes are left.
 */
export function leaveOut(bytes: Uint8Array, offset: number, cuts: Uint32Array, size: number): Uint8Array {
  const left = new Uint8Array(size);
  const end = offset + bytes.length;
  let from = offset;
  let at = 0;
  for (let i = 0; i < cuts.length; i += 2) {
    const cut = cuts[i] ?? end;
    if (cut < from) continue;
    if (cut >= end) break;
    left.set(bytes.subarray(from - offset, cut - offset), at);
    at += cut - from;
    from = cuts[i + 1] ?? end;
  }
  left.set(bytes.subarray(from - offset), at);
  return left;
}
