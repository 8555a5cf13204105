import { crc32OfBytes, extendCrc32 } from '../core/crc32.ts';
import { DamagedFile, MissingFile } from '../core/file-errors.ts';
import { checksumOf } from '../core/format.ts';
import type { Storage } from '../core/storage.ts';
import { decompress } from '../storage/read-stream.ts';

/** Bytes of a file under `media/`, from `start` up to but not including `end`. */
export interface MediumPart {
  /** Below the folder that `galley build` wrote. */
  path: string;
  start: number;
  end: number;
  /** Of the whole file. */
  size: number;
  isGzip: boolean;
  /** The whole file where it was read already. */
  bytes: Uint8Array | null;
  /** To be called where all of the file was found right; null where that is known. */
  onVerified: (() => void) | null;
}

/** Bytes of the first piece; a file that is no longer is read whole. */
const first = 256 * 1024;

/** Bytes of the longest piece unless given. */
const longest = 8 * 1024 * 1024;

/**
 * The pieces of a medium, each twice as long as the one before it, `most` at most: platforms bound the reads of a request. All of them
 * together are as many bytes as were asked for, or this throws: `MissingFile`, or `DamagedFile` where the file does not hold what its
 * name says, before the last piece. Of a range of a long file that cannot be known.
 */
export async function* readMedium(
  storage: Storage,
  part: MediumPart,
  most = longest,
): AsyncGenerator<Uint8Array<ArrayBufferLike>, void> {
  const { path, start, end, size, isGzip, onVerified } = part;
  if (part.bytes !== null || size <= first || isGzip) {
    const bytes = part.bytes ?? (await storage.read(path));
    if (bytes === null) throw new MissingFile(path);
    if (bytes.length !== size) throw new DamagedFile(path, `it has ${bytes.length} bytes, and had ${size}`);
    if (onVerified !== null)
      check(path, crc32OfBytes(isGzip ? await decompress(bytes).catch(() => damaged(path)) : bytes));
    onVerified?.();
    yield bytes.subarray(start, end);
    return;
  }
  let crc = 0;
  for (let from = start, length = first; from < end; length = Math.min(2 * length, most)) {
    const to = Math.min(from + length, end);
    const bytes = await storage.read(path, from, to);
    if (bytes === null) throw new MissingFile(path);
    if (bytes.length !== to - from) throw new DamagedFile(path, `it gave ${bytes.length} bytes of ${to - from}`);
    if (onVerified !== null && end - start === size) {
      crc = (extendCrc32(crc, bytes.length) ^ crc32OfBytes(bytes)) >>> 0;
      if (to === end) {
        check(path, crc);
        onVerified();
      }
    }
    yield bytes;
    from = to;
  }
}

function check(path: string, crc: number): void {
  const hash = /\.([0-9a-f]{32})\.[^./]+(?:\.gz)?$/.exec(path)?.[1] ?? '';
  if (crc !== checksumOf(hash)) damaged(path);
}

function damaged(path: string): never {
  throw new DamagedFile(path);
}
