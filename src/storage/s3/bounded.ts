/** Runs at most so many pieces of work at the same time; the others wait in the order in which they came. */
export function bounded(most: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work, signal) => {
    if (running >= most) await turn(signal);
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };

  /** Takes the place of one that ends. Rejects where `signal` comes first. */
  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      const take = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', stop, { once: true });
      waiting.push(take);
    });
  }
}
