import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type Answer,
  answer,
  busy,
  failure,
  maxTarget,
  type RequestFacts,
  type Service,
  toAnyone,
  unavailable,
} from './core/answer.ts';
import { type Awaitable, whenReady } from './core/awaitable.ts';
import { crossOrigin } from './core/cross-origin.ts';
import type { Limiter, RateLimit } from './core/rate-limit.ts';
import { MissingFile } from './core/read-json.ts';
import type { Reply } from './core/reply.ts';
import { answerPlainRequests } from './node/answer-plain-requests.ts';
import { answersUnderWay } from './node/answers-under-way.ts';
import { checkMessage } from './node/check-message.ts';
import { closeGently } from './node/close-gently.ts';
import { createHttpServer } from './node/create-http-server.ts';
import { followRelease } from './node/follow-release.ts';
import { health } from './node/health.ts';
import { maskKeys } from './node/mask-keys.ts';
import { sha256 } from './node/new-key.ts';
import type { NodeServer, NodeServerOptions, ServerState } from './node/node-server.ts';
import { openAnswers } from './node/open-answers.ts';
import { openMedia } from './node/open-media.ts';
import { openPages } from './node/open-pages.ts';
import { toOriginForm } from './node/origin-form.ts';
import type { PlainRequest } from './node/plain-request.ts';
import { send } from './node/send.ts';
import { answersInTurn } from './node/turns.ts';
import type { ReadyReply } from './node/write-reply.ts';
import { outOfFiles } from './out-of-files.ts';
import { blockCache } from './readers/block-cache.ts';
import { diskReader } from './readers/disk.ts';
import { readBody } from './readers/read-body.ts';

export type { LogEntry, NodeServer, NodeServerOptions, ServerState } from './node/node-server.ts';

