import { FailedRead } from '../core/file-errors.ts';

/** Milliseconds before the second reading, and before the third. */
const pauses = [50, 250];

/**
 * Reads by `read`, up to three times where it rejects. Rejects with `FailedRead` then, and at once where it rejects
 * with that, since another reading would find the same.
 */
export async function attemptRead<T>(path: string, read: () => Promise<T>): Promise<T> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await read();
    } catch (error) {
      if (error instanceof FailedRead) throw error;
      const pause = pauses[attempts];
      if (pause === undefined) throw new FailedRead(path, error instanceof Error ? error.message : String(error));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
