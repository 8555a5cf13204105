const signals = ['SIGTERM', 'SIGINT'] as const;

/** Resolves when a signal asks the process to end. A second signal ends it at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of signals) process.removeListener(signal, end);
      resolve();
    };
    for (const signal of signals) process.once(signal, end);
  });
}
