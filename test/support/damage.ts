import { readFile, writeFile } from 'node:fs/promises';

/** The bytes with one bit turned: of the byte in their middle, or of another. */
export function flipped(bytes: Uint8Array, at = bytes.length >> 1): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Turns one bit of a file. Gives what it held before. */
export async function flipIn(file: string, at?: number): Promise<Buffer> {
  const bytes = await readFile(file);
  await writeFile(file, flipped(bytes, at));
  return bytes;
}
