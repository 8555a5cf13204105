import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { badHost, isMethod, problem, refuseMethod, toReason } from '../../../core/problem.ts';
import type { Reply } from '../../../core/reply.ts';

/** The error for what Node's parser accepts and RFC 9112 forbids; the connection closes after it. Null for a valid request. */
export function checkMessage({
  httpVersion,
  method = '',
  url = '',
  rawHeaders,
  headers,
}: IncomingMessage): Reply | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return refuseVersion();
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'host');
  // Section 3.2. HTTP/1.0 knew no Host.
  if (hosts.length !== 1 && !(hosts.length === 0 && httpVersion === '1.0')) {
    return problem(400, `Expected one Host field, found ${hosts.length === 0 ? 'none' : hosts.length}.`);
  }
  if (!hosts.every(isHost)) return problem(400, badHost);
  const detail = describeBadTarget(method, url);
  if (detail !== null) return problem(400, detail);
  // Section 6.3: the end of such a body cannot be found. Node's parser reports it only after it has passed the request
  // on.
  const codings = headers['transfer-encoding'];
  if (codings !== undefined && codings.trim().toLowerCase() !== 'chunked') {
    return problem(400, 'The only transfer coding that is read is chunked.');
  }
  return isMethod(method) ? null : refuseMethod(method);
}

/**
 * Whether a text is the host, and the port where one is given, of an http address: `uri-host [":" port]` of RFC 9110
 * section 7.2, with RFC 3986 section 3.2.2. Without userinfo or path; the host may not be empty (RFC 9110 section
 * 4.2.1). A comma is refused, though RFC 3986 allows it: a proxy joins two fields with one.
 */
export function isHost(text: string): boolean {
  const [, address, port = ''] = hostAndPort.exec(text) ?? [];
  if (address === undefined || Number(port) > 65_535) return false;
  const literal = address.slice(1, -1);
  return !address.startsWith('[') || futureAddress.test(literal) || isIPv6(literal);
}

const hostAndPort = /^(\[[\da-z:.!$&'()*+;=_~-]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::(\d*))?$/i;

const futureAddress = /^v[\da-f]+\.[\w.~!$&'()*+;=:-]+$/i;

/** For another version of HTTP than 1.0 and 1.1 (RFC 9110 section 15.6.6). */
export function refuseVersion(): Reply {
  return problem(505, 'This server speaks HTTP/1.1 and HTTP/1.0; the request was in another version.');
}

/** RFC 9112 section 3.2: a target has origin form, or absolute form with a host; `*` is for OPTIONS alone. Null for a valid one. */
function describeBadTarget(method: string, target: string): string | null {
  if (target.startsWith('/') || method === 'CONNECT' || (target === '*' && method === 'OPTIONS')) return null;
  const [, scheme = '', authority = ''] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i.exec(target) ?? [];
  if (scheme === '') return target === '*' ? 'The target * is only for OPTIONS.' : 'The target must begin with a /.';
  if (/^https?$/i.test(scheme) && !isHost(authority)) {
    return 'The target must have a host, or a host and a port.';
  }
  return null;
}

/** Writes a reply on the bare connection and ends it: the bytes that follow cannot be split into requests any more. */
export function refuse({ status, headers, body }: Reply, socket: Duplex): void {
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString(), Connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${toReason(status)}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.join('')}`, 'latin1');
  closeGently(socket);
}

/** The connection is destroyed after this many milliseconds without data. */
const quiet = 1000;

/** Data is read for at most n times `quiet`. */
const maxRounds = 10;

/**
 * Ends a connection after its last response. Reads and drops for a while what the client still sends: closing with
 * unread data could destroy the response before the client reads it (RFC 9112 section 9.6).
 */
export function closeGently(socket: Duplex & { bytesRead?: number }): void {
  socket.end();
  socket.resume();
  let seen = socket.bytesRead;
  let rounds = 0;
  const timer = setInterval(() => {
    if (socket.bytesRead === seen || ++rounds === maxRounds) socket.destroy();
    seen = socket.bytesRead;
  }, quiet).unref();
  socket.once('close', () => clearInterval(timer));
}
