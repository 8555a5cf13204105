import type { IncomingMessage, ServerResponse } from 'node:http';
import { everyOriginFields } from '../../../core/cross-origin.ts';
import type { RequestHeader } from '../../../core/reply.ts';
import { maxTarget, type ServiceResponse, toAnyone } from '../../../core/respond.ts';
import { isOfApi } from '../../../core/route.ts';
import type { RespondPublic } from '../../../public-files/public-files.ts';
import type { AssetPart } from '../../../public-files/read-asset.ts';
import type { BlockCache } from '../../../storage/block-cache.ts';
import { type ServerContext, sizeOf } from '../server-context.ts';
import type { Source } from '../source.ts';
import { checkMessage } from './check-message.ts';
import { closeGently } from './close-gently.ts';
import type { InFlight } from './in-flight.ts';
import { toOriginForm } from './origin-form.ts';
import { send } from './send.ts';
import { sendMedium } from './send-medium.ts';

/** `file` is the body where it is a medium, or a part of one. */
interface Found extends ServiceResponse {
  file?: AssetPart;
}

/** Answers requests that `node:http` has read; `source` has the media. The promise resolves once the answer is written. */
export function handleRequests(
  { ask, share, toFailure, logAnswer, isClosing }: ServerContext,
  answerPublic: RespondPublic,
  inFlightAnswers: InFlight,
  cache: BlockCache,
  source: Source,
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
      const found: Found =
        refusal === null ? await route(response, method, target, header) : share(refusal, method, header);
      const { reply, keyName, fields } = found;
      key = keyName;
      expect(sizeOf(reply));
      if (found.file !== undefined) await sendMedium(response, reply, found.file, source);
      else await send(response, method === 'HEAD' ? { ...reply, body: [] } : reply, cache, fields);
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

  async function route(
    response: ServerResponse,
    method: string,
    target: string,
    header: RequestHeader,
  ): Promise<Found> {
    const pathname = target.split(/[?#]/, 1)[0] ?? '/';
    if (isOfApi(pathname) || target.length > maxTarget) {
      return ask(method, target, header);
    }
    // On errors, too.
    for (const [name, value] of Object.entries(everyOriginFields(method, pathname))) response.setHeader(name, value);
    const { reply, file } = await answerPublic(method, pathname, header);
    return file === null ? toAnyone(reply) : { ...toAnyone(reply), file };
  }
}

/**
 * Whether bytes that are no request may follow the header fields: a body, or another protocol. Neither is ever read.
 */
function hasMore({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, upgrade } = headers;
  return length !== '0' || coding !== undefined || upgrade !== undefined;
}
