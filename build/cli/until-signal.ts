const signals = ['SIGTERM', 'SIGINT'] as const;

/** Milliseconds after which Ctrl-C ends the process, whatever is still under way. */
const patience = 500;

/** Resolves when a signal asks the process to end. SIGINT and a second signal do not wait for what is under way. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (signal: NodeJS.Signals): void => {
      for (const each of signals) process.removeListener(each, end);
      if (signal === 'SIGINT') setTimeout(() => process.exit(), patience).unref();
      resolve();
    };
    for (const signal of signals) process.once(signal, end);
  });
}
