import type { Awaitable } from '../../core/awaitable.ts';
import type { Body } from '../../core/body.ts';
import { FileError, withoutName } from '../../core/file-errors.ts';
import { releaseFolder } from '../../core/format.ts';
import { byteHex } from '../../core/hash.ts';
import { badHost, isMethod, problem, refuseMethod } from '../../core/problem.ts';
import type { Reply, RequestHeader } from '../../core/reply.ts';
import { below, type Storage } from '../../core/storage.ts';
import { checkOnRequest, releaseState } from '../../follow-release.ts';
import { type AssetPart, readAsset } from '../../public-files/read-asset.ts';
import { type AdapterResponse, createService, sizeOf } from '../../service.ts';
import { compressBodies } from '../../storage/compress-bodies.ts';
import { readRanges } from '../../storage/range-source.ts';
import { readWhole } from '../../storage/read-body.ts';
import { wholeFiles } from '../../storage/whole-files.ts';
import { collectChunks, streamBody, streamChunks } from './bodies.ts';
import type { HandlerOptions, PlatformResponse, WebBody } from './fetch-options.ts';

/** A body of n bytes at most is not worth a stream. */
const short = 256 * 1024;

/** Milliseconds for which `/healthz` says that a file could not be read. */
const metFor = 60_000;

/** Responds to a request. `target` is path and query as on the request line. The promise never rejects. */
export type HandleRequest = (method: string, target: string, header: RequestHeader) => Promise<PlatformResponse>;

/** What every adapter with a storage does, whatever its platform calls a request. */
export function handleRequests(options: HandlerOptions): HandleRequest {
  const { storage, cache, sha256 = webSha256, streamAbove = short, onError: report = () => {} } = options;
  // What this process or isolate met of late: it has no timer that could check again.
  let met = { path: '', at: Number.NEGATIVE_INFINITY };
  const onError = (error: unknown): void => {
    if (error instanceof FileError) met = { path: error.path, at: Date.now() };
    report(error);
  };
  const open = openRelease(options, storage, cache, { report, onError });
  const { state, sourceOf, kept: files } = open;
  const health = (): string[] => {
    const found = Date.now() - met.at < metFor ? `${met.path} could not be read, or is damaged.` : null;
    return [state.problem(), found, ...(options.health?.() ?? [])].filter((reason) => reason !== null);
  };
  const { onDraftsError = report } = options;
  const reportDraft = (error: unknown): void => onDraftsError(withoutName(error));
  const drafts =
    options.drafts &&
    openRelease(options, options.drafts, undefined, { report: reportDraft, onError: reportDraft, isDrafts: true });
  const release = options.release ?? open.release;
  const service = createService({ ...options, ...open, release, drafts, health, sha256 });

  return async (method, target, header) => {
    try {
      const found = service.respond(method, target, header, check(method, header));
      return await send(found instanceof Promise ? await found : found);
    } catch (error) {
      return send(service.fail(error, method, target, header));
    }
  };

  /** Where the start of the body cannot be read, this rejects, and the response can still be an error. */
  async function send({ reply, fields, asset }: AdapterResponse): Promise<PlatformResponse> {
    const { status, headers, body: parts } = reply;
    const isEmpty = parts.length === 0;
    const body = asset ? await openAsset(asset) : isEmpty ? null : await openBody({ parts, size: sizeOf(reply) });
    return { status, headers: { ...headers, ...fields }, body };
  }

  function openBody(body: Body): Awaitable<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>> {
    if (body.size <= streamAbove) return open.read(body);
    return streamBody(body, files.isWhole ? sourceOf() : readRanges(files), onError);
  }

  function openAsset(part: AssetPart): Awaitable<WebBody> {
    const { path, start, end } = part;
    if (options.sendFile !== undefined && part.drafts === undefined && end - start > short)
      return options.sendFile(path, start, end);
    const chunks = readAsset(part.drafts ?? storage, part);
    const reportPart = part.drafts && drafts ? drafts.onError : onError;
    return end - start > streamAbove ? streamChunks(chunks, 1, reportPart) : collectChunks(chunks);
  }
}

/** Follows and reads a release. What is wrong with a newer one goes to `report`, and all else to `onError`. */
function openRelease(
  { gzip, compressedBytes: budget }: HandlerOptions,
  storage: Storage,
  cache: HandlerOptions['cache'],
  { report, onError, isDrafts }: { isDrafts?: boolean } & Record<'report' | 'onError', (error: unknown) => void>,
) {
  const kept = below(storage, releaseFolder);
  const sourceOf = cache ? () => cache : kept.isWhole ? wholeFiles(kept, onError) : () => readRanges(kept);
  const state = releaseState(kept, { onError: report }, isDrafts);
  const compress = compressBodies({ sourceOf, gzip, budget, noSharedWaits: kept.noSharedWaits });
  const read = (body: Body): Awaitable<Uint8Array<ArrayBuffer>> => readWhole(body, sourceOf());
  return { storage, kept, sourceOf, state, release: checkOnRequest(state, 5), compress, read, onError };
}

/** What HTTP forbids, as far as a platform hands it on; null for a valid request. */
function check(method: string, header: RequestHeader): Reply | null {
  if (!isHost(header('host') ?? 'a')) return problem(400, badHost);
  return isMethod(method) ? null : refuseMethod(method);
}

/** Whether a text is a host, and the port where one is given. A comma joins two Host fields; no host holds one. */
function isHost(text: string): boolean {
  return /^[\w.~!$&'()*+;=%[\]:-]+$/.test(text) && URL.canParse(`http://${text}`);
}

/** Lower-case hexadecimal SHA-256 of bytes, or of the UTF-8 of a text, by Web Crypto. */
async function webSha256(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byteHex(byte)).join('');
}
