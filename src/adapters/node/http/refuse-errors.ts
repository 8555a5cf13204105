import type { Duplex } from 'node:stream';
import { longFields, problem, refuseMethod } from '../../../core/problem.ts';
import type { Reply } from '../../../core/reply.ts';
import type { AdapterService } from '../../../service.ts';
import { refuse, refuseVersion } from './refuse.ts';

/** The error of Node's parser for a request that it cannot hand on. */
interface ClientError extends Error {
  code?: string;
  reason?: string;
  /** The bytes that were read last. */
  rawPacket?: Buffer;
  /** Where in them the error is. */
  bytesParsed?: number;
}

/** How long the rest of a request line is waited for. */
const timeoutMs = 1000;

/**
 * Listens to `clientError`: responds to what is no valid request as to other errors of the API, and ends the
 * connection. A page of another origin may read the response if the bytes that were read last hold its `Origin` field.
 */
export function refuseErrors(
  run: (socket: Duplex, respond: () => Promise<void>) => void,
  share: AdapterService['share'],
): (error: ClientError, socket: Duplex) => void {
  const refused = new WeakSet<Duplex>();
  const begun = new WeakMap<Duplex, string>();
  return (error, socket) => {
    // Node emits this again for each chunk that still comes.
    if (refused.has(socket) || socket.writableEnded) return;
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const before = begun.get(socket);
    const line = before === undefined ? lastLine(error) : before + toText(error);
    const reply = toReply(error, line);
    if (reply !== null) finish(reply, error, socket);
    else if (before === undefined) setTimeout(() => finish(malformed(), error, socket), timeoutMs).unref();
    begun.set(socket, line);
  };

  function finish(reply: Reply, error: ClientError, socket: Duplex): void {
    if (refused.has(socket)) return;
    refused.add(socket);
    const shared = share(reply, 'GET', (name) => (name === 'origin' ? findOrigin(error) : undefined));
    run(socket, async () => refuse(await shared, socket));
  }
}

/** Null where it depends on the rest of the request line. */
function toReply({ code, reason = '' }: ClientError, line: string): Reply | null {
  if (code === 'HPE_INVALID_METHOD') return refuseLine(line);
  if (code === 'HPE_INVALID_CONSTANT' && reason.startsWith('Invalid method')) return refuseMethod('');
  const isOtherVersion = code === 'HPE_INVALID_VERSION' && /^(?:Invalid HTTP version|Expected dot)/.test(reason);
  if (isOtherVersion || code === 'HPE_PAUSED_H2_UPGRADE') return refuseVersion();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem(408, 'The request did not arrive in time.');
  if (code === 'HPE_HEADER_OVERFLOW') {
    return problem(431, longFields);
  }
  return malformed();
}

/** RFC 9112 section 3. */
const requestLine = /^[!#$%&'*+.^`|~\w-]+ [!-~]+ HTTP\/\d\.\d\r\n/;

const beginningOfOne = /^[!#$%&'*+.^`|~\w-]+(?: (?:[!-~]+(?: [HTP/\d.]*\r?)?)?)?$/;

/** A request line whose method Node's parser does not know: 501 if nothing else is wrong with it. */
function refuseLine(line: string): Reply | null {
  if (requestLine.test(line)) return refuseMethod('');
  return line.length < 8192 && beginningOfOne.test(line) ? null : malformed();
}

function malformed(): Reply {
  return problem(400, 'This is not a valid HTTP request.');
}

function findOrigin(error: ClientError): string | undefined {
  const [origin, another] = Array.from(
    toText(error).matchAll(/^origin:[ \t]*(?:(\S+)[ \t]*)?\r$/gim),
    ([, value]) => value,
  );
  return another === undefined ? origin : undefined;
}

/** The text from the beginning of the line with the error. */
function lastLine(error: ClientError): string {
  const text = toText(error);
  return text.slice(text.lastIndexOf('\n', (error.bytesParsed ?? 0) - 1) + 1);
}

function toText({ rawPacket }: ClientError): string {
  return rawPacket?.toString('latin1') ?? '';
}
