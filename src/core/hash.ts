/**
 * Small synchronous hashes for names that must be the same on every platform. None of them guards a secret;
 * keys are compared by SHA-256, which a platform supplies.
 */

/** Of each byte. Looking them up takes a sixth of the time that `toString(16)` does. */
const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The id of an article that names none: 1 to 2^31−1, from the slug. Part of the release format: never change it. */
export function hashId(text: string): number {
  return hash64(text)[0] >>> 1 || 1;
}

/** 64 bits as two halves. */
export type Lanes = readonly [high: number, low: number];

/** One digest of several, in order, as 16 hexadecimal digits. */
export function digestLanes(list: readonly Lanes[]): string {
  let [high, low] = [0x2f0b4c47, 0x6a09e667];
  for (const [nextHigh, nextLow] of list) {
    high = mix(Math.imul(high, 0x9e3779b1) ^ nextHigh);
    low = mix(Math.imul(low, 0x5f356495) ^ nextLow ^ high);
  }
  return toHex(high) + toHex(low);
}

/** Two multiplicative lanes over UTF-16 code units, mixed as in MurmurHash3's finaliser (A. Appleby, public domain). */
export function hash64(text: string): Lanes {
  let high = 0x2f0b4c47;
  let low = 0x6a09e667 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
    high = (high << 13) | (high >>> 19);
    low = (low << 17) | (low >>> 15);
  }
  high = mix(high ^ Math.imul(low, 0x85ebca6b));
  low = mix(low ^ Math.imul(high, 0xc2b2ae35));
  return [high, low];
}

function mix(lane: number): number {
  let mixed = lane ^ (lane >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The eight hexadecimal digits of a number of 32 bits. */
export function toHex(number: number): string {
  return byteHex(number >>> 24) + byteHex(number >>> 16) + byteHex(number >>> 8) + byteHex(number);
}

export function byteHex(number: number): string {
  return hexDigits[number & 0xff] ?? '';
}
