import { type Answer, answer, type RequestFacts, type Service, toAnyone } from '../core/answer.ts';
import type { Awaitable } from '../core/awaitable.ts';
import type { CrossOrigin } from '../core/cross-origin.ts';
import type { Limiter } from '../core/rate-limit.ts';
import type { Reply } from '../core/reply.ts';
import { toErrorReply } from '../to-error-reply.ts';
import type { FollowedRelease } from './follow-release.ts';
import { sha256 } from './keys/new-key.ts';
import { maskKeys } from './mask-keys.ts';
import type { LogEntry, NodeServerOptions } from './node-server.ts';

type Header = RequestFacts['header'];

/** What a server does with every request, whether `node:http` read it or not. */
export interface ServerContext {
  /** Answers what is under `/api`. */
  ask(method: string, target: string, header: Header): Awaitable<Answer>;
  /** A reply that was made without a look at the request, for whoever asks. */
  share(reply: Reply, method: string, header: Header): Answer;
  /** Logs an error, and gives the reply that says no more than it must. */
  toFailure(error: unknown, method: string, header: Header): Answer;
  /** `started` as `performance.now()` had it; `bytes` of the body. */
  logAnswer(method: string, target: string, status: number, bytes: number, started: number, key: string | null): void;
  isClosing(): boolean;
  /** From now on connections end with their answer. */
  startClosing(): void;
}

export function createServerContext(
  options: Pick<NodeServerOptions, 'keys'>,
  release: FollowedRelease,
  log: (entry: LogEntry) => void,
  crossOrigin: CrossOrigin | undefined,
  limiter: Limiter | undefined,
): ServerContext {
  let closing = false;
  return {
    ask,
    share,
    toFailure,
    logAnswer,
    isClosing: () => closing,
    startClosing() {
      closing = true;
    },
  };

  function ask(method: string, target: string, header: Header): Awaitable<Answer> {
    const service: Service = { release: release.current, keys: options.keys(), sha256, limiter, crossOrigin };
    return answer({ method, target, header, now: Math.floor(Date.now() / 1000) }, service);
  }

  function share(reply: Reply, method: string, header: Header): Answer {
    return toAnyone(crossOrigin?.share(reply, method, header) ?? reply);
  }

  function toFailure(error: unknown, method: string, header: Header): Answer {
    log({ event: 'fault', error });
    return share(toErrorReply(error), method, header);
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

/** Bytes of a body. */
export function sizeOf({ headers }: Reply): number {
  return Number(headers['Content-Length'] ?? 0);
}
