import { type Awaitable, whenReady } from '../core/awaitable.ts';
import type { Checksums, FileRange } from '../core/body.ts';
import { crc32OfBytes } from '../core/crc32.ts';
import { DamagedFile } from '../core/file-errors.ts';
import { checkedBytes } from '../core/format.ts';
import type { Storage } from '../core/storage.ts';
import { type AcquiredBytes, isAsWritten, type RangeSource, toHeld } from './range-source.ts';

/** Two page files of the greatest size, or some twenty of articles of 12 kB. */
const defaultBudget = 24 * 1024 * 1024;

/** A file in memory. */
interface WholeFile {
  bytes: Uint8Array;
  /** 1 for each checked block that was found right. */
  checked: Uint8Array;
}

/**
 * For a storage that `isWhole`. One article alone, uncompressed, comes from its own small file, which its name checks; all else is cut
 * out of page files that are read whole, and checked where it is cut. `budget` bytes of page files stay in memory, those that were
 * used last. Each call gives a source for one body: what is on its way is shared within that body alone (`noSharedWaits`).
 *
 * What is not as it was written is read a second time; then `hold` throws `DamagedFile`.
 */
export function wholeFiles(storage: Storage, budget = defaultBudget): () => RangeSource {
  const kept = new Map<string, WholeFile>();
  let size = 0;
  /** A folder may hold no articles by themselves, where it may not hold so many files. */
  let hasArticles = true;
  return forBody;

  function forBody(): RangeSource {
    const coming = new Map<string, Promise<WholeFile | null>>();
    return {
      acquire: (range) => (range.own && hasArticles && !kept.has(range.file) ? holdOwn(range) : attempt(range, true)),
    };

    async function holdOwn(range: FileRange): Promise<AcquiredBytes | null> {
      const own = range.own?.();
      const bytes = own ? await storage.read(own.path) : null;
      if (bytes === null) hasArticles = false;
      const isRight = bytes?.length === range.end - range.start && crc32OfBytes(bytes) === own?.crc;
      return isRight ? toHeld(bytes, range) : attempt(range, true);
    }

    function attempt(range: FileRange, isFirst: boolean): Awaitable<AcquiredBytes | null> {
      return whenReady(take(range), (file) => {
        if (file === null) return null;
        if (isRight(file, range)) return toHeld(file.bytes.subarray(range.start, range.end), range);
        forget(range.file);
        coming.delete(range.file);
        if (isFirst) return attempt(range, false);
        throw new DamagedFile(range.file);
      });
    }

    function take({ file, checksums }: FileRange): Awaitable<WholeFile | null> {
      const known = kept.get(file);
      if (known !== undefined) {
        kept.delete(file);
        kept.set(file, known);
        return known;
      }
      const loading = coming.get(file) ?? load(file, checksums);
      coming.set(file, loading);
      return loading;
    }
  }

  async function load(path: string, { blocks }: Checksums): Promise<WholeFile | null> {
    const bytes = await storage.read(path);
    if (bytes === null) return null;
    const file = { bytes, checked: new Uint8Array(blocks.length) };
    keep(path, file);
    return file;
  }

  function keep(path: string, file: WholeFile): void {
    forget(path);
    if (file.bytes.length > budget) return;
    kept.set(path, file);
    size += file.bytes.length;
    for (const oldest of kept.keys()) {
      if (size <= budget) return;
      forget(oldest);
    }
  }

  function forget(path: string): void {
    size -= kept.get(path)?.bytes.length ?? 0;
    kept.delete(path);
  }
}

/** Checks the blocks that hold a range, where they are not checked yet. */
function isRight({ bytes, checked }: WholeFile, { start, end, checksums }: FileRange): boolean {
  for (let block = Math.floor(start / checkedBytes); block * checkedBytes < end; block++) {
    if (checked[block] === 1) continue;
    if (!isAsWritten(bytes.subarray(block * checkedBytes), block, block + 1, checksums, crc32OfBytes)) return false;
    checked[block] = 1;
  }
  return true;
}