/** The door for Node: `node:http`. */
export async function createNodeServer(options: NodeServerOptions): Promise<NodeServer> {
  const log = options.log ?? (() => {});
  const directory = join(options.out, 'api', 'v1');
  const disk = diskReader(directory);
  const cache = blockCache(disk, options.cacheBytes);
  const underWay = answersUnderWay();
  const media = openMedia(options.out);
  const release = await (options.follow ?? followRelease)(
    directory,
    disk,
    ({ id, total, site }) => {
      media.refresh();
      log({ event: 'release', release: id, articles: total, site });
    },
    (error) => log({ event: 'fault', error }),
  );
  const { answerFirst = () => false, rateLimit, cors = [] } = options;
  const shared = crossOrigin(cors);
  const limiter = rateLimit && (await startLimiter(rateLimit));
  const answerOpen = openAnswers(openPages(options.out), media, () => {
    const own = release.isFaulty() ? ['The newest release cannot be opened; the one before it is served.'] : [];
    return health(release.current(), [...own, ...(options.health?.() ?? [])]);
  });
  const turns = answersInTurn();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (answerFirst(request, response)) return;
    turns.take(request.socket, async () => {
      // Its last byte is handed over, or the connection is gone.
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      await handle(request, response).catch(() => response.destroy());
      await closed;
    });
  };
  const server = createHttpServer(listener, turns, shared);
  const closeOthers = answerPlainRequests(server, underWay, servePlainly);
  let closing = false;
  return { server, refresh: release.look, state, close };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const method = request.method ?? 'GET';
    const target = toOriginForm(request.url ?? '/');
    const header = (name: string): string | undefined => request.headers[name]?.toString();
    const refusal = checkMessage(request);
    if (refusal !== null || hasMore(request)) {
      request.socket.destroySoon = () => closeGently(request.socket);
      response.setHeader('Connection', 'close');
    } else if (closing) {
      response.setHeader('Connection', 'close');
    }
    let key: string | null = null;
    let bytes = 0;
    const one = underWay.begin(request.socket);
    const expect = (size: number): void => {
      if (method !== 'HEAD') bytes = size;
      one.expect(size);
    };
    response.once('close', one.end);
    try {
      const found =
        refusal === null
          ? await route(request, response, method, target, expect)
          : toAnyone(share(refusal, method, header));
      if (found !== null) {
        const { reply, keyName, fields } = found;
        key = keyName;
        expect(sizeOf(reply));
        await send(response, method === 'HEAD' ? { ...reply, body: [] } : reply, cache, fields);
      }
    } catch (error) {
      const fault = toFault(error, method, header);
      if (response.headersSent) response.destroy();
      else {
        expect(sizeOf(fault));
        await send(response, fault, cache);
      }
    }
    log({
      event: 'answer',
      method,
      target: maskKeys(target),
      status: response.statusCode,
      bytes,
      milliseconds: performance.now() - started,
      key,
    });
  }

  /** What to send, or null where it is already under way. */
  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    target: string,
    onSize: (size: number) => void,
  ): Promise<Answer | null> {
    const pathname = target.split(/[?#]/, 1)[0] ?? '/';
    if (pathname === '/api' || pathname.startsWith('/api/') || target.length > maxTarget) {
      return ask(method, target, (name) => request.headers[name]?.toString());
    }
    const reply = await answerOpen(request, response, pathname, onSize);
    return reply === 'sent' ? null : toAnyone(reply);
  }

  /** The same for a request that came plainly; null for one that is to be handed over. */
  function servePlainly({ target, fields }: PlainRequest): Awaitable<ReadyReply> | null {
    if (closing) return null;
    const started = performance.now();
    const header = (name: string): string | undefined => fields[name];
    const finish = ({ reply, keyName, fields: more }: Answer): Awaitable<ReadyReply> =>
      whenReady(readBody(reply.body, cache), ({ pieces, release }) => {
        const milliseconds = performance.now() - started;
        const size = sizeOf(reply);
        log({
          event: 'answer',
          method: 'GET',
          target: maskKeys(target),
          status: reply.status,
          bytes: size,
          milliseconds,
          key: keyName,
        });
        return { reply, fields: more, pieces, size, release };
      });
    const fail = (error: unknown): Awaitable<ReadyReply> => finish(toAnyone(toFault(error, 'GET', header)));
    try {
      const ready = whenReady(ask('GET', target, header), finish);
      return ready instanceof Promise ? ready.catch(fail) : ready;
    } catch (error) {
      return fail(error);
    }
  }

  function ask(method: string, target: string, header: RequestFacts['header']): Awaitable<Answer> {
    const service: Service = {
      release: release.current(),
      keys: options.keys(),
      sha256,
      limiter,
      crossOrigin: shared,
    };
    return answer({ method, target, header, now: Math.floor(Date.now() / 1000) }, service);
  }

  function toFault(error: unknown, method: string, header: RequestFacts['header']): Reply {
    log({ event: 'fault', error });
    const reply = outOfFiles(error) ? busy() : error instanceof MissingFile ? unavailable() : failure();
    return share(reply, method, header);
  }

  function share(reply: Reply, method: string, header: RequestFacts['header']): Reply {
    return shared?.share(reply, method, header) ?? reply;
  }

  async function startLimiter(limit: RateLimit): Promise<Limiter> {
    const { rateLimiter } = await import('./node/rate-limiter.ts');
    return rateLimiter(limit, options.isWorker === true, (error) => log({ event: 'fault', error }));
  }

  async function state(): Promise<ServerState> {
    const current = release.current();
    const { hits: cacheHits, misses: cacheMisses } = cache.counts();
    const due = (await current?.dueCount(Math.floor(Date.now() / 1000))) ?? 0;
    return { release: current?.id ?? null, articles: current?.total ?? 0, due, cacheHits, cacheMisses };
  }

  async function close(): Promise<void> {
    closing = true;
    release.stop();
    // `http.Server.close` would at once cut connections whose answer is written but not yet sent.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    // What was answered in this turn of the event loop is written at its end.
    await setImmediate();
    await underWay.settle();
    // Not only those that Node calls idle: one that never asked, or asked by half, would keep the process.
    server.closeAllConnections();
    closeOthers();
    server.close();
    await closed;
    disk.close();
  }
}

/**
 * Whether there may be more behind the header fields that is no request: a body, which nobody reads, or another
 * protocol, which nobody speaks.
 */
function hasMore({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, upgrade } = headers;
  return length !== '0' || coding !== undefined || upgrade !== undefined;
}

/** Octets of a body. */
function sizeOf({ headers }: Reply): number {
  return Number(headers['Content-Length'] ?? 0);
}
