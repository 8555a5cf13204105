import { maxWholeBytes } from '../core/format.ts';
import { readAtMost } from '../storage/read-at-most.ts';

/** The bytes that a gzip member holds. Rejects where it is none, where its CRC-32 is of others, and where it holds more than `maxBytes`. */
export function decompress(zipped: Uint8Array, maxBytes = maxWholeBytes): Promise<Uint8Array> {
  const source = new Blob([zipped as Uint8Array<ArrayBuffer>]).stream();
  return readAtMost(source.pipeThrough(new DecompressionStream('gzip')), maxBytes);
}
