import type { Socket } from 'node:net';
import { type Awaitable, whenReady } from '../../../core/awaitable.ts';
import { toReason } from '../../../core/problem.ts';
import { httpDates, type Reply } from '../../../core/reply.ts';
import type { ServiceResponse } from '../../../core/respond.ts';
import { sizeOf } from '../../../service.ts';
import { type ReadBody, readBody } from '../../../storage/read-body.ts';
import { draftTarget, type ServerContext } from '../node-server.ts';
import type { PlainRequest } from './plain-request.ts';

/** A response whose body is read. */
export interface PlainResponse extends ReadBody {
  reply: Reply;
  fields?: ServiceResponse['fields'];
  /** Bytes of the body. */
  size: number;
}

/** Responds to a plain request; null for one that `node:http` is to serve. Never throws, never rejects. */
export type RespondToPlain = (request: PlainRequest, socket: Socket) => Awaitable<PlainResponse> | null;

export function respondToPlain({ service, cache, logResponse, isClosing }: ServerContext): RespondToPlain {
  return ({ target, fields }, socket) => {
    if (isClosing()) return null;
    const started = performance.now();
    const header = (name: string): string | undefined => fields[name];
    const finish = ({ reply, keyName, fields: more, isDraft }: ServiceResponse): Awaitable<PlainResponse> =>
      whenReady(readBody(reply.body, cache), ({ chunks, release }) => {
        const size = sizeOf(reply);
        logResponse('GET', isDraft ? draftTarget : target, reply.status, size, started, keyName, socket, header);
        return { reply, fields: more, chunks, size, release };
      });
    const fail = (error: unknown): Awaitable<PlainResponse> => finish(service.fail(error, 'GET', target, header));
    try {
      const ready = whenReady(service.respondToApi('GET', target, header), finish);
      return ready instanceof Promise ? ready.catch(fail) : ready;
    } catch (error) {
      return fail(error);
    }
  };
}

/**
 * Writes a whole response to a connection that stays open `keepAlive` milliseconds, as `node:http` writes it. False
 * where the connection has not taken all of it yet.
 */
export function writePlain(socket: Socket, { reply, fields, chunks }: PlainResponse, keepAlive: number): boolean {
  const head = fields === undefined ? toHead(reply) : toHead(reply) + toLines(fields);
  let text = `${head}Date: ${toDate(Math.floor(Date.now() / 1000))}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAlive / 1000}\r\n\r\n`;
  socket.cork();
  for (const chunk of chunks) {
    if (typeof chunk === 'string') text += chunk;
    else {
      socket.write(text, 'latin1');
      socket.write(chunk);
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

const toDate = httpDates();
