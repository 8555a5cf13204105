import { type Answer, answer, toAnyone } from './core/answer.ts';
import type { Awaitable } from './core/awaitable.ts';
import type { Body } from './core/body.ts';
import { crossOrigin } from './core/cross-origin.ts';
import { isHost } from './core/host.ts';
import { keptReleases } from './core/kept-releases.ts';
import type { StoredKey } from './core/keys.ts';
import { problem, toReason } from './core/problem.ts';
import type { Limiter } from './core/rate-limit.ts';
import type { Reader } from './core/reader.ts';
import { isMethod, refuseMethod } from './core/refuse-method.ts';
import type { Release } from './core/release.ts';
import type { Reply, RequestHeader } from './core/reply.ts';
import { followPointer } from './fetch/follow-pointer.ts';
import { readWhole } from './fetch/read-whole.ts';
import { streamBody } from './fetch/stream-body.ts';
import { webSha256 } from './fetch/web-sha256.ts';
import { type RangeSource, readRanges } from './readers/read-ranges.ts';
import { wholeFiles } from './readers/whole-files.ts';
import { toErrorReply } from './to-error-reply.ts';

export interface FetchHandlerOptions {
  /** Reads the files that `galley build` wrote below `api/v1`. */
  reader: Reader;
  /** The keys that are accepted at this moment; asked on every request. */
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
  /** Keeps blocks of page files in memory; unless given, each body is read anew. Streams do not use it. */
  cache?: RangeSource;
  /**
   * Bytes of the longest body that is read whole before it is sent, since a stream costs a short answer more than its
   * reading: 256 KiB unless given. Some platforms, Bun among them, send a stream without `Content-Length`.
   */
  streamAbove?: number;
  /** Lower-case hexadecimal SHA-256 of the UTF-8 of a text; by Web Crypto unless given. */
  sha256?: (text: string) => Awaitable<string>;
}

/** The door for every platform with `fetch`: answers what is under `/api`. The promise never rejects. */
export function createFetchHandler(options: FetchHandlerOptions): (request: Request) => Promise<Response> {
  const { reader, keys, limiter, sha256 = webSha256, cache, streamAbove = 256 * 1024, onFault = () => {} } = options;
  const release = options.release ?? followPointer(reader, 5, onFault);
  const kept = keptReleases(reader, onFault);
  const ranges = cache ?? readRanges(reader);
  const sourceOf = cache === undefined && reader.isWhole ? wholeFiles(reader) : () => ranges;
  const shared = crossOrigin(options.cors ?? []);

  return async (request) => {
    try {
      const { reply, fields } = await ask(request);
      return await send(request.method === 'HEAD' ? { ...reply, body: [] } : reply, fields);
    } catch (error) {
      onFault(error);
      return send(share(toErrorReply(error), request));
    }
  };

  function ask(request: Request): Awaitable<Answer> {
    const { method, url, headers } = request;
    const header = toHeader(headers);
    // A comma joins two Host fields; no host holds one.
    if (!isHost(header('host') ?? 'a')) {
      return toAnyone(share(problem(400, 'The Host field must be a host, and a port where there is one.'), request));
    }
    if (!isMethod(method)) return toAnyone(share(refuseMethod(method), request));
    const now = Math.floor(Date.now() / 1000);
    const service = { release: () => release(now), kept, keys: keys(), sha256, limiter, crossOrigin: shared };
    return answer({ method, target: toTarget(url), header, now }, service);
  }

  /** Where the start of the body cannot be read, this rejects, and the answer can still be an error. */
  async function send({ status, headers, body }: Reply, fields?: Answer['fields']): Promise<Response> {
    const size = Number(headers['Content-Length'] ?? 0);
    return new Response(body.length === 0 ? null : await read({ parts: body, size }), {
      status,
      statusText: toReason(status),
      headers: { ...headers, ...fields },
    });
  }

  function read(body: Body): Awaitable<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>> {
    if (body.size <= streamAbove) return readWhole(body, sourceOf());
    return streamBody(body, reader.isWhole ? sourceOf() : readRanges(reader), onFault);
  }

  function share(reply: Reply, { method, headers }: Request): Reply {
    return shared?.share(reply, method, toHeader(headers)) ?? reply;
  }
}

function toHeader(headers: Headers): RequestHeader {
  return (name) => headers.get(name) ?? undefined;
}

/** The path and query of an absolute address. */
function toTarget(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}
