/** Milliseconds after which the same error is reported again. */
const minute = 60_000;

export interface FollowedState {
  /** Looks now, without waiting for the interval. */
  look(): Promise<void>;
  stop(): void;
}

/** What is called while something is followed. */
export interface StateEvents {
  onChange(): Promise<void>;
  /** Once each time it disappears. */
  onAbsent(): unknown;
  onFault(error: unknown): void;
  /** After `onFault`, once that is over. */
  onFixed?: () => void;
}

/**
 * Asks `stateOf`, which says null where there is nothing, each `interval` (milliseconds). Calls `onChange` now and after each change. A
 * change for which that throws is tried again: `onFault` is called at once and then every `repeat` milliseconds, `onFixed` when it
 * succeeds.
 */
export async function followState(
  stateOf: () => Promise<string | null>,
  interval: number,
  { onChange, onAbsent, onFault, onFixed = () => {} }: StateEvents,
  repeat: number = minute,
): Promise<FollowedState> {
  let seen: string | null = '';
  let reported: { message: string; at: number } | null = null;
  let looking = Promise.resolve();
  let waiting = 0;
  await look();
  // One look may take longer than the interval.
  const timer = setInterval(() => void (waiting === 0 && look()), interval).unref();
  return { look, stop: () => clearInterval(timer) };

  /** One after the other. */
  function look(): Promise<void> {
    waiting++;
    looking = looking.then(lookOnce).finally(() => waiting--);
    return looking;
  }

  async function lookOnce(): Promise<void> {
    try {
      const state = await stateOf();
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
