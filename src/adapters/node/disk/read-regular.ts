import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Thrown where something else stands at the path of a file, such as a folder, a device or a link. */
export class OtherFile extends Error {
  override name = 'OtherFile';
}

/** Bytes of a chunk. */
const chunkSize = 256 * 1024;

/**
 * The bytes of a file as long as it was when it was opened. Waits for nobody: a FIFO or a device is refused, as is what
 * `check` throws for. `flags` are for opening. Throws `OtherFile`, or what the disk says.
 */
export function readRegular(file: string, check?: CheckOpen, flags?: number): Buffer {
  for (const bytes of readChunks(file, check, flags, Number.POSITIVE_INFINITY)) return bytes;
  return Buffer.alloc(0);
}

/** Throws for a file that is not to be read. */
export type CheckOpen = (descriptor: number, stats: Stats) => void;

/** The same in chunks, for files that may be longer than memory. Each is good until the next one is asked for. */
export function* readChunks(
  file: string,
  check: CheckOpen = () => {},
  flags = 0,
  maxBytes = chunkSize,
): Generator<Buffer, void> {
  // Windows has neither flag; without them, opening a FIFO for reading waits for a writer.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new OtherFile(`${file} is not a regular file`);
    check(descriptor, stats);
    const chunk = Buffer.allocUnsafe(Math.min(stats.size, maxBytes));
    for (let left = stats.size; left > 0; ) {
      const length = fill(descriptor, chunk.subarray(0, left));
      if (length === 0) return;
      yield chunk.subarray(0, length);
      left -= length;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Gives how many bytes there were. */
function fill(descriptor: number, bytes: Buffer): number {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return length;
}
