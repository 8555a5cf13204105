import { crc32, crc32OfBytes, extendCrc32 } from './crc32.ts';
import { DamagedFile, MissingFile } from './file-errors.ts';

/** Bytes of the CRC-32 at the end of a sealed file. */
export const sealSize = 4;

/** The bytes of a file that was written for the page of that name, as they are. Throws `MissingFile` for null, else `DamagedFile` where they are others. */
export function checkSeal(bytes: Uint8Array | null, path: string, name: string): Uint8Array {
  if (bytes === null) throw new MissingFile(path);
  const end = bytes.length - sealSize;
  const seal = end > 0 ? new DataView(bytes.buffer, bytes.byteOffset + end).getUint32(0, true) : null;
  if (seal !== sealOf(bytes.subarray(0, end), name)) throw new DamagedFile(path);
  return bytes;
}

/** Of the name of a page and what stands before the seal. */
export function sealOf(bytes: Uint8Array, name: string): number {
  return (extendCrc32(crc32(name), bytes.length) ^ crc32OfBytes(bytes)) >>> 0;
}
