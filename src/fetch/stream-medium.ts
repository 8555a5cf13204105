import type { Reader } from '../core/reader.ts';
import { type MediumPart, readMedium } from '../public-files/read-medium.ts';

/**
 * A stream of a medium. Rejects where its first piece cannot be read. Where a later one cannot, `onFault` is called and the stream breaks
 * off: it never ends early as if it were whole.
 */
export async function streamMedium(
  reader: Reader,
  part: MediumPart,
  onFault: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const pieces = readMedium(reader, part);
  let ahead: IteratorResult<Uint8Array, void> | null = await pieces.next();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = ahead ?? (await pieces.next());
          ahead = null;
          if (piece.done) controller.close();
          else controller.enqueue(piece.value);
        } catch (error) {
          onFault(error);
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
