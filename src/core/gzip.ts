/**
 * The literal parts of a gzip member that is put together from deflate blocks (RFC 1951, RFC 1952), as texts of bytes:
 * one for each character.
 */

/** Member header: deflate, no name, no time, system unknown. */
export const gzipHeader = '\x1f\x8b\x08\0\0\0\0\0\0\xff';

/** Bytes that one stored block holds at most. */
const maxStored = 0xffff;

/** A text of bytes in stored blocks, the last of them the final one of the member if `isFinal`. */
export function stored(text: string, isFinal = false): string {
  let blocks = '';
  for (let from = 0; from === 0 || from < text.length; from += maxStored) {
    const bytes = text.slice(from, from + maxStored);
    const isLast = from + maxStored >= text.length;
    blocks +=
      (isFinal && isLast ? '\x01' : '\0') + toLittleEndian(bytes.length, 2) + toLittleEndian(~bytes.length, 2) + bytes;
  }
  return blocks;
}

/** Member trailer: the CRC-32 of the content, and its length. */
export function gzipTrailer(crc: number, length: number): string {
  return toLittleEndian(crc, 4) + toLittleEndian(length, 4);
}

/** Least significant byte first. */
function toLittleEndian(number: number, count: 2 | 4): string {
  const low = String.fromCharCode(number & 0xff, (number >>> 8) & 0xff);
  return count === 2 ? low : low + String.fromCharCode((number >>> 16) & 0xff, number >>> 24);
}
