import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Awaitable } from '../../core/awaitable.ts';

/** Below these bytes a higher level costs a few microseconds, and a thread costs more than it frees. */
const small = 16 * 1024;
const short = 256 * 1024;

/** A gzip member of bytes, at the level that is fastest: a page of a hundred articles without bodies takes 0.3 ms. */
export function nodeGzip(bytes: Uint8Array): Awaitable<Uint8Array> {
  const options = { level: bytes.length < small ? 6 : 1 };
  return bytes.length < short ? gzipSync(bytes, options) : gzipLater(bytes, options);
}

const gzipLater = promisify<Uint8Array, { level: number }, Uint8Array>(gzip);
