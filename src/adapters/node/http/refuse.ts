import type { Duplex } from 'node:stream';
import { toReason } from '../../../core/problem.ts';
import type { Reply } from '../../../core/reply.ts';
import { closeGently } from './close-gently.ts';

/** Answers on the bare connection and ends it: the bytes that follow cannot be split into requests any more. */
export function refuse({ status, headers, body }: Reply, socket: Duplex): void {
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString(), Connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${toReason(status)}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.join('')}`, 'latin1');
  closeGently(socket);
}
