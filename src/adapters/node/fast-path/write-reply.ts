import type { Socket } from 'node:net';
import { toReason } from '../../../core/problem.ts';
import type { Reply } from '../../../core/reply.ts';
import type { ServiceResponse } from '../../../core/respond.ts';
import type { ReadBody } from '../../../storage/read-body.ts';

/** A reply whose body is read. */
export interface ReadyReply extends ReadBody {
  reply: Reply;
  fields?: ServiceResponse['fields'];
  /** Bytes of the body. */
  size: number;
}

/**
 * Writes a whole answer to a connection that stays open `keepAlive` milliseconds, as `node:http` writes it. False where
 * the connection has not taken all of it yet.
 */
export function writeReply(socket: Socket, { reply, fields, pieces }: ReadyReply, keepAlive: number): boolean {
  const head = fields === undefined ? toHead(reply) : toHead(reply) + toLines(fields);
  let text = `${head}Date: ${toHttpDate(Date.now())}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAlive / 1000}\r\n\r\n`;
  socket.cork();
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else {
      socket.write(text, 'latin1');
      socket.write(piece);
      text = '';
    }
  }
  if (text !== '') socket.write(text, 'latin1');
  socket.uncork();
  return socket.writableLength === 0;
}

/** The status line and the header lines. */
function toHead(reply: Reply): string {
  if (reply.head !== undefined) return reply.head;
  const { status, headers } = reply;
  const head = `HTTP/1.1 ${status} ${toReason(status)}\r\n${toLines(headers)}`;
  reply.head = head;
  return head;
}

function toLines(fields: Record<string, string>): string {
  let lines = '';
  for (const name in fields) lines += `${name}: ${fields[name]}\r\n`;
  return lines;
}

let last = { second: Number.NaN, text: '' };

function toHttpDate(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== last.second) last = { second, text: new Date(milliseconds).toUTCString() };
  return last.text;
}
