import type { Awaitable } from '../../core/awaitable.ts';
import { problem } from '../../core/problem.ts';
import type { Reply, RequestHeader } from '../../core/reply.ts';
import { respond, type Service, type ServiceResponse, toAnyone } from '../../core/respond.ts';
import { toErrorReply } from '../../to-error-reply.ts';
import { sha256 } from './keys/new-key.ts';
import { maskKeys } from './mask-keys.ts';
import type { LogEntry, NodeServerOptions } from './node-server.ts';
import { outOfFiles } from './out-of-files.ts';

/** What answers depend on, beside the request and the keys of the moment. */
type ServiceOptions = Pick<Service, 'release' | 'kept' | 'limiter' | 'nginxCache' | 'crossOrigin'> &
  Pick<NodeServerOptions, 'keys'>;

/** What a server does with every request, whether `node:http` read it or not. */
export interface ServerContext {
  /** Answers what is under `/api`. */
  ask(method: string, target: string, header: RequestHeader): Awaitable<ServiceResponse>;
  /** An answer that depends on nothing in the request but its origin. */
  share(reply: Reply, method: string, header: RequestHeader): ServiceResponse;
  /** Logs an error, and gives the reply that says no more than it must. */
  toFailure(error: unknown, method: string, header: RequestHeader): ServiceResponse;
  /** `started` as `performance.now()` had it; `bytes` of the body. */
  logAnswer(method: string, target: string, status: number, bytes: number, started: number, key: string | null): void;
  /** From then on connections end with their answer. */
  isClosing(): boolean;
}

export function createServerContext(
  { release, kept, keys, limiter, nginxCache, crossOrigin }: ServiceOptions,
  log: (entry: LogEntry) => void,
  onFault: (error: unknown) => void,
  isClosing: () => boolean,
): ServerContext {
  return { ask, share, toFailure, logAnswer, isClosing };

  function ask(method: string, target: string, header: RequestHeader): Awaitable<ServiceResponse> {
    const service: Service = { release, kept, keys: keys(), sha256, limiter, nginxCache, crossOrigin };
    return respond({ method, target, header, now: Math.floor(Date.now() / 1000) }, service);
  }

  function share(reply: Reply, method: string, header: RequestHeader): ServiceResponse {
    return toAnyone(crossOrigin?.share(reply, method, header) ?? reply);
  }

  function toFailure(error: unknown, method: string, header: RequestHeader): ServiceResponse {
    onFault(error);
    return share(outOfFiles(error) === null ? toErrorReply(error) : busy(), method, header);
  }

  function logAnswer(
    method: string,
    target: string,
    status: number,
    bytes: number,
    started: number,
    key: string | null,
  ): void {
    const milliseconds = performance.now() - started;
    log({ event: 'answer', method, target: maskKeys(target), status, bytes, milliseconds, key });
  }
}

/** The 503 of a server that can do no more at this moment. */
function busy(): Reply {
  const detail = 'The server is too busy to answer at this moment. Try again in a few seconds.';
  return problem(503, detail, { 'Retry-After': '5' });
}

/** Bytes of a body. */
export function sizeOf({ headers }: Reply): number {
  return Number(headers['Content-Length'] ?? 0);
}
