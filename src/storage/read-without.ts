import { leaveOut } from '../core/leave-out.ts';
import type { BlockStorage } from './block-storage.ts';

/**
 * Fills `target` from `position` on of what a file would be without `cuts`: pairs of offsets in it, ascending. Resolves
 * as `readInto` does. Read and left out in place, so that no other memory is needed.
 */
export async function readWithout(
  storage: BlockStorage,
  file: string,
  target: Uint8Array,
  position: number,
  cuts: Uint32Array,
): Promise<number | null> {
  let from = toSource(position, cuts);
  let size = 0;
  while (size < target.length) {
    const wanted = target.length - size;
    const read = await storage.readInto(file, target.subarray(size), from);
    if (read === null) return null;
    size += leaveOut(target.subarray(size, size + read), target, size, from, cuts);
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
