import { crc32OfBytes } from '../core/crc32.ts';
import { maxWholeBytes } from '../core/format.ts';

/** A stream held more than it may. `message` is the end of a sentence. */
export class TooLong extends Error {}

/** All bytes of a stream. Rejects with `TooLong`, and cancels the stream, where there are more than `maxBytes`. */
export async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      void reader.cancel().catch(() => {});
      throw new TooLong(`more than ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
  return joinChunks(chunks);
}

/** A copy of chunks, one behind the other; a text has one byte for each character. */
export function joinChunks(chunks: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    if (typeof chunk === 'string') for (let i = 0; i < chunk.length; i++) joined[at + i] = chunk.charCodeAt(i);
    else joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** The bytes that a gzip member holds. Rejects where it is none, where its CRC-32 is of others, and where it holds more than `maxBytes`. */
export function decompress(zipped: Uint8Array, maxBytes = maxWholeBytes): Promise<Uint8Array> {
  const source = new Blob([zipped as Uint8Array<ArrayBuffer>]).stream();
  return readAtMost(source.pipeThrough(new DecompressionStream('gzip')), maxBytes);
}

/** The CRC-32 of the bytes that a gzip member holds; null where it is none, or where it holds more than `maxBytes`. */
export function crcOfGzip(zipped: Uint8Array, maxBytes?: number): Promise<number | null> {
  return decompress(zipped, maxBytes).then(crc32OfBytes, () => null);
}
