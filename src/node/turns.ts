import type { Duplex } from 'node:stream';

/** The answers of each connection, one after the other. */
export interface Turns {
  /**
   * Runs `answer` once all that was taken before on that connection is done; not at all where the connection is no longer
   * written to by then.
   */
  take(socket: Duplex, answer: () => Promise<void>): void;
}

/**
 * Answers one request of a connection at a time. Requests sent ahead of their answers would otherwise all be answered
 * into memory at once, however little of it the client takes; and what is refused would be answered before what was
 * asked before it. Those left when the connection ends are dropped.
 */
export function answersInTurn(): Turns {
  const last = new WeakMap<Duplex, Promise<void>>();
  return { take };

  function take(socket: Duplex, answer: () => Promise<void>): void {
    const before = last.get(socket);
    const run = async (): Promise<void> => {
      if (socket.writable) await answer();
    };
    const turn = before === undefined ? run() : before.then(run);
    last.set(socket, turn);
    void turn.then(() => last.get(socket) === turn && last.delete(socket));
  }
}
