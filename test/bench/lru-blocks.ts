import { type Awaitable, whenAllReady, whenReady } from '../../src/core/awaitable.ts';
import type { FileRange } from '../../src/core/body.ts';
import { type BlockCache, type BlockStorage, blockSize, readWithout } from '../../src/storage/block-cache.ts';

/**
 * What would stand in place of `blockCache`: a least-recently-used map of blocks, each read into new memory, which the
 * garbage collector takes back. It checks nothing.
 */
export function lruBlocks(storage: BlockStorage, budget = 24 * 1024 * 1024): BlockCache {
  const limit = Math.floor(budget / blockSize);
  const blocks = new Map<string, Awaitable<Uint8Array | null>>();
  let hits = 0;
  let misses = 0;
  return { acquire, counts: () => ({ hits, misses }) };

  function acquire(range: FileRange): ReturnType<BlockCache['acquire']> {
    const start = range.without?.start ?? range.start;
    const end = start + range.size;
    const first = Math.floor(start / blockSize);
    const found: Awaitable<Uint8Array | null>[] = [];
    for (let number = first; number * blockSize < end; number++) found.push(take(range, number));
    return whenReady(whenAllReady(found), (list) => {
      const chunks: Uint8Array[] = [];
      for (const [index, bytes] of list.entries()) {
        const offset = (first + index) * blockSize;
        const to = Math.min(blockSize, end - offset);
        if (bytes === null || bytes.length < to) return null;
        chunks.push(bytes.subarray(Math.max(0, start - offset), to));
      }
      return { chunks, release() {} };
    });
  }

  function take({ file, without }: FileRange, number: number): Awaitable<Uint8Array | null> {
    const key = `${without === null ? '' : '-'}${number} ${file}`;
    const known = blocks.get(key);
    if (known === undefined) misses++;
    else hits++;
    const block = known ?? read(file, without, number);
    blocks.delete(key);
    blocks.set(key, block);
    const oldest = blocks.keys().next();
    if (blocks.size > limit && oldest.done !== true) blocks.delete(oldest.value);
    if (block instanceof Promise) void block.then((bytes) => blocks.get(key) === block && blocks.set(key, bytes));
    return block;
  }

  async function read(file: string, without: FileRange['without'], number: number): Promise<Uint8Array | null> {
    const bytes = Buffer.allocUnsafeSlow(blockSize);
    const position = number * blockSize;
    const size =
      without === null
        ? await storage.readInto(file, bytes, position)
        : await readWithout(storage, file, bytes, position, without.cuts);
    return size === null ? null : bytes.subarray(0, size);
  }
}
