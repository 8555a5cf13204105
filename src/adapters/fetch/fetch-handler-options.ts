import type { Awaitable } from '../../core/awaitable.ts';
import type { StoredKey } from '../../core/keys.ts';
import type { Limiter } from '../../core/rate-limit.ts';
import type { Release } from '../../core/release.ts';
import type { RequestHeader } from '../../core/reply.ts';
import type { Storage } from '../../core/storage.ts';
import type { RangeSource } from '../../storage/range-source.ts';
import type { WebBody } from './door-answer.ts';

/** What answers depend on, on every platform that reads its files by a `Storage`. */
export interface AnswerOptions {
  /** Reads the folder that `galley build` wrote: open files, and the release below `api/v1`. */
  storage: Storage;
  /** The keys that are accepted at this moment; asked on every request. Give another list where they change, and else the same. */
  keys: () => readonly StoredKey[];
  /**
   * The release that is served at `now` (seconds), or null before there is one; asked for after the key was accepted.
   * Unless given, the one that `release.json` names, which is read again where the last reading is 5 seconds old.
   */
  release?: (now: number) => Awaitable<Release | null>;
  /** Counts the requests of each key; unless given, keys may ask as often as they like. */
  limiter?: Limiter | undefined;
  /** Origins whose pages may read the API, as browsers send them, or `*` for all; none unless given. */
  cors?: readonly string[];
  /** Called with every fault of the server itself. */
  onFault?: (error: unknown) => void;
  /** Sentences for `/healthz` that say what is wrong outside, such as with the keys; nothing secret. Asked on each request. */
  health?: () => readonly string[];
  /** Keeps blocks of page files in memory, by their paths below `api/v1`; unless given, each body is read anew. Streams do not use it. */
  cache?: RangeSource;
  /**
   * Bytes of the longest body that is read whole before it is sent, since a stream costs a short answer more than its
   * reading: 256 KiB unless given. Some platforms, Bun among them, send a stream without `Content-Length`.
   */
  streamAbove?: number;
  /**
   * The bytes of a file from `start` up to but not including `end` as a body that the platform sends by itself, with its
   * `Content-Length`; for media of more than 256 KiB, which are a stream unless given.
   */
  sendFile?: (path: string, start: number, end: number) => Blob | ReadableStream<Uint8Array>;
  /**
   * Looks at a medium before its first bytes are sent: throws `DamagedFile` or `MissingFile`. Unless given, it is checked as it is sent.
   */
  verify?: (path: string) => Promise<void>;
  /** Lower-case hexadecimal SHA-256 of the UTF-8 of a text; by Web Crypto unless given. */
  sha256?: (text: string) => Awaitable<string>;
}

export interface FetchHandlerOptions extends AnswerOptions {
  /** The fields of a request, where the platform changes what the client sent; those of `request.headers` unless given. */
  toHeader?: (request: Request) => RequestHeader;
  /**
   * Makes an answer; by `new Response(body, init)` unless given. `Content-Length` in `headers` is that of the body, or of what HEAD asks
   * for.
   */
  toResponse?: (body: WebBody | null, init: WebInit) => Response;
}

/** All of an answer but its body. */
export interface WebInit {
  status: number;
  statusText: string;
  headers: Record<string, string>;
}
