import type { WriteStream } from 'node:tty';
import yoctoSpinner from 'yocto-spinner';

/** Least time between two updates, in milliseconds. */
const interval = 50;

/** One line on a terminal that says how far a build is; nothing anywhere else. */
export function showProgress(
  stream: WriteStream,
): { update(stage: string, done: number, total: number): void; end(): void } | null {
  // A terminal that cannot take a line back would show every step of it.
  if (!stream.isTTY || process.env.TERM === 'dumb' || 'CI' in process.env) return null;
  const spinner = yoctoSpinner({ stream }).start();
  let shown = 0;
  return {
    update(stage, done, total) {
      // Setting its text would draw a spinner that was stopped.
      if (!spinner.isSpinning) return;
      const now = performance.now();
      if (now - shown < interval && done < total) return;
      shown = now;
      spinner.text = `${stage} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    },
    end: () => void spinner.stop(),
  };
}
