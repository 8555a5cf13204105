import type { Body, Part } from '../../core/body.ts';
import { checkedBytes } from '../../core/format.ts';
import type { RangeSource } from '../../storage/range-source.ts';
import { readBody } from '../../storage/read-body.ts';
import { joinChunks } from '../../storage/read-stream.ts';

/** The bytes of all chunks. */
export async function collectChunks(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return joinChunks(read);
}

/** A stream of the bytes of a body, by `streamChunks`: rejects where its first range cannot be read. */
export function streamBody(
  body: Body,
  source: RangeSource,
  onError: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  // The text before the first range, and the first bytes of that.
  return streamChunks(readSteps(body, source), 2, onError);
}

/** Bytes that are read at once: checked blocks, so that none is read twice. */
const step = 64 * checkedBytes;

async function* readSteps({ parts, size }: Body, source: RangeSource): AsyncGenerator<Uint8Array, void> {
  let left = size;
  for (const part of toSteps(parts)) {
    const bytes = joinChunks((await readBody([part], source)).chunks);
    left -= bytes.length;
    yield bytes;
  }
  if (left !== 0) throw new RangeError(`A body of ${size} bytes ended after ${size - left}.`);
}

/** The same parts, none of which reads more than `step` bytes. */
function* toSteps(parts: readonly Part[]): Generator<Part, void> {
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof Uint8Array) yield part;
    else {
      for (let start = part.start, end = 0; start < part.end; start = end) {
        end = Math.min((Math.floor(start / step) + 1) * step, part.end);
        yield start === part.start && end === part.end ? part : { ...part, start, end, own: undefined };
      }
    }
  }
}

/**
 * A stream of `chunks`, of which n are read `ahead`: rejects where one of these cannot be read. Where a later one
 * cannot, `onError` is called and the stream breaks off: it never ends early as if it were whole.
 */
export async function streamChunks(
  chunks: AsyncGenerator<Uint8Array, void>,
  ahead: number,
  onError: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const read: IteratorResult<Uint8Array, void>[] = [];
  while (read.length < ahead) read.push(await chunks.next());
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = read.shift() ?? (await chunks.next());
          // It takes no chunk any more, and throws.
          if (isCancelled) return;
          if (chunk.done) controller.close();
          else controller.enqueue(chunk.value);
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      async cancel() {
        isCancelled = true;
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
