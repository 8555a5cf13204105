import { stat } from 'node:fs/promises';

/** How long a change may go unnoticed, in milliseconds. */
const interval = 500;

/** Milliseconds after which the same error is reported again. */
const minute = 60_000;

export interface FollowedFile {
  /** Looks now, without waiting for the interval. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * Calls `onChange` for a file now and after each change: one `stat` each interval. A change for which `onChange` throws
 * is tried again: `onFault` is called at once and then each minute, `onFixed` when it succeeds. `onAbsent` is called once each
 * time the file disappears.
 */
export async function followFile(
  file: string,
  onChange: () => Promise<void>,
  onAbsent: () => unknown,
  onFault: (error: unknown) => void,
  onFixed: () => void = () => {},
  repeat: number = minute,
): Promise<FollowedFile> {
  let seen: string | null = '';
  let reported: { message: string; at: number } | null = null;
  let looking = Promise.resolve();
  await look();
  const timer = setInterval(() => void look(), interval).unref();
  return { look, stop: () => clearInterval(timer) };

  /** One after the other. */
  function look(): Promise<void> {
    looking = looking.then(lookOnce);
    return looking;
  }

  async function lookOnce(): Promise<void> {
    try {
      const state = await stateOf(file);
      if (state !== seen) {
        if (state === null) await onAbsent();
        else await onChange();
      }
      seen = state;
      if (reported !== null) onFixed();
      reported = null;
    } catch (error) {
      const [message, at] = [String(error), performance.now()];
      if (message === reported?.message && at - reported.at < repeat) return;
      reported = { message, at };
      onFault(error);
    }
  }
}

/** What changes when a file is replaced or written; null where there is none. */
async function stateOf(file: string): Promise<string | null> {
  try {
    const { mtimeMs, ino, size } = await stat(file);
    return `${mtimeMs} ${ino} ${size}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
