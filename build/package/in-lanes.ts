/**
 * Runs `work` on all items, `concurrency` of them at a time. After an error no other item begins; the error is thrown
 * once those under way have ended, so that nothing goes on while the caller cleans up.
 */
export async function inLanes<T>(
  concurrency: number,
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const errors: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true && errors.length === 0; next = waiting.next()) {
      await work(next.value).catch((error) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (errors.length > 0) throw errors[0];
}
