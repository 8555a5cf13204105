/**
 * The literal parts of a gzip member that is put together from deflate blocks (RFC 1951, RFC 1952), as texts of bytes:
 * one for each character.
 */

/** Member header: deflate, no name, no time, system unknown. */
export const gzipHeader = '\x1f\x8b\x08\0\0\0\0\0\0\xff';

/** The header of a stored block. It takes a whole byte where it begins at one. Each stream of an article ends with one. */
export const storedHeader = '\0';

/** What follows the header of a stored block that holds a text of at most 65,535 bytes: its length, twice, and the text. */
export function storedText(text: string): string {
  return storedLength(text.length) + text;
}

/** The length of a stored block, twice. */
export function storedLength(length: number): string {
  return toLittleEndian(length, 2) + toLittleEndian(~length, 2);
}

/** A text in stored blocks, one at least. `isAfterStream`: the header of the first one stands there already. */
export function storedBlocks(text: string, isAfterStream: boolean): string {
  let blocks = '';
  for (let at = 0; at === 0 || at < text.length; at += maxStored)
    blocks += (at === 0 && isAfterStream ? '' : storedHeader) + storedText(text.slice(at, at + maxStored));
  return blocks;
}

/** Bytes that a stored block holds, at most. */
export const maxStored = 65_535;

/** The last block of a member, which is empty. */
export const lastBlock = '\x03\0';

/** Member trailer: the CRC-32 of the content, and its length. */
export function gzipTrailer(crc: number, length: number): string {
  return toLittleEndian(crc, 4) + toLittleEndian(length, 4);
}

/** Least significant byte first. */
function toLittleEndian(number: number, count: 2 | 4): string {
  const low = String.fromCharCode(number & 0xff, (number >>> 8) & 0xff);
  return count === 2 ? low : low + String.fromCharCode((number >>> 16) & 0xff, number >>> 24);
}
