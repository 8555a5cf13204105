import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Body } from '../core/body.ts';
import { isOfDrafts } from '../core/keys.ts';
import { nginxCache } from '../core/nginx-cache.ts';
import { problem, toErrorReply } from '../core/problem.ts';
import type { Reply } from '../core/reply.ts';
import { createService } from '../service.ts';
import { blockCache } from '../storage/block-cache.ts';
import { compressBodies } from '../storage/compress-bodies.ts';
import { readWhole } from '../storage/read-body.ts';
import { clientAddress, requestId } from './node/client-address.ts';
import { diskSource } from './node/disk/disk-source.ts';
import { plainConnections } from './node/fast-path/plain-connections.ts';
import { respondToPlain } from './node/fast-path/plain-response.ts';
import { handleNodeRequests } from './node/http/handle-requests.ts';
import { createHttpServer, oneAtATime } from './node/http/http-server.ts';
import { inFlight } from './node/http/in-flight.ts';
import { sha256 } from './node/keys/new-key.ts';
import { maskKeys } from './node/mask-keys.ts';
import { nodeGzip } from './node/node-gzip.ts';
import {
  draftTarget,
  type NodeServer,
  type NodeServerOptions,
  type ServerContext,
  type ServerState,
} from './node/node-server.ts';
import { openDrafts, openSource } from './node/open-source.ts';
import { outOfFiles } from './node/out-of-files.ts';

export type { LogEntry, NodeServer, NodeServerOptions, ServerState } from './node/node-server.ts';
export type { Source } from './node/source.ts';
export { type StoreSourceOptions, storeSource } from './node/store/store-source.ts';

/** The adapter for Node: `node:http`. */
export async function createNodeServer(options: NodeServerOptions): Promise<NodeServer> {
  const { out, log = () => {}, fastPath = true, handleFirst = () => false } = options;
  const toClient = options.trustProxy && clientAddress(options.trustProxy);
  const source = typeof out === 'string' ? diskSource(out) : out;
  const cache = options.cache?.(source.release) ?? blockCache(source.release, options.cacheBytes);
  const onError = (error: unknown): void => log({ event: 'error', error });
  const opened = await openSource(source, {
    ...options,
    onRelease: ({ id, total, site }) => log({ event: 'release', release: id, articles: total, site }),
    onError,
  });
  const drafts = options.drafts ? await openDrafts(options.drafts, onError) : null;
  const { release, parts, published } = opened;
  const nginx = options.nginxCache && nginxCache(options.nginxCache.seconds);
  let hasToClose = false;
  const isClosing = (): boolean => hasToClose;
  const compress = compressBodies({ sourceOf: () => cache, gzip: nodeGzip, budget: options.compressedBytes });
  const service = createService({
    ...options,
    ...parts,
    drafts: drafts?.parts,
    compress,
    read: (body: Body) => readWhole(body, cache),
    nginxCache: nginx,
    isClosing,
    toErrorReply: replyTo,
  });
  const responses = inFlight();
  const context: ServerContext = { service, cache, logResponse, isClosing };
  const handle = handleNodeRequests(context, responses, source);
  const queue = oneAtATime();
  const server = createHttpServer(takeRequest, queue, service.share, options.keepAlive);
  const closePlain = fastPath ? plainConnections(server, responses, respondToPlain(context)) : null;
  return { server, refresh, state, drain, close };

  function takeRequest(request: IncomingMessage, response: ServerResponse): void {
    if (handleFirst(request, response)) return;
    queue.run(request.socket, async () => {
      // Its last byte is handed over, or the connection is gone.
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      await handle(request, response).catch(() => response.destroy());
      await closed;
    });
  }

  function logResponse(
    ...[method, target, status, bytes, started, key, socket, header]: Parameters<ServerContext['logResponse']>
  ): void {
    if (options.log === undefined) return;
    const milliseconds = performance.now() - started;
    const isDraft = key === null && isOfDrafts(header('x-api-key'), options.keys(), sha256);
    const id = requestId(header);
    const client = toClient?.(socket.remoteAddress, header);
    log({
      event: 'response',
      method,
      target: isDraft ? draftTarget : maskKeys(target),
      status,
      bytes,
      milliseconds,
      key,
      ...(id !== undefined && { request: maskKeys(id) }),
      ...(client !== undefined && { client }),
    });
  }

  async function refresh(): Promise<void> {
    await opened.check();
    await drafts?.check();
  }

  async function state(): Promise<ServerState> {
    const current = release.current();
    const { hits: cacheHits, misses: cacheMisses } = cache.counts();
    const { clock } = parts.storage;
    const now = (clock?.now() ?? Date.now()) / 1000;
    const releaseAge = Number.isFinite(published()) ? now - published() : null;
    return {
      release: current?.id ?? null,
      articles: current?.total ?? 0,
      cacheHits,
      cacheMisses,
      releaseAge,
      published: (await current?.publishedCount(Math.floor(now))) ?? 0,
      degraded: parts.health().length > 0 || (clock?.problem() ?? null) !== null,
      store: clock?.counts() ?? null,
    };
  }

  async function drain(seconds: number): Promise<void> {
    hasToClose = true;
    await setTimeout(seconds * 1000);
  }

  async function close(): Promise<void> {
    hasToClose = true;
    opened.stop();
    drafts?.stop();
    // `http.Server.close` would at once cut connections whose response is written but not yet sent.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    // Responses that were made in this turn of the event loop are written at its end.
    await setImmediate();
    await responses.drain();
    // Not only those that Node calls idle: one that never asked, or asked by half, would keep the process.
    server.closeAllConnections();
    closePlain?.();
    // Stops the timer that looks for slow connections.
    server.close();
    await closed;
    source.close();
    drafts?.source.close();
  }
}

/** The reply to a request that failed: 503 where the server can do no more at this moment. */
function replyTo(error: unknown): Reply {
  if (outOfFiles(error) === null) return toErrorReply(error);
  const detail = 'The server is too busy at this moment. Try again in a few seconds.';
  return problem(503, detail, { 'Retry-After': '5' });
}
