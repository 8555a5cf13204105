import type { IncomingMessage, ServerResponse } from 'node:http';
import { sizeOf } from '../../../service.ts';
import { draftTarget, type ServerContext } from '../node-server.ts';
import type { Source } from '../source.ts';
import type { InFlight } from './in-flight.ts';
import { checkMessage, closeGently } from './refuse.ts';
import { send, sendAsset } from './send.ts';

/** Responds to requests that `node:http` has read; `source` has the assets. The promise resolves once the response is written. */
export function handleNodeRequests(
  { service, cache, logResponse, isClosing }: ServerContext,
  responses: InFlight,
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
    let shown = target;
    let bytes = 0;
    const one = responses.begin(request.socket);
    const expect = (size: number): void => {
      if (method !== 'HEAD') bytes = size;
      one.expect(size);
    };
    response.once('close', one.end);
    try {
      const { reply, keyName, fields, asset, isDraft } = await service.respond(method, target, header, refusal);
      key = keyName;
      if (isDraft) shown = draftTarget;
      expect(sizeOf(reply));
      if (asset) await sendAsset(response, reply, asset, source, fields);
      else await send(response, reply, cache, fields);
    } catch (error) {
      const { reply, fields } = service.fail(error, method, target, header);
      if (response.headersSent) response.destroy();
      else {
        expect(sizeOf(reply));
        await send(response, reply, cache, fields);
      }
    }
    logResponse(method, shown, response.statusCode, bytes, started, key, request.socket, header);
  };
}

/** The path and query of a target in absolute form, which every server must accept (RFC 9112 section 3.2.2). */
function toOriginForm(target: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Whether bytes that are no request may follow the header fields: a body, or another protocol. Neither is ever read. */
function hasMore({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, upgrade } = headers;
  return length !== '0' || coding !== undefined || upgrade !== undefined;
}
