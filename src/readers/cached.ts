import { whenReady } from '../core/awaitable.ts';
import type { Reader } from '../core/reader.ts';
import { blockCache } from './block-cache.ts';
import type { BlockReader } from './block-reader.ts';

/** The same files, of whose ranges blocks are kept in `budget` bytes of memory. */
export function cachedReader(reader: Reader & BlockReader, budget?: number): Reader {
  const cache = blockCache(reader, budget);
  return {
    read(file, start = 0, end) {
      if (end === undefined) return reader.read(file, start);
      return whenReady(cache.hold({ file, start, end, size: end - start, without: null }), (held) => {
        if (held === null) return null;
        const bytes = new Uint8Array(end - start);
        let at = 0;
        for (const piece of held.pieces) {
          bytes.set(piece, at);
          at += piece.length;
        }
        held.release();
        return bytes;
      });
    },
  };
}
