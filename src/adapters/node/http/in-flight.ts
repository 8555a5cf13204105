import type { Duplex } from 'node:stream';

/** Every answer may take this long, and a second more for each `slowest` bytes. In milliseconds. */
const grace = 30_000;

/** Bytes a second that a reader must take at least. */
const slowest = 16 * 1024;

/** An answer that has begun and is not yet handed over whole. */
export interface InFlightAnswer {
  /** It has so many bytes, and so much more time. */
  expect(size: number): void;
  /** Its last byte is handed over, or its connection is gone. */
  end(): void;
}

export interface InFlight {
  /** Counts an answer on a connection from now on. */
  begin(socket: Duplex): InFlightAnswer;
  /** Resolves once there is none; then stops watching. */
  drain(): Promise<void>;
}

/** Ends connections whose reader takes an answer too slowly; a trickle of bytes does not stretch the time. */
export function inFlight(): InFlight {
  const answers = new Map<InFlightAnswer, { socket: Duplex; deadline: number }>();
  let onDrained: (() => void) | null = null;
  const timer = setInterval(sweep, 1000).unref();
  return { begin, drain };

  function begin(socket: Duplex): InFlightAnswer {
    const state = { socket, deadline: performance.now() + grace };
    const answer: InFlightAnswer = {
      expect(size) {
        state.deadline = performance.now() + grace + (size / slowest) * 1000;
      },
      end() {
        answers.delete(answer);
        if (answers.size === 0) onDrained?.();
      },
    };
    answers.set(answer, state);
    return answer;
  }

  function sweep(): void {
    const now = performance.now();
    for (const [answer, { socket, deadline }] of answers) {
      // One that never got its turn on a connection never ends by itself.
      if (socket.destroyed) answer.end();
      else if (now > deadline) socket.destroy();
    }
  }

  async function drain(): Promise<void> {
    if (answers.size > 0) {
      await new Promise<void>((resolve) => {
        onDrained = resolve;
      });
    }
    clearInterval(timer);
  }
}
