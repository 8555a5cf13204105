import { type Awaitable, whenReady } from '../core/awaitable.ts';
import { maxWholeBytes } from '../core/format.ts';
import type { Compress } from '../core/reply.ts';
import { byteCache } from './byte-cache.ts';
import type { RangeSource } from './range-source.ts';
import { readWhole } from './read-body.ts';
import { readAtMost } from './read-stream.ts';

export interface CompressOptions {
  /** Gives where the files of a body come from. */
  sourceOf(): RangeSource;
  /** Makes a gzip member of bytes; by Web streams by default. */
  gzip?: ((bytes: Uint8Array) => Awaitable<Uint8Array>) | undefined;
  /** Bytes of memory for what was compressed; 64 MiB by default. */
  budget?: number | undefined;
  /** No request waits for what another one began. */
  noSharedWaits?: boolean | undefined;
}

const defaultBudget = 64 * 1024 * 1024;

/** What an entry takes beside its bytes. */
const entrySize = 300;

/**
 * Compresses bodies, each once for all requests that ask for it at the same time, and keeps those that were asked for
 * last.
 */
export function compressBodies({ sourceOf, gzip = webGzip, budget, noSharedWaits }: CompressOptions): Compress {
  const kept = byteCache<Uint8Array>(budget ?? defaultBudget, ({ length }) => length + entrySize);
  const begun = new Map<string, Promise<Uint8Array>>();
  return (tag, body) => {
    const known = kept.get(tag) ?? begun.get(tag);
    if (known !== undefined) return known;
    const made = whenReady(whenReady(readWhole(body, sourceOf()), gzip), (zipped) => {
      // A copy, since zlib gives a part of a larger memory.
      const bytes = new Uint8Array(zipped);
      kept.set(tag, bytes);
      return bytes;
    });
    if (!(made instanceof Promise) || noSharedWaits) return made;
    const ended = made.finally(() => begun.delete(tag));
    begun.set(tag, ended);
    return ended;
  };
}

function webGzip(bytes: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  return readAtMost(source.pipeThrough(new CompressionStream('gzip')), maxWholeBytes);
}
