import { type Awaitable, whenAllReady, whenReady } from '../core/awaitable.ts';
import { MissingFile } from '../core/release.ts';
import type { FileRange, Part } from '../core/reply.ts';

/** A text of octets, one for each character; or octets. */
export type Piece = string | Uint8Array;

/** The pieces of a body: texts as they are, ranges of files read. Throws `MissingFile` where one is not there. */
export function readBody(
  body: readonly Part[],
  readRange: (range: FileRange) => Awaitable<Uint8Array | null>,
): Awaitable<Piece[]> {
  const pieces = body.map((part): Awaitable<Piece> => {
    if (typeof part === 'string') return part;
    return whenReady(readRange(part), (bytes) => {
      if (bytes === null) throw new MissingFile(part.file);
      return bytes;
    });
  });
  return whenAllReady(pieces);
}
