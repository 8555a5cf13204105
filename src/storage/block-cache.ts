import { crc32 } from 'node:zlib';
import { type Awaitable, whenAllReady } from '../core/awaitable.ts';
import { copyWithout, type FileRange } from '../core/body.ts';
import { DamagedFile, FailedRead } from '../core/file-errors.ts';
import { checkedBytes } from '../core/format.ts';
import { type AcquiredBytes, isAsWritten, type RangeSource } from './range-source.ts';

/** Reads into memory that is there already. */
export interface BlockStorage {
  /** Fills `target` from `position` on; resolves to the bytes read, fewer at the end, or null where there is no such file. */
  readInto(path: string, target: Uint8Array, position: number): Promise<number | null>;
  /** Opens a file again when it is read next: it is shorter than it should be, and a build may put another in its place. */
  forget(path: string): void;
}

export interface BlockCache extends RangeSource {
  /** Blocks that were in memory or being read when they were asked for, and those that were not. */
  counts(): { hits: number; misses: number };
}

/** Bytes of a block. Greater ones make fewer chunks of a page, smaller ones cost less to read for one article. */
export const blockSize = 128 * 1024;

/** Parts of a block that are checked one by one. */
const partCount = blockSize / checkedBytes;

/** With it, a server of 100,000 articles stays below 150 MB. */
const defaultBudget = 24 * 1024 * 1024;

/** One block of a file. */
interface Block {
  key: string;
  /** Which one, from 0. */
  number: number;
  bytes: Uint8Array;
  /** It was asked for again since it came, or since its second chance. */
  isWanted: boolean;
  /** A bit for each part that was checked. */
  checked: number;
  /** Responses that are being sent from it, and those that wait for it. */
  holders: number;
  /** Bytes that are in it, fewer at the end of the file; null where there is no such file. */
  size: Awaitable<number | null>;
}

/**
 * Keeps blocks of immutable files in `budget` bytes of memory: those that were used last and more than once. The memory
 * is allocated once and reused, so that reading leaves nothing to the garbage collector: where most must be read, that
 * is 1.5 to 3 times as fast as a least-recently-used map (`npm run bench -- block-cache`). A file without what a view
 * cuts out of it is a file of its own here, so that a page of it has as few chunks.
 *
 * Each part is checked once after it was read, by `check`. Where it is not what was written, it is read a second time,
 * since a build may just have repaired the file; then `acquire` throws `DamagedFile`.
 */
export function blockCache(storage: BlockStorage, budget = defaultBudget, check = isAsWritten): BlockCache {
  const memory = blockMemory(Math.max(1, Math.floor(budget / blockSize)));
  const blocks = new Map<string, Block>();
  let hits = 0;
  let misses = 0;
  return { acquire: (range) => attempt(range, true), counts: () => ({ hits, misses }) };

  function attempt(range: FileRange, isFirst: boolean): Awaitable<AcquiredBytes | null> {
    const start = range.without?.start ?? range.start;
    const end = start + range.size;
    const held: Block[] = [];
    for (let n = Math.floor(start / blockSize); n * blockSize < end; n++) held.push(take(range, n));
    const release = (): void => {
      for (const block of held.splice(0)) releaseBlock(block);
    };
    const drop = (): void => {
      for (const block of held) forget(block);
      storage.forget(range.file);
      release();
    };
    const compose = (sizes: (number | null)[]): Awaitable<AcquiredBytes | null> => {
      const chunks: Uint8Array[] = [];
      for (const [i, block] of held.entries()) {
        const size = sizes[i] ?? null;
        const offset = block.number * blockSize;
        const from = Math.max(0, start - offset);
        const to = Math.min(blockSize, end - offset);
        if (size !== null && isRight(block, size, [from, to], range, check)) {
          chunks.push(block.bytes.subarray(from, to));
          continue;
        }
        drop();
        if (size === null) return null;
        if (isFirst) return attempt(range, false);
        throw new DamagedFile(range.file);
      }
      return { chunks, release };
    };
    const sizes = whenAllReady(held.map(({ size }) => size));
    if (!(sizes instanceof Promise)) return compose(sizes);
    return sizes.then(compose, (error) => {
      drop();
      // With `FailedRead`, the storage has tried again already.
      if (isFirst && !(error instanceof FailedRead)) return attempt(range, false);
      throw error;
    });
  }

  /** A block with one holder more: from memory, or as it is being read. */
  function take({ file, without }: FileRange, number: number): Block {
    const key = `${without === null ? '' : 'without '}${number} ${file}`;
    const known = blocks.get(key);
    if (known !== undefined) {
      known.isWanted = true;
      known.holders++;
      hits++;
      return known;
    }
    misses++;
    const bytes = memory.take() ?? takeOldest() ?? new Uint8Array(blockSize);
    const position = number * blockSize;
    const reading =
      without === null
        ? storage.readInto(file, bytes, position)
        : readWithout(storage, file, bytes, position, without.cuts);
    // Held by the reading as well, until that ends.
    const block: Block = { key, number, bytes, holders: 2, isWanted: false, checked: 0, size: reading };
    blocks.set(key, block);
    reading
      .then(
        (size) => {
          block.size = size;
          if (size === null) forget(block);
        },
        () => forget(block),
      )
      .then(() => releaseBlock(block));
    return block;
  }

  function releaseBlock(block: Block): void {
    block.holders--;
    if (block.holders > 0) return;
    if (blocks.get(block.key) !== block) {
      memory.give(block.bytes);
    } else if (!memory.isOurs(block.bytes)) {
      // Memory beyond the budget was taken because all of it was held.
      blocks.delete(block.key);
    }
  }

  /** The next request for it reads it again. */
  function forget(block: Block): void {
    if (blocks.get(block.key) !== block) return;
    blocks.delete(block.key);
    if (block.holders === 0) memory.give(block.bytes);
  }

  /**
   * The memory of the oldest block that no response holds. A block that was asked for again gets a second chance,
   * behind all others (the clock algorithm).
   */
  function takeOldest(): Uint8Array | null {
    for (const block of blocks.values()) {
      if (block.holders > 0 || !memory.isOurs(block.bytes)) continue;
      blocks.delete(block.key);
      if (!block.isWanted) return block.bytes;
      block.isWanted = false;
      blocks.set(block.key, block);
    }
    return null;
  }
}

