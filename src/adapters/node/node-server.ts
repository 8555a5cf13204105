import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHeader } from '../../core/reply.ts';
import type { StoreCounts } from '../../core/storage.ts';
import type { AdapterService, ServiceOptions } from '../../service.ts';
import type { BlockCache, BlockStorage } from '../../storage/block-cache.ts';
import type { FollowRelease, Source } from './source.ts';

export interface NodeServerOptions extends Omit<ServiceOptions, 'onError'> {
  /** The folder that `galley build` wrote: open files, and the release under `api/v1`; or what a `storeSource` reads. */
  out: string | Source;
  /** The same of what `galley build --drafts` wrote, which keys of drafts read; they read nothing by default. */
  drafts?: string | Source | undefined;
  /** Called with every response, and with every error of the server itself. */
  log?: (entry: LogEntry) => void;
  /** Bytes of memory for blocks of page files; 24 MiB by default. */
  cacheBytes?: number;
  /** Keeps blocks of page files that it reads by `storage`; a `blockCache` of `cacheBytes` by default. */
  cache?: (storage: BlockStorage) => BlockCache;
  /** Seconds for which a connection stays open that nothing is asked on; 65 by default. */
  keepAlive?: number;
  /** Whether Galley reads plain requests itself (`fast-path/`); true by default. The responses are the same. */
  fastPath?: boolean;
  /** Decides which release is served; by default the one that the pointer of `out` names. */
  follow?: FollowRelease;
  /**
   * For how many seconds nginx may keep a response (`X-Accel-Expires`), which must then check the key itself; not at
   * all by default, nor with `rateLimit`.
   */
  nginxCache?: { seconds: number };
  /** Requests are counted together with all other workers of a primary that called `leadWorkers`. */
  isWorker?: boolean;
  /** Networks of proxies, such as `10.0.0.0/8`, whose `X-Forwarded-For` names clients in the log; none are named by default. */
  trustProxy?: readonly string[];
  /** Handles a request by itself and returns true, or leaves it alone and returns false; called before anything else. */
  handleFirst?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface NodeServer {
  /** Not yet listening. */
  server: Server;
  /** Activates a new release now, which is otherwise noticed within half a second, and checks whether damaged files are whole. */
  refresh(): Promise<void>;
  state(): Promise<ServerState>;
  /**
   * Goes on to respond for some seconds, while `/healthz` is 503 and each response ends its connection: so clients and
   * load balancers go elsewhere before `close`.
   */
  drain(seconds: number): Promise<void>;
  /** Finishes the responses under way, then stops. */
  close(): Promise<void>;
}

/** What is done with every request, whether `node:http` read it or not. */
export interface ServerContext {
  service: AdapterService;
  cache: BlockCache;
  /** `started` as `performance.now()` had it; `bytes` of the body. */
  logResponse(
    method: string,
    target: string,
    status: number,
    bytes: number,
    started: number,
    key: string | null,
    socket: Socket,
    header: RequestHeader,
  ): void;
  /** From then on connections end with their response. */
  isClosing(): boolean;
}

/** What the log says in place of the target of a request that a key of drafts was shown for. */
export const draftTarget = '/api/v1/(drafts)';

/** What a server has at this moment. */
export interface ServerState {
  /** Its id; null before there is one. */
  release: string | null;
  /** In all, and those that are published. */
  articles: number;
  published: number;
  /** Blocks of page files that were in memory when they were asked for, and those that were not. */
  cacheHits: number;
  cacheMisses: number;
  /** Whether `/healthz` says so. */
  degraded: boolean;
  /** Seconds since the release was published; null where that is unknown. */
  releaseAge: number | null;
  /** Null where a folder is served. */
  store: StoreCounts | null;
}

/** `bytes` are those of the body. */
export type LogEntry =
  | {
      event: 'response';
      method: string;
      target: string;
      status: number;
      bytes: number;
      milliseconds: number;
      key: string | null;
      /** The trace of `traceparent`, or `X-Request-Id`; not there where a request has none. */
      request?: string;
      /** The address of the client; only with `trustProxy`. */
      client?: string;
    }
  | { event: 'release'; release: string; articles: number; site: string }
  | { event: 'error'; error: unknown };
