import { onTestFinished, vi } from 'vitest';

/** Until the test is over, chance is 0: the pauses between two requests to a store are of no length. */
export function skipPauses(): void {
  const spy = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => spy.mockRestore());
}

/**
 * Until the test is over, signals of `AbortSignal.timeout` fire when the test calls what this returns: all that were made for at
 * most that many milliseconds.
 */
export function holdTimeouts(): (milliseconds: number) => void {
  const held: { milliseconds: number; controller: AbortController }[] = [];
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    held.push({ milliseconds, controller });
    return controller.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return (most) => {
    for (const { milliseconds, controller } of held) {
      if (milliseconds <= most) controller.abort(new DOMException('The time is over.', 'TimeoutError'));
    }
  };
}
