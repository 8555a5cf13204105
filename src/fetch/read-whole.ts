import { type Awaitable, whenAllReady, whenReady } from '../core/awaitable.ts';
import type { Body } from '../core/body.ts';
import type { Reader } from '../core/reader.ts';
import { readPart } from './read-part.ts';

/** The bytes of a body. */
export function readWhole({ parts, size }: Body, reader: Reader): Awaitable<Uint8Array<ArrayBuffer>> {
  const pieces = whenAllReady(parts.map((part) => readPart(part, reader)));
  return whenReady(pieces, (found) => join(found, size));
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  if (at !== size) throw new RangeError(`A body of ${size} bytes ended after ${at}.`);
  return bytes;
}
