/**
 * A stream of `pieces`, of which so many are read `ahead`: rejects where one of these cannot be read. Where a later one cannot, `onFault`
 * is called and the stream breaks off: it never ends early as if it were whole.
 */
export async function streamPieces(
  pieces: AsyncGenerator<Uint8Array, void>,
  ahead: number,
  onFault: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const read: IteratorResult<Uint8Array, void>[] = [];
  while (read.length < ahead) read.push(await pieces.next());
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = read.shift() ?? (await pieces.next());
          // It takes no piece any more, and throws.
          if (isCancelled) return;
          if (piece.done) controller.close();
          else controller.enqueue(piece.value);
        } catch (error) {
          onFault(error);
          controller.error(error);
        }
      },
      async cancel() {
        isCancelled = true;
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
