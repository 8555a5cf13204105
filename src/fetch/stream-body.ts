import type { Body, Part } from '../core/body.ts';
import { checkedBytes } from '../core/format.ts';
import { readBody } from '../readers/read-body.ts';
import type { RangeSource } from '../readers/read-ranges.ts';
import { joinPieces } from './join-pieces.ts';

/** Bytes that are read at once: checked blocks, so that none is read twice. */
const step = 64 * checkedBytes;

/**
 * A stream of the bytes of a body. Rejects where its first range cannot be read. Where a later one cannot, `onFault` is
 * called and the stream breaks off: it never ends early as if it were whole.
 */
export async function streamBody(
  { parts, size }: Body,
  source: RangeSource,
  onFault: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const steps = toSteps(parts);
  let left = size;
  // The text before the first range, and the first bytes of that.
  const ahead = [await next(), await next()];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = ahead.length > 0 ? ahead.shift() : await next();
          if (piece) controller.enqueue(piece);
          else if (left === 0) controller.close();
          else throw new RangeError(`A body of ${size} bytes ended ${left} bytes early.`);
        } catch (error) {
          onFault(error);
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );

  /** Null after the last. */
  async function next(): Promise<Uint8Array | null> {
    const { value, done } = steps.next();
    if (done) return null;
    const bytes = joinPieces((await readBody([value], source)).pieces);
    left -= bytes.length;
    return bytes;
  }
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
