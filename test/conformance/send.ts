import { connect, type Socket } from 'node:net';
import { parseAnswers } from './parse-answers.ts';

/** An answer as it came: nothing decoded, nothing joined. */
export interface Answered {
  status: number;
  /** Names in lower case, in the order of the answer. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Without the framing of chunks. */
  body: Buffer;
}

/** Bytes for one connection. */
export interface Message {
  /** Each is written by itself. */
  pieces: readonly Buffer[];
  /** Of the requests in it, in order: an answer to HEAD has no body. */
  methods: readonly string[];
  /** Answers to wait for. 0 where the request is cut off: then the sending side is closed. */
  answers: number;
  /** Whether nothing is asked behind it: for plain requests, whose answer has a body of a known length. */
  isAlone?: boolean;
  /** The body of a request that expects a 100: sent once anything is answered, or after a second. */
  onContinue?: Buffer;
}

export interface Exchange {
  answers: readonly Answered[];
  /** Bytes behind them that are no answer. */
  rest: Buffer;
}

/** Sent behind the answers that are waited for: what comes before its answer answers something else. */
const probe = 'OPTIONS /api/v1/articles HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n';

/**
 * Milliseconds without a byte until a connection without an end is an error: of a whole request; of one that is cut off, which may be
 * waited for; of one that is known to get no answer.
 */
const patience = { whole: 20_000, cutOff: 5000, silent: 2000 };

/** Milliseconds after which a body is sent though no 100 came, as curl does. */
const waitForContinue = 1000;

/**
 * Sends bytes as they are over a connection of their own, and gives all answers: after those that are waited for, it asks
 * once more, unless told otherwise, so that an answer too many cannot hide. Rejects where the answers do not come in time, which is
 * short where `isSilent`.
 */
export async function send(address: string, message: Message, isSilent = false): Promise<Exchange> {
  const { pieces, methods, answers, onContinue, isAlone = false } = message;
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
    socket.setTimeout(isSilent ? patience.silent : answers === 0 ? patience.cutOff : patience.whole, () => {
      reject(
        new Error(`${parseAnswers(got, asked, false).answers.length} of ${answers} answers came, and no end: ${got}`),
      );
      socket.destroy();
    });
    socket.on('data', (piece) => {
      got = Buffer.concat([got, piece]);
      sendBody();
      const found = parseAnswers(got, asked, false);
      // Another protocol: no answer comes any more, whatever is waited for.
      if (!isBeginning(found.rest)) socket.destroy();
      else if (!isProbed && answers > 0 && found.answers.length >= answers) {
        if (isAlone) socket.destroy();
        // Some sides take what follows for a tunnel, and read until its end.
        else if (methods.at(-1) === 'CONNECT') socket.end(probe);
        else socket.write(probe);
        isProbed = !isAlone;
      }
      // All is here: some sides leave a connection open that they said they would close.
      if (isProbed && isProbeAnswered(got, asked, answers)) socket.destroy();
    });
    // Of a side that closes while more is sent to it.
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
  await write(socket, pieces);
  const timer = setTimeout(sendBody, waitForContinue);
  if (answers === 0) socket.end();
  await closed.finally(() => clearTimeout(timer));
  const found = parseAnswers(got, asked, true);
  const isLastOfProbe = isProbed && found.answers.length > answers && found.answers.at(-1)?.status === 204;
  return isLastOfProbe ? { ...found, answers: found.answers.slice(0, -1) } : found;
}

/** Whether bytes may be the beginning of an answer. */
function isBeginning(rest: Buffer): boolean {
  const line = 'HTTP/1.';
  return line.startsWith(rest.toString('latin1', 0, line.length));
}

function isProbeAnswered(got: Buffer, asked: readonly string[], answers: number): boolean {
  const found = parseAnswers(got, asked, false).answers;
  return found.length > answers && found.at(-1)?.status === 204;
}

async function write(socket: Socket, pieces: readonly Buffer[]): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.write(piece);
  }
}
