import { type Awaitable, whenReady } from '../core/awaitable.ts';
import type { FileRange } from '../core/body.ts';
import { crc32OfBytes } from '../core/crc32.ts';
import { DamagedFile } from '../core/file-errors.ts';
import { checkedBytes } from '../core/format.ts';
import type { Storage } from '../core/storage.ts';
import { byteCache } from './byte-cache.ts';
import { type AcquiredBytes, acquireFrom, isAsWritten, type RangeSource } from './range-source.ts';
import { decompress } from './read-stream.ts';

/** Two page files of the greatest size, or some twenty of articles of 12 kB. */
const defaultBudget = 24 * 1024 * 1024;

/** Damaged articles that are reported: enough to see that a folder was spoilt. */
const maxReported = 100;

/** A file in memory. */
interface WholeFile {
  bytes: Uint8Array;
  /** 1 for each checked block that was found right. */
  checked: Uint8Array;
}

/**
 * For a storage that `isWhole`. One article alone, uncompressed, comes from its own small file, which its name checks;
 * all else is cut out of page files that are read whole, and checked where it is cut. `budget` bytes of page files stay
 * in memory, those that were used last. Each call gives a source for one body: what is being read is shared within that
 * body alone (`noSharedWaits`).
 *
 * What is not as it was written is read a second time; then `acquire` throws `DamagedFile`. A damaged article by itself
 * is reported to `onError` once, and comes from its page.
 */
export function wholeFiles(
  storage: Storage,
  onError: (error: unknown) => void = () => {},
  budget = defaultBudget,
): () => RangeSource {
  const kept = byteCache<WholeFile>(budget, ({ bytes }) => bytes.length);
  /** A folder may hold no articles by themselves, where it may not hold that many files. */
  let hasArticles = true;
  const reported = new Set<string>();
  return () => {
    const loading = new Map<string, Promise<WholeFile | null>>();
    return { acquire };

    function acquire(range: FileRange): Awaitable<AcquiredBytes | null> {
      return range.own && hasArticles && kept.get(range.file) === undefined ? acquireOwn(range) : attempt(range, true);
    }

    async function acquireOwn(range: FileRange): Promise<AcquiredBytes | null> {
      const own = range.own?.();
      const zipped = own ? await storage.read(own.path) : null;
      if (zipped === null) hasArticles = false;
      // With its closing brace, which is not in the range.
      const size = range.end - range.start + 1;
      const bytes = zipped && (await decompress(zipped, size).catch(() => null));
      if (bytes?.length === size && crc32OfBytes(bytes) === own?.crc)
        return acquireFrom(bytes.subarray(0, size - 1), range);
      if (own && zipped !== null) report(own.path);
      return attempt(range, true);
    }

    function attempt(range: FileRange, isFirst: boolean): Awaitable<AcquiredBytes | null> {
      return whenReady(take(range), (file) => {
        if (file === null) return null;
        if (isRight(file, range)) return acquireFrom(file.bytes.subarray(range.start, range.end), range);
        kept.delete(range.file);
        loading.delete(range.file);
        if (isFirst) return attempt(range, false);
        throw new DamagedFile(range.file);
      });
    }

    function take(range: FileRange): Awaitable<WholeFile | null> {
      const known = kept.get(range.file);
      if (known !== undefined) return known;
      const begun = loading.get(range.file) ?? load(range);
      loading.set(range.file, begun);
      return begun;
    }
  };

  function report(path: string): void {
    if (reported.has(path) || reported.size === maxReported) return;
    reported.add(path);
    onError(new DamagedFile(path));
  }

  async function load({ file, checksums }: FileRange): Promise<WholeFile | null> {
    const bytes = await storage.read(file);
    if (bytes === null) return null;
    const whole = { bytes, checked: new Uint8Array(checksums.blocks.length) };
    kept.set(file, whole);
    return whole;
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
