import { type Answer, answer, maxTarget } from './core/answer.ts';
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
import { readPieces } from './fetch/read-pieces.ts';
import { readWhole } from './fetch/read-whole.ts';
import { streamBody } from './fetch/stream-body.ts';
import { streamMedium } from './fetch/stream-medium.ts';
import { webSha256 } from './fetch/web-sha256.ts';
import { everyOriginFields } from './public-files/every-origin-fields.ts';
import { publicFiles } from './public-files/public-files.ts';
import { type MediumPart, readMedium } from './public-files/read-medium.ts';
import { below } from './readers/below.ts';
import { type RangeSource, readRanges } from './readers/read-ranges.ts';
import { wholeFiles } from './readers/whole-files.ts';
import { toErrorReply } from './to-error-reply.ts';

export interface FetchHandlerOptions {
  /** Reads the folder that `galley build` wrote: open files, and the release below `api/v1`. */
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
  /** Looks at a medium before its first bytes are sent: throws `DamagedFile` or `MissingFile`. Unless given, it is checked as it is sent. */
  verify?: (path: string) => Promise<void>;
  /** Lower-case hexadecimal SHA-256 of the UTF-8 of a text; by Web Crypto unless given. */
  sha256?: (text: string) => Awaitable<string>;
  /** The fields of a request, where the platform changes what the client sent; those of `request.headers` unless given. */
  toHeader?: (request: Request) => RequestHeader;
  /** Makes an answer; by `new Response(body, init)` unless given. `Content-Length` in `headers` is that of the body, or of what HEAD asks for. */
  toResponse?: (body: WebBody | null, init: WebInit) => Response;
}

/** Bytes of a body, as they are to be sent. */
export type WebBody = Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;

/** All of an answer but its body. */
export interface WebInit {
  status: number;
  statusText: string;
  headers: Record<string, string>;
}

/** A body of so many bytes at most is not worth a stream. */
const short = 256 * 1024;

/** The door for every platform with `fetch`. The promise never rejects. */
export function createFetchHandler(options: FetchHandlerOptions): (request: Request) => Promise<Response> {
  const { reader, keys, limiter, verify, cache, sha256 = webSha256, streamAbove = short, onFault = () => {} } = options;
  const { toHeader = headerOf, toResponse = (body, init) => new Response(body, init) } = options;
  const files = below(reader, 'api/v1/');
  const ranges = cache ?? readRanges(files);
  const sourceOf = cache === undefined && files.isWhole ? wholeFiles(files) : () => ranges;
  const pointer = followPointer(files, 5, onFault);
  const release = options.release ?? pointer.current;
  const kept = keptReleases(files, onFault);
  const shared = crossOrigin(options.cors ?? []);
  const answerPublic = publicFiles({
    ...{ reader, release, health: findReasons, sha256: webSha256 },
    ...(verify && { verify }),
  });

  return async (request) => {
    const { method } = request;
    const target = toTarget(request.url);
    const pathname = target.split(/[?#]/, 1)[0] ?? '/';
    try {
      const refusal = check(request);
      if (refusal !== null) return await send(share(refusal, request), method);
      if (isOfApi(pathname) || target.length > maxTarget) {
        const { reply, fields } = await ask(method, target, toHeader(request));
        return await send(reply, method, fields);
      }
      const { reply, file } = await answerPublic(method, pathname, toHeader(request));
      const fields = everyOriginFields(method, pathname);
      return file === null ? await send(reply, method, fields) : respond(reply, await readFile(file), fields);
    } catch (error) {
      onFault(error);
      const fields = isOfApi(pathname) ? {} : everyOriginFields(method, pathname);
      return send(share(toErrorReply(error), request), method, fields);
    }
  };

  function ask(method: string, target: string, header: RequestHeader): Awaitable<Answer> {
    const now = Math.floor(Date.now() / 1000);
    const service = { release: () => release(now), kept, keys: keys(), sha256, limiter, crossOrigin: shared };
    return answer({ method, target, header, now }, service);
  }

  /** Where the start of the body cannot be read, this rejects, and the answer can still be an error. */
  async function send(reply: Reply, method: string, fields: Answer['fields'] = {}): Promise<Response> {
    const parts = method === 'HEAD' ? [] : reply.body;
    const size = Number(reply.headers['Content-Length'] ?? 0);
    return respond(reply, parts.length === 0 ? null : await read({ parts, size }), fields);
  }

  function read(body: Body): Awaitable<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>> {
    if (body.size <= streamAbove) return readWhole(body, sourceOf());
    return streamBody(body, files.isWhole ? sourceOf() : readRanges(files), onFault);
  }

  function readFile(part: MediumPart): Awaitable<WebBody> {
    const { path, start, end } = part;
    if (options.sendFile !== undefined && end - start > short) return options.sendFile(path, start, end);
    return end - start > streamAbove ? streamMedium(reader, part, onFault) : readPieces(readMedium(reader, part));
  }

  function share(reply: Reply, request: Request): Reply {
    return shared?.share(reply, request.method, toHeader(request)) ?? reply;
  }

  function respond({ status, headers }: Reply, body: WebBody | null, fields: Answer['fields'] = {}): Response {
    return toResponse(body, { status, statusText: toReason(status), headers: { ...headers, ...fields } });
  }

  function findReasons(): string[] {
    const problem = pointer.problem();
    return [...(problem === null ? [] : [problem]), ...(options.health?.() ?? [])];
  }
}

/** What HTTP forbids, as far as a platform hands it on; null for a valid request. */
function check({ method, headers }: Request): Reply | null {
  // A comma joins two Host fields; no host holds one.
  if (!isHost(headers.get('host') ?? 'a')) {
    return problem(400, 'The Host field must be a host, and a port where there is one.');
  }
  return isMethod(method) ? null : refuseMethod(method);
}

function isOfApi(pathname: string): boolean {
  return pathname === '/api' || pathname.startsWith('/api/');
}

function headerOf({ headers }: Request): RequestHeader {
  return (name) => headers.get(name) ?? undefined;
}

/** The path and query of an absolute address. */
function toTarget(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}
