import { createServer, type RequestListener, type Server } from 'node:http';
import { refuse } from './refuse.ts';

/** A server of `node:http` that bounds what a client may send and how long it may take, and refuses the rest in its own words. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({ connectionsCheckingInterval: 1000, maxHeaderSize: 64 * 1024 }, listener);
  server.on('checkExpectation', listener);
  server.on('clientError', refuse);
  server.on('connect', (_, socket) => refuse(Object.assign(new Error(), { code: 'HPE_INVALID_METHOD' }), socket));
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
