import type { Awaitable } from '../../core/awaitable.ts';
import type { Body } from '../../core/body.ts';
import { crossOrigin, everyOriginFields } from '../../core/cross-origin.ts';
import { releaseFolder } from '../../core/format.ts';
import { isHost } from '../../core/host.ts';
import { keptReleases } from '../../core/kept-releases.ts';
import { isMethod, problem, refuseMethod } from '../../core/problem.ts';
import type { Reply, RequestHeader } from '../../core/reply.ts';
import { maxTarget, respond, type ServiceResponse } from '../../core/respond.ts';
import { isOfApi } from '../../core/route.ts';
import { below } from '../../core/storage.ts';
import { publicFiles } from '../../public-files/public-files.ts';
import { type AssetPart, readAsset } from '../../public-files/read-asset.ts';
import { readRanges } from '../../storage/range-source.ts';
import { wholeFiles } from '../../storage/whole-files.ts';
import { toErrorReply } from '../../to-error-reply.ts';
import type { AnswerRequest, DoorAnswer, WebBody } from './door-answer.ts';
import type { AnswerOptions } from './fetch-handler-options.ts';
import { followPointer } from './follow-pointer.ts';
import { readPieces } from './read-pieces.ts';
import { readWhole } from './read-whole.ts';
import { streamBody } from './stream-body.ts';
import { streamPieces } from './stream-pieces.ts';
import { webSha256 } from './web-sha256.ts';

/** A body of so many bytes at most is not worth a stream. */
const short = 256 * 1024;

/** What every door with a storage does, whatever its platform calls a request. */
export function answerRequests(options: AnswerOptions): AnswerRequest {
  const {
    storage,
    keys,
    limiter,
    verify,
    cache,
    sha256 = webSha256,
    streamAbove = short,
    onFault = () => {},
  } = options;
  const files = below(storage, releaseFolder);
  const ranges = cache ?? readRanges(files);
  const sourceOf = cache === undefined && files.isWhole ? wholeFiles(files) : () => ranges;
  const pointer = followPointer(files, 5, onFault);
  const release = options.release ?? pointer.current;
  const kept = keptReleases(files, onFault);
  const shared = crossOrigin(options.cors ?? []);
  const answerPublic = publicFiles({
    ...{ storage, release, health: findReasons, sha256: webSha256 },
    ...(verify && { verify }),
  });

  return async (method, target, header) => {
    const pathname = target.split(/[?#]/, 1)[0] ?? '/';
    try {
      const refusal = check(method, header);
      if (refusal !== null) return await send(share(refusal, method, header), method);
      if (isOfApi(pathname) || target.length > maxTarget) {
        const { reply, fields } = await ask(method, target, header);
        return await send(reply, method, fields);
      }
      const { reply, file } = await answerPublic(method, pathname, header);
      const fields = everyOriginFields(method, pathname);
      return file === null ? await send(reply, method, fields) : toAnswer(reply, await readFile(file), fields);
    } catch (error) {
      onFault(error);
      const fields = isOfApi(pathname) ? {} : everyOriginFields(method, pathname);
      return send(share(toErrorReply(error), method, header), method, fields);
    }
  };

  function ask(method: string, target: string, header: RequestHeader): Awaitable<ServiceResponse> {
    const now = Math.floor(Date.now() / 1000);
    const service = { release: () => release(now), kept, keys: keys(), sha256, limiter, crossOrigin: shared };
    return respond({ method, target, header, now }, service);
  }

  /** Where the start of the body cannot be read, this rejects, and the answer can still be an error. */
  async function send(reply: Reply, method: string, fields: ServiceResponse['fields'] = {}): Promise<DoorAnswer> {
    const parts = method === 'HEAD' ? [] : reply.body;
    const size = Number(reply.headers['Content-Length'] ?? 0);
    return toAnswer(reply, parts.length === 0 ? null : await read({ parts, size }), fields);
  }

  function read(body: Body): Awaitable<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>> {
    if (body.size <= streamAbove) return readWhole(body, sourceOf());
    return streamBody(body, files.isWhole ? sourceOf() : readRanges(files), onFault);
  }

  function readFile(part: AssetPart): Awaitable<WebBody> {
    const { path, start, end } = part;
    if (options.sendFile !== undefined && end - start > short) return options.sendFile(path, start, end);
    const pieces = readAsset(storage, part);
    return end - start > streamAbove ? streamPieces(pieces, 1, onFault) : readPieces(pieces);
  }

  function share(reply: Reply, method: string, header: RequestHeader): Reply {
    return shared?.share(reply, method, header) ?? reply;
  }

  function findReasons(): string[] {
    const problem = pointer.problem();
    return [...(problem === null ? [] : [problem]), ...(options.health?.() ?? [])];
  }
}

function toAnswer(
  { status, headers }: Reply,
  body: WebBody | null,
  fields: ServiceResponse['fields'] = {},
): DoorAnswer {
  return { status, headers: { ...headers, ...fields }, body };
}

/** What HTTP forbids, as far as a platform hands it on; null for a valid request. */
function check(method: string, header: RequestHeader): Reply | null {
  // A comma joins two Host fields; no host holds one.
  if (!isHost(header('host') ?? 'a')) {
    return problem(400, 'The Host field must be a host, and a port where there is one.');
  }
  return isMethod(method) ? null : refuseMethod(method);
}
