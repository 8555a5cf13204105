import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../../core/problem.ts';
import { allow, refuseMethod } from '../../core/refuse-method.ts';
import { options, type Reply } from '../../core/reply.ts';
import { allowEveryOrigin } from './allow-every-origin.ts';
import type { PublicMedia } from './public-media.ts';
import type { PublicPages } from './public-pages.ts';

/**
 * Answers what needs no key: whatever is not under `/api`. 'sent' where it has sent the answer itself; it then
 * calls `onSize` with the bytes of the body.
 */
export type AnswerPublic = (
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  onSize: (size: number) => void,
) => Promise<Reply | 'sent'>;

export function publicFiles(page: PublicPages, media: PublicMedia, health: () => Reply): AnswerPublic {
  return async (request, response, pathname, onSize) => {
    const { method = 'GET' } = request;
    allowEveryOrigin(response, method, pathname);
    if (method === 'OPTIONS') return options(allow);
    if (method !== 'GET' && method !== 'HEAD') return refuseMethod(method);
    if (pathname === '/healthz') return health();
    return (
      (await page(pathname, (name) => request.headers[name]?.toString())) ??
      (await media.answer(request, response, pathname, onSize)) ??
      problem(404, 'There is nothing at this address.')
    );
  };
}
