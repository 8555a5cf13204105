import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { StoredKey } from '../../core/keys.ts';
import type { RateLimit } from '../../core/rate-limit.ts';
import type { BlockCache, BlockStorage } from '../../storage/block-cache.ts';
import type { FollowRelease } from './follow-release.ts';
import type { Source } from './source.ts';

export interface NodeServerOptions {
  /** The folder that `galley build` wrote: open files, and the release under `api/v1`; or what a `storeSource` reads. */
  out: string | Source;
  /** The keys that are accepted at this moment; asked on every request. Give another list where they change, and else the same. */
  keys: () => readonly StoredKey[];
  /** Called with every answer, and with every problem of the server itself. */
  log?: (entry: LogEntry) => void;
  /** Bytes of memory for blocks of page files; 24 MiB unless given. */
  cacheBytes?: number;
  /** Keeps blocks of page files that it reads by `storage`; unless given, a `blockCache` of `cacheBytes`. */
  cache?: (storage: BlockStorage) => BlockCache;
  /** Whether Galley reads plain requests itself (`fast-path/`); unless given it does. The answers are the same. */
  fastPath?: boolean;
  /** Says which release is served; the one that the pointer of `out` names unless given. */
  follow?: FollowRelease;
  /** How often each key may ask; as often as it likes unless given. */
  rateLimit?: RateLimit;
  /**
   * For how many seconds nginx may keep an answer (`X-Accel-Expires`), which must then check the key itself; not at all
   * unless given, nor with `rateLimit`.
   */
  nginxCache?: { seconds: number };
  /** Requests are counted together with all other workers of a primary that called `leadWorkers`. */
  isWorker?: boolean;
  /** Origins whose pages may read the API, as browsers send them, or `*` for all; none unless given. */
  cors?: readonly string[];
  /** Sentences for `/healthz` that say what is wrong outside, such as with the keys; nothing secret. Asked on each request. */
  health?: () => readonly string[];
  /** Answers a request by itself and says true, or leaves it alone and says false; asked before anything else. */
  answerFirst?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface NodeServer {
  /** Not yet listening. */
  server: Server;
  /** Takes up a new release now, which is otherwise noticed within half a second, and looks whether damaged files are whole. */
  refresh(): Promise<void>;
  state(): Promise<ServerState>;
  /** Finishes the answers under way, then stops. */
  close(): Promise<void>;
}

/** What a server has at this moment. */
export interface ServerState {
  /** Its id; null before there is one. */
  release: string | null;
  /** In all, and those that are due. */
  articles: number;
  due: number;
  /** Blocks of page files that were in memory when they were asked for, and those that were not. */
  cacheHits: number;
  cacheMisses: number;
}

/** `bytes` are those of the body. */
export type LogEntry =
  | {
      event: 'answer';
      method: string;
      target: string;
      status: number;
      bytes: number;
      milliseconds: number;
      key: string | null;
    }
  | { event: 'release'; release: string; articles: number; site: string }
  | { event: 'fault'; error: unknown };
