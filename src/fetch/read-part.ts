import { type Awaitable, whenReady } from '../core/awaitable.ts';
import type { FileRange, Part } from '../core/body.ts';
import { MissingFile } from '../core/read-json.ts';
import type { Reader } from '../core/reader.ts';
import { leaveOut } from '../readers/leave-out.ts';

/** The bytes of one part of a body. Throws `MissingFile` where its file is not there, or ends before it. */
export function readPart(part: Part, reader: Reader): Awaitable<Uint8Array> {
  return typeof part === 'string' ? Uint8Array.from(part, (byte) => byte.charCodeAt(0)) : readRange(part, reader);
}

/** Bytes of a file, without what is left out of them. */
function readRange({ file, start, end, without }: FileRange, reader: Reader): Awaitable<Uint8Array> {
  return whenReady(reader.read(file, start, end), (bytes) => {
    if (bytes?.length !== end - start) throw new MissingFile(file);
    if (without === null) return bytes;
    const left = new Uint8Array(bytes.length);
    return left.subarray(0, leaveOut(bytes, left, 0, start, without.cuts));
  });
}
