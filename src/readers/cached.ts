import type { Reader } from '../core/reader.ts';

/**
 * Keeps whole files of another reader in memory, those asked for most recently, `budget` octets at most. For immutable
 * files only. One that would fill more than an eighth of the budget is read in pieces each time.
 */
export function cachedReader(reader: Reader, budget: number): Reader {
  const kept = new Map<string, Uint8Array>();
  let size = 0;

  return {
    async read(path, start, end) {
      const known = kept.get(path);
      if (known !== undefined) {
        kept.delete(path);
        kept.set(path, known);
        return end !== undefined && end > known.length ? null : known.subarray(start, end);
      }
      if (end !== undefined && end > budget / 8) return reader.read(path, start, end);
      const bytes = await reader.read(path);
      if (bytes === null) return null;
      keep(path, bytes);
      return end !== undefined && end > bytes.length ? null : bytes.subarray(start, end);
    },
  };

  function keep(path: string, bytes: Uint8Array): void {
    if (bytes.length > budget / 8 || kept.has(path)) return;
    kept.set(path, bytes);
    size += bytes.length;
    for (const [oldest, { length }] of kept) {
      if (size <= budget) break;
      kept.delete(oldest);
      size -= length;
    }
  }
}
