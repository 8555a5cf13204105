import type { Awaitable } from '../../core/awaitable.ts';
import type { Release } from '../../core/release.ts';
import type { RequestHeader } from '../../core/reply.ts';
import type { Storage } from '../../core/storage.ts';
import type { ReaderOptions } from '../../reader-settings.ts';
import type { ServiceOptions } from '../../service.ts';
import type { RangeSource } from '../../storage/range-source.ts';

/** What responses depend on, on every platform that reads its files by a `Storage`. */
export interface HandlerOptions extends ServiceOptions, Pick<ReaderOptions, 'limiter'> {
  /** Reads the folder that `galley build` wrote: open files, and the release below `api/v1`. */
  storage: Storage;
  /** Reads the folder that `galley build --drafts` wrote, for keys of drafts; they read nothing by default. */
  drafts?: Storage | undefined;
  /** Called with errors of that release, without names of files; `onError` by default. */
  onDraftsError?: ((error: unknown) => void) | undefined;
  /**
   * The release that is served at `now` (seconds), or null before there is one.
   * By default the one that `release.json` names, which is read again where the last reading is 5 seconds old.
   */
  release?: (now: number) => Awaitable<Release | null>;
  /** Keeps blocks of page files in memory, by their paths below `api/v1`; by default each body is read again. Streams do not use it. */
  cache?: RangeSource;
  /**
   * Bytes of the longest body that is read whole before it is sent, since a stream costs a short response more than its
   * reading; 256 KiB by default. Some platforms, Bun among them, send a stream without `Content-Length`.
   */
  streamAbove?: number;
  /**
   * The bytes of a file from `start` up to but not including `end` as a body that the platform sends by itself, with
   * its `Content-Length`; for assets of more than 256 KiB, which are a stream by default.
   */
  sendFile?: (path: string, start: number, end: number) => Blob | ReadableStream<Uint8Array>;
  /** Checks an asset before its first bytes are sent: throws `DamagedFile` or `MissingFile`. By default it is checked as it is sent. */
  verify?: (path: string) => Promise<void>;
  /** Lower-case hexadecimal SHA-256 of bytes, or of the UTF-8 of a text; by Web Crypto by default. */
  sha256?: (content: string | Uint8Array) => Awaitable<string>;
  /** Makes a gzip member of bytes; by `CompressionStream` by default. */
  gzip?: (bytes: Uint8Array) => Awaitable<Uint8Array>;
}

export interface FetchHandlerOptions extends HandlerOptions {
  /** The fields of a request, where the platform changes what the client sent; those of `request.headers` by default. */
  toHeader?: (request: Request) => RequestHeader;
  /**
   * Makes a response; by `new Response(body, init)` by default. `Content-Length` in `headers` is that of the body, or
   * of what HEAD asks for.
   */
  toResponse?: (body: WebBody | null, init: WebInit) => Response;
}

/** All of a response but its body. */
export interface WebInit {
  status: number;
  statusText: string;
  headers: Record<string, string>;
}

/** As many bytes as `Content-Length` says. */
export type WebBody = Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;

/** A response as a platform sends it. */
export interface PlatformResponse {
  status: number;
  headers: Record<string, string>;
  /** Null for none. A stream breaks off where the rest cannot be read. */
  body: WebBody | null;
}
