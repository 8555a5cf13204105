import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Awaitable } from '../../../core/awaitable.ts';
import type { InFlight } from '../http/in-flight.ts';
import { plainRequestParser } from './plain-request.ts';
import { type PlainResponse, type RespondToPlain, writePlain } from './plain-response.ts';

/** Responses that wait for the end of a turn of the event loop, at most: each holds memory. More gain nothing. */
const maxTurn = 16;

/**
 * Responds to plain requests straight on their connections, and hands a connection over to `server`'s own HTTP parser
 * with the first request on it that is not plain: `node:http` spends more on a request than all else here together. All
 * responses of one turn of the event loop are first made, then written: that takes a third off the time of a page,
 * since the processor's caches hold what each half needs, and a client that waits for many responses wakes once. Where
 * `respond` gives null, the connection is handed over as well. Returns what closes the connections that were not handed
 * over.
 */
export function plainConnections(server: Server, responses: InFlight, respond: RespondToPlain): () => void {
  const [parse] = server.listeners('connection');
  const sockets = new Set<Socket>();
  const turn: (() => void)[] = [];
  server.removeAllListeners('connection');
  server.on('connection', accept);
  return () => {
    for (const socket of sockets) socket.destroy();
  };

  function endTurn(): void {
    for (const write of turn) write();
    turn.length = 0;
  }

  function accept(socket: Socket): void {
    const read = plainRequestParser();
    let hasAsked = false;
    let hasEnded = false;
    let isBusy = false;
    let waiting: PlainResponse | null = null;
    const listeners = { data: onData, end: onEnd, timeout: onTimeout, error: onError, close: onClose };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    socket.setTimeout(server.headersTimeout);
    sockets.add(socket);

    function onData(bytes: Buffer): void {
      // There was a read before, within the same turn.
      writeWaiting();
      if (isBusy) {
        socket.unshift(bytes);
        return;
      }
      const request = read(bytes);
      const response = request && respond(request, socket);
      if (response === null) {
        handOver(bytes);
        return;
      }
      if (!hasAsked) socket.setTimeout(server.keepAliveTimeout);
      hasAsked = true;
      if (response instanceof Promise) {
        void finish(response);
        return;
      }
      waiting = response;
      if (turn.length === 0) setImmediate(endTurn);
      turn.push(writeWaiting);
      if (turn.length === maxTurn) endTurn();
    }

    function writeWaiting(): void {
      if (waiting === null) return;
      const response = waiting;
      waiting = null;
      if (!writePlain(socket, response, server.keepAliveTimeout)) {
        void finish(response);
        return;
      }
      response.release();
      if (hasEnded) socket.end();
    }

    /** Waits for a response to be ready, or for the client to take it. What is asked meanwhile is read after that. */
    async function finish(response: Awaitable<PlainResponse>): Promise<void> {
      isBusy = true;
      socket.pause();
      const one = responses.begin(socket);
      const ready = await response;
      one.expect(ready.size);
      if (response instanceof Promise && !socket.destroyed) writePlain(socket, ready, server.keepAliveTimeout);
      if (!socket.destroyed && socket.writableLength > 0) {
        // Not `drain`: Node emits it only above the connection's high-water mark.
        await new Promise<void>((resolve) => socket.write('', () => resolve()));
      }
      ready.release();
      one.end();
      isBusy = false;
      if (hasEnded) socket.end();
      else socket.resume();
    }

    function handOver(bytes: Buffer): void {
      for (const [event, listener] of Object.entries(listeners)) socket.removeListener(event, listener);
      sockets.delete(socket);
      socket.setTimeout(0);
      parse?.call(server, socket);
      socket.unshift(bytes);
    }

    function onClose(): void {
      sockets.delete(socket);
    }

    /** The client asks no more, and may still wait for a response. */
    function onEnd(): void {
      hasEnded = true;
      if (!isBusy && waiting === null) socket.end();
    }

    function onTimeout(): void {
      if (hasAsked) socket.destroy();
      else server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    }

    /** A connection that breaks is closed by Node. */
    function onError(): void {}
  }
}
