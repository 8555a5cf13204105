import { crc32OfBytes } from '../core/crc32.ts';

/** Whether a gzip member ends with the CRC-32 and the length of these bytes (RFC 1952 section 2.3.1). */
export function isGzipOf(zipped: Uint8Array, bytes: Uint8Array): boolean {
  if (zipped.length < 18) return false;
  const trailer = new DataView(zipped.buffer, zipped.byteOffset + zipped.length - 8, 8);
  return trailer.getUint32(0, true) === crc32OfBytes(bytes) && trailer.getUint32(4, true) === bytes.length;
}
