import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CrossOrigin } from '../../../core/cross-origin.ts';
import { refuseMethod } from '../../../core/problem.ts';
import { checkMessage } from './check-message.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { refuse } from './refuse.ts';
import { refuseErrors } from './refuse-errors.ts';

/**
 * A server of `node:http` that bounds what a client may send and how long it may take, and refuses the rest in its own
 * words. `listener` gets requests that `checkMessage` has still to look at.
 */
export function createHttpServer(listener: RequestListener, queue: OneAtATime, crossOrigin?: CrossOrigin): Server {
  const options = { connectionsCheckingInterval: 1000, maxHeaderSize: 64 * 1024, requireHostHeader: false };
  const server = createServer(options, listener);
  // No body is ever read, so none is asked for: the answer comes instead of 100 (RFC 9110 section 10.1.1).
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  server.on('clientError', refuseErrors(queue, crossOrigin));
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
  // Longer than the 60 s that load balancers keep a connection, so that they close it and not we.
  server.keepAliveTimeout = 65_000;
  return server;
}
