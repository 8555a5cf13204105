import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, maxTarget, toAnyone } from '../../core/answer.ts';
import type { RequestHeader } from '../../core/reply.ts';
import type { BlockCache } from '../../readers/block-cache.ts';
import type { AnswerPublic } from '../public-files/public-files.ts';
import { type ServerContext, sizeOf } from '../server-context.ts';
import { checkMessage } from './check-message.ts';
import { closeGently } from './close-gently.ts';
import type { InFlight } from './in-flight.ts';
import { toOriginForm } from './origin-form.ts';
import { send } from './send.ts';

/** Answers requests that `node:http` has read. The promise resolves once the answer is written. */
export function handleRequests(
  { ask, share, toFailure, logAnswer, isClosing }: ServerContext,
  answerPublic: AnswerPublic,
  inFlightAnswers: InFlight,
  cache: BlockCache,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const started = performance.now();
    const method = request.method ?? 'GET';
    const target = toOriginForm(request.url ?? '/');
    const header = (name: string): string | undefined => request.headers[name]?.toString();
    const refusal = checkMessage(request);
    if (refusal !== null || hasMore(request)) {
      request.socket.destroySoon = () => closeGently(request.socket);
      response.setHeader('Connection', 'close');
    } else if (isClosing()) {
      response.setHeader('Connection', 'close');
    }
    let key: string | null = null;
    let bytes = 0;
    const one = inFlightAnswers.begin(request.socket);
    const expect = (size: number): void => {
      if (method !== 'HEAD') bytes = size;
      one.expect(size);
    };
    response.once('close', one.end);
    try {
      const found =
        refusal === null
          ? await route(request, response, method, target, header, expect)
          : share(refusal, method, header);
      if (found !== null) {
        const { reply, keyName, fields } = found;
        key = keyName;
        expect(sizeOf(reply));
        await send(response, method === 'HEAD' ? { ...reply, body: [] } : reply, cache, fields);
      }
    } catch (error) {
      const { reply } = toFailure(error, method, header);
      if (response.headersSent) response.destroy();
      else {
        expect(sizeOf(reply));
        await send(response, reply, cache);
      }
    }
    logAnswer(method, target, response.statusCode, bytes, started, key);
  };

  /** What to send, or null where it is sent already. */
  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    target: string,
    header: RequestHeader,
    onSize: (size: number) => void,
  ): Promise<Answer | null> {
    const pathname = target.split(/[?#]/, 1)[0] ?? '/';
    if (pathname === '/api' || pathname.startsWith('/api/') || target.length > maxTarget) {
      return ask(method, target, header);
    }
    const reply = await answerPublic(request, response, pathname, onSize);
    return reply === 'sent' ? null : toAnyone(reply);
  }
}

/**
 * Whether bytes that are no request may follow the header fields: a body, or another protocol. Neither is ever read.
 */
function hasMore({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, upgrade } = headers;
  return length !== '0' || coding !== undefined || upgrade !== undefined;
}
