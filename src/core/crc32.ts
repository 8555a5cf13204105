/** CRC-32 as gzip has it (RFC 1952 section 8): of text, and of bytes that stand one behind the other. */

/** Bit-reversed, as all here: the highest bit is the coefficient of x^0. */
const polynomial = 0xedb88320;

const byByte = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  byByte[byte] = crc;
}

/** Of a text of bytes: one for each character, up to U+00FF. */
export function crc32(text: string): number {
  let crc = -1;
  for (let i = 0; i < text.length; i++) crc = (crc >>> 8) ^ (byByte[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** Of bytes. */
export function crc32OfBytes(bytes: Uint8Array): number {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ (byByte[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** x^(8·2^k) modulo the polynomial, for k from 0 to 31. */
const powers = new Uint32Array(32);
powers[0] = 1 << 23;
for (let k = 1; k < powers.length; k++) powers[k] = multiply(powers[k - 1] ?? 0, powers[k - 1] ?? 0);

/**
 * What a CRC becomes when `length` bytes (below 2^32) follow it, their own CRC left out: the CRC of A and B behind it is
 * `extendCrc32(crc(A), length(B)) ^ crc(B)`. By multiplication with x^(8·length), as zlib's `crc32_combine`.
 */
export function extendCrc32(crc: number, length: number): number {
  let product = crc;
  for (let rest = length, k = 0; rest !== 0; rest >>>= 1, k++) {
    if (rest & 1) product = multiply(powers[k] ?? 0, product);
  }
  return product >>> 0;
}

/** The product of two polynomials over GF(2), modulo the one of the CRC. Without branches: it is on every gzip answer. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let rest = a | 0; rest !== 0; rest <<= 1) {
    product ^= shifted & (rest >> 31);
    shifted = (shifted >>> 1) ^ (polynomial & -(shifted & 1));
  }
  return product >>> 0;
}
