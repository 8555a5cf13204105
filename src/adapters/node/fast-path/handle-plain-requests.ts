import { type Awaitable, whenReady } from '../../../core/awaitable.ts';
import type { ServiceResponse } from '../../../core/respond.ts';
import type { BlockCache } from '../../../storage/block-cache.ts';
import { readBody } from '../../../storage/read-body.ts';
import { type ServerContext, sizeOf } from '../server-context.ts';
import type { PlainRequest } from './plain-request.ts';
import type { ReadyReply } from './write-reply.ts';

/** Answers a plain request; null for one that `node:http` is to answer. Never throws, never rejects. */
export function handlePlainRequests(
  { ask, toFailure, logAnswer, isClosing }: ServerContext,
  cache: BlockCache,
): (request: PlainRequest) => Awaitable<ReadyReply> | null {
  return ({ target, fields }) => {
    if (isClosing()) return null;
    const started = performance.now();
    const header = (name: string): string | undefined => fields[name];
    const finish = ({ reply, keyName, fields: more }: ServiceResponse): Awaitable<ReadyReply> =>
      whenReady(readBody(reply.body, cache), ({ pieces, release }) => {
        const size = sizeOf(reply);
        logAnswer('GET', target, reply.status, size, started, keyName);
        return { reply, fields: more, pieces, size, release };
      });
    const fail = (error: unknown): Awaitable<ReadyReply> => finish(toFailure(error, 'GET', header));
    try {
      const ready = whenReady(ask('GET', target, header), finish);
      return ready instanceof Promise ? ready.catch(fail) : ready;
    } catch (error) {
      return fail(error);
    }
  };
}
