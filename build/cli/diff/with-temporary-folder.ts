import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` with a folder that is removed after it, also where it throws or a signal ends the process.
 */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-diff-'));
  const remove = (): void => {
    // Threads may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    for (const each of signals) process.removeListener(each, onSignal);
    try {
      remove();
    } finally {
      process.kill(process.pid, signal);
    }
  };
  for (const signal of signals) process.once(signal, onSignal);
  try {
    return await work(folder);
  } finally {
    for (const signal of signals) process.removeListener(signal, onSignal);
    remove();
  }
}
