import { checksumOfAsset } from '../core/asset-name.ts';
import { crc32OfBytes, extendCrc32 } from '../core/crc32.ts';
import { DamagedFile, MissingFile } from '../core/file-errors.ts';
import type { Storage } from '../core/storage.ts';
import { crcOfGzip } from '../storage/read-stream.ts';

/** Bytes of an asset, from `start` up to but not including `end`. */
export interface AssetPart {
  /** Below the folder that `galley build` wrote. */
  path: string;
  start: number;
  end: number;
  /** Of the whole file. */
  size: number;
  isGzip: boolean;
  /** Reads it, where it is of the release of drafts. */
  drafts?: Storage | undefined;
  /** The whole file where it was read already. */
  bytes: Uint8Array | null;
  /** Called once all of the file was found right; null where that is known. */
  onVerified: (() => void) | null;
}

/** Bytes of the first chunk; a file that is no longer is read whole. */
const firstChunk = 256 * 1024;

/**
 * The chunks of an asset, each twice as long as the one before it, up to `maxChunk` bytes, 8 MiB by default: platforms
 * bound the reads of a request. All of them together are as many bytes as were asked for, or this throws:
 * `MissingFile`, or `DamagedFile` where the file does not hold what its name says, before the last chunk. Of a range of
 * a long file that cannot be known.
 */
export async function* readAsset(
  storage: Storage,
  part: AssetPart,
  maxChunk = 8 * 1024 * 1024,
): AsyncGenerator<Uint8Array<ArrayBufferLike>, void> {
  const { path, start, end, size, isGzip, onVerified } = part;
  const verify = (crc: number | null): void => {
    if (crc === null || crc !== checksumOfAsset(path)?.crc) throw new DamagedFile(path);
    onVerified?.();
  };
  if (part.bytes !== null || size <= firstChunk || isGzip) {
    const bytes = part.bytes ?? (await storage.read(path));
    if (bytes === null) throw new MissingFile(path);
    if (bytes.length !== size) throw new DamagedFile(path, `it has ${bytes.length} of ${size} bytes`);
    if (onVerified !== null) {
      verify(isGzip ? await crcOfGzip(bytes) : crc32OfBytes(bytes));
    }
    yield bytes.subarray(start, end);
    return;
  }
  const isChecked = onVerified !== null && end - start === size;
  let crc = 0;
  for (let from = start, length = firstChunk; from < end; length = Math.min(2 * length, maxChunk)) {
    const to = Math.min(from + length, end);
    const bytes = await storage.read(path, from, to);
    if (bytes === null) throw new MissingFile(path);
    if (bytes.length !== to - from) throw new DamagedFile(path, `it has ${from + bytes.length} of ${size} bytes`);
    if (isChecked) crc = (extendCrc32(crc, bytes.length) ^ crc32OfBytes(bytes)) >>> 0;
    if (isChecked && to === end) verify(crc);
    yield bytes;
    from = to;
  }
}
