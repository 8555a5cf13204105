import type { Duplex } from 'node:stream';

/** Every response may take this long, and a second more for each `slowest` bytes. In milliseconds. */
const baseTime = 30_000;

/** Bytes a second that a reader must take at least. */
const slowest = 16 * 1024;

/** A response that has begun and is not yet handed over whole. */
export interface InFlightResponse {
  /** It has `size` bytes, and accordingly more time. */
  expect(size: number): void;
  /** Its last byte is handed over, or its connection is gone. */
  end(): void;
}

export interface InFlight {
  /** Counts a response on a connection from now on. */
  begin(socket: Duplex): InFlightResponse;
  /** Resolves once there is none; then stops watching. */
  drain(): Promise<void>;
}

/** Ends connections whose reader takes a response too slowly; a trickle of bytes does not stretch the time. */
export function inFlight(): InFlight {
  const responses = new Map<InFlightResponse, { socket: Duplex; deadline: number }>();
  let onDrained: (() => void) | null = null;
  const timer = setInterval(sweep, 1000).unref();
  return { begin, drain };

  function begin(socket: Duplex): InFlightResponse {
    const state = { socket, deadline: performance.now() + baseTime };
    const response: InFlightResponse = {
      expect(size) {
        state.deadline = performance.now() + baseTime + (size / slowest) * 1000;
      },
      end() {
        responses.delete(response);
        if (responses.size === 0) onDrained?.();
      },
    };
    responses.set(response, state);
    return response;
  }

  function sweep(): void {
    const now = performance.now();
    for (const [response, { socket, deadline }] of responses) {
      // One that never got its turn on a connection never ends by itself.
      if (socket.destroyed) response.end();
      else if (now > deadline) socket.destroy();
    }
  }

  async function drain(): Promise<void> {
    if (responses.size > 0) {
      await new Promise<void>((resolve) => {
        onDrained = resolve;
      });
    }
    clearInterval(timer);
  }
}
