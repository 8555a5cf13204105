import type { Duplex } from 'node:stream';

/** The answers of each connection, one after the other. */
export interface OneAtATime {
  /**
   * Runs `answer` once all earlier ones of that connection are done; not at all where the connection can no longer be
   * written to then.
   */
  run(socket: Duplex, answer: () => Promise<void>): void;
}

/**
 * Answers one request of a connection at a time. Otherwise the answers to pipelined requests would all be held in memory at
 * once, however slowly the client reads; and a refusal could overtake the answers to earlier requests. Drops those left when
 * the connection ends.
 */
export function oneAtATime(): OneAtATime {
  const last = new WeakMap<Duplex, Promise<void>>();
  return { run };

  function run(socket: Duplex, answer: () => Promise<void>): void {
    const before = last.get(socket);
    const answerNow = async (): Promise<void> => {
      if (socket.writable) await answer();
    };
    const turn = before === undefined ? answerNow() : before.then(answerNow);
    last.set(socket, turn);
    void turn.then(() => last.get(socket) === turn && last.delete(socket));
  }
}
