import yoctoSpinner from 'yocto-spinner';
import type { Stream } from './output.ts';

/** Least time between two updates, in milliseconds. */
const interval = 50;

/** Shows the progress of a build on one line of a terminal; null where there is no terminal. */
export function showProgress(
  stream: Stream,
): { update(stage: string, done: number, total: number): void; end(): void } | null {
  // A dumb terminal cannot overwrite a line.
  if (!stream.isTTY || process.env.TERM === 'dumb' || 'CI' in process.env) return null;
  const spinner = yoctoSpinner({ stream }).start();
  let shown = 0;
  return {
    update(stage, done, total) {
      // Setting the text of a stopped spinner would draw it again.
      if (!spinner.isSpinning) return;
      const now = performance.now();
      if (now - shown < interval && done < total) return;
      shown = now;
      spinner.text = `${stage} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    },
    end: () => void spinner.stop(),
  };
}
