import { decompress } from './decompress.ts';

/** Whether a gzip member holds these bytes. */
export async function isGzipOf(zipped: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  const found = await decompress(zipped, bytes.length).catch(() => null);
  return found !== null && found.length === bytes.length && found.every((byte, index) => byte === bytes[index]);
}
