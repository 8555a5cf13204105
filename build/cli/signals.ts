const ending = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds after which Ctrl-C ends the process, whatever is still in progress. */
const timeoutMs = 500;

/** Calls `listen` at the first of some signals, and after that no more. Returns what stops listening. */
function onceSignalled(signals: readonly NodeJS.Signals[], listen: (signal: NodeJS.Signals) => void): () => void {
  const stop = (): void => {
    for (const signal of signals) process.removeListener(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    stop();
    listen(signal);
  };
  for (const signal of signals) process.once(signal, onSignal);
  return stop;
}

/** Resolves to the signal that asks the process to end. SIGINT and a second signal do not wait for what is in progress. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    onceSignalled(ending, (signal) => {
      if (signal === 'SIGINT') setTimeout(() => process.exit(), timeoutMs).unref();
      resolve(signal);
    });
  });
}

/**
 * Runs `work` with a signal that is aborted by the first SIGINT or SIGTERM, with the reason that `toReason` gives then.
 * A second one ends the process at once.
 */
export async function withInterrupt<T>(toReason: () => Error, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = onceSignalled(ending, () => controller.abort(toReason()));
  try {
    return await work(controller.signal);
  } finally {
    stop();
  }
}

/** Runs `work`, and cleans up after it, also where it throws or a signal ends the process. */
export async function beforeSignal<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  const stop = onceSignalled([...ending, 'SIGHUP'], (signal) => {
    try {
      cleanUp();
    } finally {
      process.kill(process.pid, signal);
    }
  });
  try {
    return await work();
  } finally {
    stop();
    cleanUp();
  }
}