/** Checks the parts of a block that hold its bytes from `from` to `to` with `check`, where they are not checked yet. */
function isRight(
  block: Block,
  size: number,
  [from, to]: readonly [number, number],
  range: FileRange,
  check: typeof isAsWritten,
): boolean {
  const first = Math.floor(from / checkedBytes);
  const last = Math.ceil(to / checkedBytes);
  const wanted = (1 << last) - (1 << first);
  if ((block.checked & wanted) === wanted) return true;
  if (size < to) return false;
  const { checksums } = range.without ?? range;
  const before = block.number * partCount;
  for (let part = first; part < last; part++) {
    if (block.checked & (1 << part)) continue;
    const bytes = block.bytes.subarray(part * checkedBytes, size);
    if (!check(bytes, before + part, before + part + 1, checksums, crc32)) return false;
    block.checked |= 1 << part;
  }
  return true;
}

/** Memory for `count` blocks, and beyond it for those that are asked for while all of it is held. */
function blockMemory(count: number) {
  // The system provides it only where it is written to.
  const memory = new Uint8Array(count * blockSize);
  const free: Uint8Array[] = [];
  let used = 0;
  const isOurs = (bytes: Uint8Array): boolean => bytes.buffer === memory.buffer;
  return {
    isOurs,
    /** Null where all of it is in use. */
    take(): Uint8Array | null {
      if (free.length > 0 || used === count) return free.pop() ?? null;
      used++;
      return memory.subarray((used - 1) * blockSize, used * blockSize);
    },
    give(bytes: Uint8Array): void {
      if (isOurs(bytes)) free.push(bytes);
    },
  };
}

/**
 * Fills `target` from `position` on with a file without `cuts`: pairs of offsets in it, ascending. Resolves as
 * `readInto` does. Cuts in place, so that no other memory is needed.
 */
async function readWithout(
  storage: BlockStorage,
  file: string,
  target: Uint8Array,
  position: number,
  cuts: Uint32Array,
): Promise<number | null> {
  let from = position;
  // The offset in the file of an offset in what is left of it.
  for (let i = 0; i < cuts.length && (cuts[i] ?? 0) <= from; i += 2) from += (cuts[i + 1] ?? 0) - (cuts[i] ?? 0);
  let size = 0;
  while (size < target.length) {
    const room = target.subarray(size);
    const read = await storage.readInto(file, room, from);
    if (read === null) return null;
    size += copyWithout(cuts, room.subarray(0, read), from, room);
    if (read < room.length) break;
    from += read;
  }
  return size;
}
