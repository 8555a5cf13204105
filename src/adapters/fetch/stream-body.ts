import type { Body, Part } from '../../core/body.ts';
import { checkedBytes } from '../../core/format.ts';
import type { RangeSource } from '../../storage/range-source.ts';
import { readBody } from '../../storage/read-body.ts';
import { joinPieces } from './join-pieces.ts';
import { streamPieces } from './stream-pieces.ts';

/** Bytes that are read at once: checked blocks, so that none is read twice. */
const step = 64 * checkedBytes;

/** A stream of the bytes of a body, by `streamPieces`: rejects where its first range cannot be read. */
export function streamBody(
  body: Body,
  source: RangeSource,
  onFault: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  // The text before the first range, and the first bytes of that.
  return streamPieces(readSteps(body, source), 2, onFault);
}

async function* readSteps({ parts, size }: Body, source: RangeSource): AsyncGenerator<Uint8Array, void> {
  let left = size;
  for (const part of toSteps(parts)) {
    const bytes = joinPieces((await readBody([part], source)).pieces);
    left -= bytes.length;
    yield bytes;
  }
  if (left !== 0) throw new RangeError(`A body of ${size} bytes ended ${left} bytes early.`);
}

/** The same parts, none of which reads more than `step` bytes. */
function* toSteps(parts: readonly Part[]): Generator<Part, void> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else {
      for (let start = part.start, end = 0; start < part.end; start = end) {
        end = Math.min((Math.floor(start / step) + 1) * step, part.end);
        yield start === part.start && end === part.end ? part : { ...part, start, end, own: undefined };
      }
    }
  }
}
