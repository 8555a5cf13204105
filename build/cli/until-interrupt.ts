const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `work` with a signal that is aborted by the first SIGINT or SIGTERM, with the reason that `toReason` gives then. A second one
 * ends the process at once.
 */
export async function untilInterrupt<T>(toReason: () => Error, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => {
    for (const name of signals) process.removeListener(name, abort);
  };
  const abort = (): void => {
    stop();
    controller.abort(toReason());
  };
  for (const name of signals) process.once(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    stop();
  }
}
