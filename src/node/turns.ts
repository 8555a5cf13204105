import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Runs `handle` for one request of a connection at a time. Requests sent ahead of their answers would otherwise all be
 * answered into memory at once, however little of it the client takes. Those left when the connection ends are dropped.
 */
export function inTurns(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const last = new WeakMap<Socket, Promise<void>>();

  return (request, response) => {
    const { socket } = request;
    const before = last.get(socket);
    const turn = before === undefined ? take(request, response) : before.then(() => take(request, response));
    last.set(socket, turn);
    void turn.then(() => last.get(socket) === turn && last.delete(socket));
  };

  /** Resolves when the last octet is handed over, or the connection is gone. */
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.socket.destroyed) return;
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    await handle(request, response).catch(() => response.destroy());
    await closed;
  }
}
