import { type Awaitable, whenReady } from '../core/awaitable.ts';
import type { Reader } from '../core/reader.ts';
import type { FileRange, Without } from '../core/reply.ts';
import { leaveOut, readRange } from './read-range.ts';

/** A file is kept once reads in pieces have cost this many times its size. */
const patience = 4;

/** Files whose cost is remembered. */
const maxSpent = 10_000;

/** A reader that keeps whole files. */
export interface CachedReader extends Reader {
  /** As `readRange`. What was left out of a file that is kept is left out once, not each time. */
  readRange(range: FileRange): Awaitable<Uint8Array | null>;
}

/**
 * Keeps whole files of another reader in memory, those read last, `budget` octets at most; for immutable files only.
 * A file is read in pieces until that has cost more than reading it whole, so a corpus beyond the budget is not read
 * whole again and again.
 */
export function cachedReader(reader: Reader, budget: number): CachedReader {
  /** Files by path; those without their cuts by the path and `-`. */
  const kept = new Map<string, Uint8Array>();
  const spent = new Map<string, number>();
  let size = 0;
  return { read, readRange: readCached };

  function read(path: string, start = 0, end?: number): Awaitable<Uint8Array | null> {
    const whole = touch(path);
    if (whole !== undefined) return part(whole, start, end);
    if (end === undefined || !isWorthKeeping(path, start, end)) return reader.read(path, start, end);
    return whenReady(reader.read(path), (bytes) => bytes && part(keep(path, bytes), start, end));
  }

  function readCached(range: FileRange): Awaitable<Uint8Array | null> {
    const { file, start, end, without } = range;
    if (without === null) return read(file, start, end);
    const key = `${file}-`;
    const shortEnd = without.start + range.size;
    const short = touch(key);
    if (short !== undefined) return part(short, without.start, shortEnd);
    if (!isWorthKeeping(key, start, end)) return readRange({ read }, range);
    return whenReady(kept.get(file) ?? reader.read(file), (bytes) => {
      return bytes && part(keep(key, leaveAllOut(bytes, without)), without.start, shortEnd);
    });
  }

  /** Least recently asked for first. */
  function touch(key: string): Uint8Array | undefined {
    const bytes = kept.get(key);
    if (bytes === undefined) return undefined;
    kept.delete(key);
    kept.set(key, bytes);
    return bytes;
  }

  function isWorthKeeping(key: string, start: number, end: number): boolean {
    if (end > budget / 8) return false;
    const cost = (spent.get(key) ?? 0) + end - start;
    if (cost >= patience * end) return spent.delete(key) || true;
    if (spent.size > maxSpent) spent.clear();
    spent.set(key, cost);
    return false;
  }

  function keep(key: string, bytes: Uint8Array): Uint8Array {
    if (bytes.length > budget / 8 || kept.has(key)) return bytes;
    size += bytes.length;
    kept.set(key, bytes);
    for (const [oldest, { length }] of kept) {
      if (size <= budget) break;
      kept.delete(oldest);
      size -= length;
    }
    return bytes;
  }
}

function part(bytes: Uint8Array, start: number, end = bytes.length): Uint8Array | null {
  return end > bytes.length ? null : bytes.subarray(start, end);
}

function leaveAllOut(bytes: Uint8Array, { cuts }: Without): Uint8Array {
  let size = bytes.length;
  for (let i = 0; i < cuts.length; i += 2) size -= (cuts[i + 1] ?? 0) - (cuts[i] ?? 0);
  return leaveOut(bytes, 0, cuts, size);
}
