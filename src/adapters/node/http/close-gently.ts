import type { Duplex } from 'node:stream';

/** The connection is destroyed after this many milliseconds without data. */
const quiet = 1000;

/** Data is read for at most this many times `quiet`. */
const longest = 10;

/**
 * Ends a connection after its last answer. Reads and drops for a while what the client still sends: closing with unread data
 * could destroy the answer before the client reads it (RFC 9112 section 9.6).
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
