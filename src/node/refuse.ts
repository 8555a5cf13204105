import type { Duplex } from 'node:stream';
import { allow } from '../core/answer.ts';
import { problem } from '../core/problem.ts';
import type { Reply } from '../core/reply.ts';

/** What Node's parser says of a request that it cannot hand on. */
export interface ClientError extends Error {
  code?: string;
  /** The octets that were read last. */
  rawPacket?: Buffer;
}

/** In milliseconds. */
const linger = 1000;

/** Answers what is no request, as the API answers errors, and ends the connection. */
export function refuse(error: ClientError, socket: Duplex): void {
  // Told again for each piece that still comes.
  if (socket.writableEnded) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const reply = toReply(error);
  const [body = ''] = reply.body;
  const lines = Object.entries({ ...reply.headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${reply.status} ${reply.reason}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  // What is still coming is read and dropped for a moment: closing over it would take the answer away with it.
  socket.resume();
  setTimeout(() => socket.destroy(), linger).unref();
}

function toReply({ code, rawPacket }: ClientError): Reply & { reason: string } {
  const packet = rawPacket?.toString('latin1') ?? '';
  if (code === 'HPE_INVALID_METHOD' && (packet === '' || /^[A-Z]+ \S+ HTTP\/1\.[01]\r?\n/.test(packet))) {
    const detail = `This server answers ${allow}; the method was another.`;
    return { ...problem(405, detail, { Allow: allow }), reason: 'Method Not Allowed' };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { ...problem(408, 'The request did not arrive whole in time.'), reason: 'Request Timeout' };
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = 'The target and the header fields together are too long; at most 64 KiB are read.';
    return { ...problem(431, detail), reason: 'Request Header Fields Too Large' };
  }
  return { ...problem(400, 'This is no HTTP request that can be understood.'), reason: 'Bad Request' };
}
