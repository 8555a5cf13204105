import { type Awaitable, whenReady } from '../../core/awaitable.ts';
import type { Body } from '../../core/body.ts';
import type { RangeSource } from '../../storage/range-source.ts';
import { readBody } from '../../storage/read-body.ts';
import { joinPieces } from './join-pieces.ts';

/** The bytes of a body. Throws where they are not as many as its size. */
export function readWhole({ parts, size }: Body, source: RangeSource): Awaitable<Uint8Array<ArrayBuffer>> {
  return whenReady(readBody(parts, source), ({ pieces, release }) => {
    const bytes = joinPieces(pieces);
    release();
    if (bytes.length !== size) throw new RangeError(`A body of ${size} bytes ended after ${bytes.length}.`);
    return bytes;
  });
}
