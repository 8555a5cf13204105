import { stat } from 'node:fs/promises';
import { unlessAbsent } from '../../storage/disk.ts';

/** Milliseconds after which the same error is reported again. */
const minute = 60_000;

/** How long a change of a file may go unnoticed, in milliseconds. */
const fileInterval = 500;

export interface FollowedState {
  /** Checks now, without waiting for the interval. */
  check(): Promise<void>;
  stop(): void;
}

/** What is called while something is followed. */
export interface StateEvents {
  onChange(): unknown;
  onError(error: unknown): void;
  /** After `onError`, once that is over. */
  onFixed?: () => void;
}

/** Follows a file, which need not be there: one `stat` each interval. */
export function followFile(file: string, events: StateEvents, repeat?: number): Promise<FollowedState> {
  return followState(() => stateOf(file), fileInterval, events, repeat);
}

/** What changes when a file is replaced or written; null where there is none. */
async function stateOf(file: string): Promise<string | null> {
  const found = await unlessAbsent(stat(file));
  return found && `${found.mtimeMs} ${found.ctimeMs} ${found.ino} ${found.size}`;
}

/**
 * Asks `readState` each `interval` (milliseconds). Calls `onChange` now and after each change. A change for which that
 * throws is tried again: `onError` is called at once and then every `repeat` milliseconds, `onFixed` when it succeeds.
 */
export async function followState(
  readState: () => Promise<string | null>,
  interval: number,
  { onChange, onError, onFixed = () => {} }: StateEvents,
  repeat: number = minute,
): Promise<FollowedState> {
  let seen: string | null = '';
  let reported: { message: string; at: number } | null = null;
  let checking = Promise.resolve();
  let waiting = 0;
  await check();
  // One check may take longer than the interval.
  const timer = setInterval(() => void (waiting === 0 && check()), interval).unref();
  return { check, stop: () => clearInterval(timer) };

  /** One after the other. */
  function check(): Promise<void> {
    waiting++;
    checking = checking.then(checkOnce).finally(() => waiting--);
    return checking;
  }

  async function checkOnce(): Promise<void> {
    try {
      const state = await readState();
      if (state !== seen) await onChange();
      seen = state;
      if (reported !== null) onFixed();
      reported = null;
    } catch (error) {
      const [message, at] = [String(error), performance.now()];
      if (message === reported?.message && at - reported.at < repeat) return;
      reported = { message, at };
      onError(error);
    }
  }
}
