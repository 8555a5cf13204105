import type { Reader } from '../core/reader.ts';

/** A file is kept once reads in pieces have cost this many times its size. */
const patience = 4;

/** Files whose cost is remembered. */
const maxSpent = 10_000;

/**
 * Keeps whole files of another reader in memory, those read last, `budget` octets at most; for immutable files only.
 * A file is read in pieces until that has cost more than reading it whole, so a corpus beyond the budget is not read
 * whole again and again.
 */
export function cachedReader(reader: Reader, budget: number): Reader {
  const kept = new Map<string, Uint8Array>();
  const spent = new Map<string, number>();
  let size = 0;

  return {
    async read(path, start = 0, end) {
      const bytes = touch(path) ?? (await admit(path, start, end));
      if (bytes === null) return reader.read(path, start, end);
      return end !== undefined && end > bytes.length ? null : bytes.subarray(start, end);
    },
  };

  function touch(path: string): Uint8Array | undefined {
    const bytes = kept.get(path);
    if (bytes === undefined) return undefined;
    kept.delete(path);
    kept.set(path, bytes);
    return bytes;
  }

  /** The whole file, where it is worth keeping by now; else null. */
  async function admit(path: string, start: number, end: number | undefined): Promise<Uint8Array | null> {
    if (end === undefined || end > budget / 8) return null;
    const cost = (spent.get(path) ?? 0) + end - start;
    if (cost < patience * end) {
      if (spent.size > maxSpent) spent.clear();
      spent.set(path, cost);
      return null;
    }
    spent.delete(path);
    const bytes = await reader.read(path);
    if (bytes === null || bytes.length > budget / 8 || kept.has(path)) return bytes;
    size += bytes.length;
    kept.set(path, bytes);
    for (const [oldest, { length }] of kept) {
      if (size <= budget) break;
      kept.delete(oldest);
      size -= length;
    }
    return bytes;
  }
}
