import { readFile, writeFile } from 'node:fs/promises';
import type { seeded } from '../bench/seeded.ts';

type Random = ReturnType<typeof seeded>;

/** What becomes of the bytes of a file, of which `other` are another's; null where it is missing. */
type Damage = (bytes: Buffer, random: Random, other: Buffer) => Buffer | null;

export const damages: readonly [what: string, Damage][] = [
  ['a flipped bit', (bytes, random) => flipped(bytes, random(bytes.length), random(8))],
  ['cut short', (bytes, random) => bytes.subarray(0, random(bytes.length))],
  ['without its last byte', (bytes) => bytes.subarray(0, -1)],
  ['emptied', () => Buffer.alloc(0)],
  ['grown', (bytes, random) => Buffer.concat([bytes, Buffer.alloc(1 + random(99), random(256))])],
  ['a zeroed block', (bytes, random) => Buffer.from(bytes).fill(0, ...spanOf(bytes, random))],
  [
    'a block in another place',
    (bytes, random) => Buffer.from(bytes).copyWithin(random(bytes.length), ...spanOf(bytes, random)),
  ],
  ['swapped with another', (_, __, other) => other],
  [
    'the start of another',
    (bytes, _, other) => Buffer.concat([other.subarray(0, bytes.length), bytes.subarray(other.length)]),
  ],
  ['missing', () => null],
];

function spanOf(bytes: Buffer, random: Random): [start: number, end: number] {
  const start = random(bytes.length);
  return [start, Math.min(start + 1 + random(4096), bytes.length)];
}

/** The bytes with one bit turned: the lowest of the byte in their middle, or another. */
export function flipped(bytes: Uint8Array, at = bytes.length >> 1, bit = 0): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

/** Turns one bit of a file. Gives what it held before. */
export async function flipIn(file: string, at?: number): Promise<Buffer> {
  const bytes = await readFile(file);
  await writeFile(file, flipped(bytes, at));
  return bytes;
}
