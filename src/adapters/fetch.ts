import { toReason } from '../core/problem.ts';
import type { RequestHeader } from '../core/reply.ts';
import type { FetchHandlerOptions } from './fetch/fetch-options.ts';
import { handleRequests } from './fetch/handle-requests.ts';

export type { FetchHandlerOptions, WebBody, WebInit } from './fetch/fetch-options.ts';

/** The adapter for every platform with `fetch`. The promise never rejects. */
export function createFetchHandler(options: FetchHandlerOptions): (request: Request) => Promise<Response> {
  const { toHeader = headerOf, toResponse = (body, init) => new Response(body, init) } = options;
  const handle = handleRequests(options);
  return async (request) => {
    const { status, headers, body } = await handle(request.method, toTarget(request.url), toHeader(request));
    return toResponse(body, { status, statusText: toReason(status), headers });
  };
}

function headerOf({ headers }: Request): RequestHeader {
  return (name) => headers.get(name) ?? undefined;
}

/** The path and query of an absolute address; Bun gives a path alone where a request named no host. */
function toTarget(url: string): string {
  return url.startsWith('/') ? url : url.slice(url.indexOf('/', url.indexOf('//') + 2));
}
