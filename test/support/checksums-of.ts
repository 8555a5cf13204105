import { crc32 } from 'node:zlib';
import type { Checksums } from '../../src/core/body.ts';
import { checkedBytes } from '../../src/core/format.ts';

/** The checksums of a file all of which may be served. */
export function checksumsOf(bytes: Uint8Array): Checksums {
  const count = Math.ceil(bytes.length / checkedBytes);
  const of = (_: unknown, i: number): number => crc32(bytes.subarray(i * checkedBytes, (i + 1) * checkedBytes));
  return { size: bytes.length, blocks: Uint32Array.from({ length: count }, of) };
}
