import type { ServerResponse } from 'node:http';

/** Every answer may take this long, and a second more for each `slowest` octets. In milliseconds. */
const grace = 30_000;

/** Octets a second that a reader must take at least. */
const slowest = 16 * 1024;

export interface AnswersUnderWay {
  /** Counts an answer of `size` octets until its last octet is handed over, or its time is up. */
  watch(response: ServerResponse, size: number): void;
  /** Resolves once there is none; then stops watching. */
  settle(): Promise<void>;
}

/** Ends connections whose reader takes an answer too slowly; a trickle of octets does not stretch the time. */
export function answersUnderWay(): AnswersUnderWay {
  const deadlines = new Map<ServerResponse, number>();
  let onSettled: (() => void) | null = null;
  const timer = setInterval(sweep, 1000).unref();
  return { watch, settle };

  function watch(response: ServerResponse, size: number): void {
    if (!deadlines.has(response)) response.once('close', () => forget(response));
    deadlines.set(response, performance.now() + grace + (size / slowest) * 1000);
  }

  function forget(response: ServerResponse): void {
    deadlines.delete(response);
    if (deadlines.size === 0) onSettled?.();
  }

  function sweep(): void {
    const now = performance.now();
    for (const [response, deadline] of deadlines) {
      const { socket } = response.req;
      // A response that never got its turn on a connection never closes by itself.
      if (socket.destroyed) forget(response);
      else if (now > deadline) socket.destroy();
    }
  }

  async function settle(): Promise<void> {
    if (deadlines.size > 0) {
      await new Promise<void>((resolve) => {
        onSettled = resolve;
      });
    }
    clearInterval(timer);
  }
}
