import { connect, type Socket } from 'node:net';
import { parseResponses } from './parse-responses.ts';

/** A response as it came: nothing decoded, nothing joined. */
export interface ReceivedResponse {
  status: number;
  /** Names in lower case, in the order of the response. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Without the framing of chunks. */
  body: Buffer;
}

/** Bytes for one connection. */
export interface Message {
  /** Each is written by itself. */
  chunks: readonly Buffer[];
  /** Of the requests in it, in order: a response to HEAD has no body. */
  methods: readonly string[];
  /** Responses to wait for. 0 where the request is cut off: then the sending side is closed. */
  responses: number;
  /** Whether nothing is asked behind it: for plain requests, whose response has a body of a known length. */
  isAlone?: boolean;
  /** The body of a request that expects a 100: sent once anything is answered, or after a second. */
  onContinue?: Buffer;
}

export interface Exchange {
  responses: readonly ReceivedResponse[];
  /** Bytes behind them that are no response. */
  rest: Buffer;
}

/** Sent behind the last request: what comes before its response is the response to something else. */
const probe = 'OPTIONS /api/v1/articles HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n';

/**
 * Milliseconds without a byte until a connection without an end is an error: of a whole request; of one that is cut off, which may be
 * waited for; of one that is known to get no response.
 */
const timeoutMs = { whole: 20_000, cutOff: 5000, silent: 2000 };

/** Milliseconds after which a body is sent though no 100 came, as curl does. */
const waitForContinue = 1000;

/**
 * Sends bytes as they are over a connection of their own, and gives all responses: after those that are waited for, it asks
 * once more, unless `isAlone`, so that a response too many cannot hide. Rejects where the responses do not come in time, which is
 * short where `isSilent`.
 */
export async function send(address: string, message: Message, isSilent = false): Promise<Exchange> {
  const { chunks, methods, responses, onContinue, isAlone = false } = message;
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let got = Buffer.alloc(0);
  let isProbed = false;
  let body = onContinue;
  const sendBody = (): void => {
    if (body !== undefined) socket.write(body);
    body = undefined;
  };
  const asked = [...methods, 'OPTIONS'];
  const closed = new Promise<void>((resolve, reject) => {
    socket.setTimeout(isSilent ? timeoutMs.silent : responses === 0 ? timeoutMs.cutOff : timeoutMs.whole, () => {
      reject(
        new Error(
          `${parseResponses(got, asked, false).responses.length} of ${responses} responses came, and no end: ${got}`,
        ),
      );
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk]);
      sendBody();
      const found = parseResponses(got, asked, false);
      // Another protocol: no response comes any more, whatever is waited for.
      if (!isBeginning(found.rest)) socket.destroy();
      else if (!isProbed && responses > 0 && found.responses.length >= responses) {
        if (isAlone) socket.destroy();
        // Some sides take what follows for a tunnel, and read until its end.
        else if (methods.at(-1) === 'CONNECT') socket.end(probe);
        else socket.write(probe);
        isProbed = !isAlone;
      }
      // All is here: some sides leave a connection open that they said they would close.
      if (isProbed && isProbeAnswered(got, asked, responses)) socket.destroy();
    });
    // Of a side that closes while more is sent to it.
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
  await write(socket, chunks);
  const timer = setTimeout(sendBody, waitForContinue);
  if (responses === 0) socket.end();
  await closed.finally(() => clearTimeout(timer));
  const found = parseResponses(got, asked, true);
  const isLastOfProbe = isProbed && found.responses.length > responses && found.responses.at(-1)?.status === 204;
  return isLastOfProbe ? { ...found, responses: found.responses.slice(0, -1) } : found;
}

/** Whether bytes may be the beginning of a response. */
function isBeginning(rest: Buffer): boolean {
  const line = 'HTTP/1.';
  return line.startsWith(rest.toString('latin1', 0, line.length));
}

function isProbeAnswered(got: Buffer, asked: readonly string[], responses: number): boolean {
  const found = parseResponses(got, asked, false).responses;
  return found.length > responses && found.at(-1)?.status === 204;
}

async function write(socket: Socket, chunks: readonly Buffer[]): Promise<void> {
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.write(chunk);
  }
}
