import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { crossOrigin } from '../core/cross-origin.ts';
import { keptReleases } from '../core/kept-releases.ts';
import { nginxCache } from '../core/nginx-cache.ts';
import { publicFiles } from '../public-files/public-files.ts';
import { blockCache } from '../storage/block-cache.ts';
import { diskSource } from './node/disk/disk-source.ts';
import { answerPlainRequests } from './node/fast-path/answer-plain-requests.ts';
import { handlePlainRequests } from './node/fast-path/handle-plain-requests.ts';
import { followRelease } from './node/follow-release.ts';
import { createHttpServer } from './node/http/create-http-server.ts';
import { handleRequests } from './node/http/handle-requests.ts';
import { inFlight } from './node/http/in-flight.ts';
import { oneAtATime } from './node/http/one-at-a-time.ts';
import { sha256 } from './node/keys/new-key.ts';
import type { NodeServer, NodeServerOptions, ServerState } from './node/node-server.ts';
import { createServerContext } from './node/server-context.ts';
import { watchRelease } from './node/watch-release.ts';

export type { LogEntry, NodeServer, NodeServerOptions, ServerState } from './node/node-server.ts';
export type { Source } from './node/source.ts';
export { type StoreSourceOptions, storeSource } from './node/store/store-source.ts';

/** The door for Node: `node:http`. */
export async function createNodeServer(options: NodeServerOptions): Promise<NodeServer> {
  const { out, keys, log = () => {}, rateLimit, fastPath = true, answerFirst = () => false } = options;
  const source = typeof out === 'string' ? diskSource(out) : out;
  const logFault = (error: unknown): void => log({ event: 'fault', error });
  const damage = watchRelease(source, () => release.current(), logFault, options.isWorker === true);
  const onFault = damage.report;
  const cache = options.cache?.(source.release) ?? blockCache(source.release, options.cacheBytes);
  const release = await (options.follow ?? followRelease)(
    source,
    ({ id, total, site }) => log({ event: 'release', release: id, articles: total, site }),
    // What is wrong with a newer release, `problem` says.
    (error) => onFault(error, false),
  );
  const shared = crossOrigin(options.cors ?? []);
  const limiter =
    rateLimit &&
    (await import('./node/workers/rate-limiter.ts')).rateLimiter(rateLimit, options.isWorker === true, onFault);
  const service = {
    release: release.current,
    kept: keptReleases(source.kept ?? source.release, onFault),
    keys,
    limiter,
    nginxCache: options.nginxCache && nginxCache(options.nginxCache.seconds),
    crossOrigin: shared,
  };
  let isClosing = false;
  const context = createServerContext(service, log, onFault, () => isClosing);
  const answers = inFlight();
  const answerPublic = publicFiles({
    storage: source.folder,
    release: release.current,
    health: findReasons,
    sha256,
    ...(source.verifyMedium && { verify: source.verifyMedium }),
  });
  const handle = handleRequests(context, answerPublic, answers, cache, source);
  const queue = oneAtATime();
  const server = createHttpServer(takeRequest, queue, shared);
  const closeOthers = fastPath ? answerPlainRequests(server, answers, handlePlainRequests(context, cache)) : null;
  return { server, refresh, state, close };

  function takeRequest(request: IncomingMessage, response: ServerResponse): void {
    if (answerFirst(request, response)) return;
    queue.run(request.socket, async () => {
      // Its last byte is handed over, or the connection is gone.
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      await handle(request, response).catch(() => response.destroy());
      await closed;
    });
  }

  async function refresh(): Promise<void> {
    await release.look();
    await damage.look();
  }

  function findReasons(): string[] {
    const problem = release.problem();
    const own = problem === null ? damage.reasons() : [problem, ...damage.reasons()];
    return [...own, ...(options.health?.() ?? [])];
  }

  async function state(): Promise<ServerState> {
    const current = release.current();
    const { hits: cacheHits, misses: cacheMisses } = cache.counts();
    const due = (await current?.dueCount(Math.floor(Date.now() / 1000))) ?? 0;
    return { release: current?.id ?? null, articles: current?.total ?? 0, due, cacheHits, cacheMisses };
  }

  async function close(): Promise<void> {
    isClosing = true;
    release.stop();
    damage.stop();
    // `http.Server.close` would at once cut connections whose answer is written but not yet sent.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    // What was answered in this turn of the event loop is written at its end.
    await setImmediate();
    await answers.drain();
    // Not only those that Node calls idle: one that never asked, or asked by half, would keep the process.
    server.closeAllConnections();
    closeOthers?.();
    // Stops the timer that looks for slow connections.
    server.close();
    await closed;
    source.close();
  }
}
