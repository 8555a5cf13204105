import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseMethod } from '../../../core/problem.ts';
import type { AdapterService } from '../../../service.ts';
import { checkMessage, refuse } from './refuse.ts';
import { refuseErrors } from './refuse-errors.ts';

/**
 * A server of `node:http` that bounds what a client may send and how long it may take, and refuses the rest in its own
 * words. `listener` gets requests that `checkMessage` has not checked yet.
 */
export function createHttpServer(
  listener: RequestListener,
  queue: OneAtATime,
  share: AdapterService['share'],
  keepAlive = 65,
): Server {
  const options = { connectionsCheckingInterval: 1000, maxHeaderSize: 64 * 1024, requireHostHeader: false };
  const server = createServer(options, listener);
  // No body is ever read, so none is asked for: the response comes instead of 100 (RFC 9110 section 10.1.1).
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  server.on('clientError', refuseErrors(queue.run, share));
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // A connection that breaks is closed by Node.
    socket.on('error', () => {});
    queue.run(socket, async () => refuse(checkMessage(request) ?? refuseMethod('CONNECT'), socket));
  });
  // All header lines are seen: a second key behind many others must not pass unseen.
  server.maxHeadersCount = 0;
  // A client may close its sending half once it has asked.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  // Longer than the 60 s that most load balancers keep a connection, so that they close it and not we.
  server.keepAliveTimeout = keepAlive * 1000;
  return server;
}

/** The responses of each connection, one after the other. */
export interface OneAtATime {
  /**
   * Runs `respond` once all earlier ones of that connection are done; not at all where the connection can no longer be
   * written to then.
   */
  run(socket: Duplex, respond: () => Promise<void>): void;
}

/**
 * Responds to one request of a connection at a time. Otherwise the responses to pipelined requests would all be held in
 * memory at once, however slowly the client reads; and a refusal could overtake the responses to earlier requests.
 * Drops those left when the connection ends.
 */
export function oneAtATime(): OneAtATime {
  const last = new WeakMap<Duplex, Promise<void>>();
  return { run };

  function run(socket: Duplex, respond: () => Promise<void>): void {
    const before = last.get(socket);
    const respondNow = async (): Promise<void> => {
      if (socket.writable) await respond();
    };
    const turn = before === undefined ? respondNow() : before.then(respondNow);
    last.set(socket, turn);
    void turn.then(() => last.get(socket) === turn && last.delete(socket));
  }
}
