import type { Duplex } from 'node:stream';

/** How long nothing may come before the connection is gone, in milliseconds. */
const quiet = 1000;

/** How long what still comes is read, in times of `quiet`. */
const longest = 10;

/**
 * Ends a connection behind its last answer. What still comes is read and dropped for a while: closing over it would take
 * the answer away from the client (RFC 9112 section 9.6).
 */
export function closeGently(socket: Duplex & { bytesRead?: number }): void {
  socket.end();
  socket.resume();
  let seen = socket.bytesRead;
  let rounds = 0;
  const timer = setInterval(() => {
    if (socket.bytesRead === seen || ++rounds === longest) socket.destroy();
    seen = socket.bytesRead;
  }, quiet).unref();
  socket.once('close', () => clearInterval(timer));
}
