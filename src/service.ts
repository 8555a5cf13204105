import { assetFolder, draftAssetFolder } from './core/asset-name.ts';
import { type Awaitable, whenReady } from './core/awaitable.ts';
import { changeLog } from './core/change-log.ts';
import { everyOriginFields } from './core/cross-origin.ts';
import { givenAtOnce, narrow, toPreview, withoutMarks } from './core/drafts.ts';
import { findKeyError, recognise, type StoredKey } from './core/keys.ts';
import { noAddress, problem, toErrorReply } from './core/problem.ts';
import type { Release } from './core/release.ts';
import type { Reply, RequestHeader } from './core/reply.ts';
import { maxTarget, respond as respondToKey, type Service, type ServiceResponse, toAnyone } from './core/respond.ts';
import { isOfApi } from './core/route.ts';
import type { Storage } from './core/storage.ts';
import { type PublicResponse, publicAssets } from './public-files/public-assets.ts';
import { publicFiles } from './public-files/public-files.ts';
import type { PublicFilesOptions } from './public-files/public-pages.ts';
import type { AssetPart } from './public-files/read-asset.ts';
import { type ReaderOptions, readerSettings } from './reader-settings.ts';
import { UsageError } from './usage-error.ts';

/** Options of every adapter. */
export interface ServiceOptions extends Omit<ReaderOptions, 'limiter'> {
  /**
   * The keys that are accepted at this moment; asked on every request. Give another list where they change, and else
   * the same.
   */
  keys: () => readonly StoredKey[];
  /** Bytes of memory for lists of articles without bodies that were compressed; 64 MiB by default. */
  compressedBytes?: number | undefined;
  /**
   * Sentences for `/healthz` that say what is wrong outside, such as with the keys; nothing secret. Asked on each
   * request.
   */
  health?: () => readonly string[];
  /**
   * Called with every error of the server itself; with one of a file at most once a minute where a folder is served.
   */
  onError?: (error: unknown) => void;
}

/** A release, as an adapter follows and reads it. */
export interface ReleaseParts
  extends Pick<PublicFilesOptions, 'storage' | 'release' | 'verify'>,
    Pick<Service, 'compress' | 'read'> {
  /** Reads the ledger and what changed, below `api/v1`. */
  kept: Storage;
  onError(error: unknown): void;
}

/** What an adapter hands in. */
export interface ServiceParts
  extends Omit<PublicFilesOptions, 'now'>,
    ReaderOptions,
    ReleaseParts,
    Pick<Service, 'keys' | 'nginxCache'> {
  /** The release of drafts; none by default. */
  drafts?: ReleaseParts | undefined;
  /** Lower-case hexadecimal SHA-256 of bytes, or of the UTF-8 of a text. */
  sha256(content: string | Uint8Array): Awaitable<string>;
  /** The reply to a request that failed; `toErrorReply` by default. */
  toErrorReply?(error: unknown): Reply;
}

/** `asset` is the body where it is an asset, or a part of one. */
export interface AdapterResponse extends ServiceResponse {
  asset?: AssetPart | undefined;
}

/** What an adapter does with every request, whatever its platform calls one. */
export interface AdapterService {
  /** Responds to what is under `/api`. Throws or rejects where that fails. */
  respondToApi(method: string, target: string, header: RequestHeader): Awaitable<ServiceResponse>;
  /** Responds to any request: with `refusal`, where the adapter has one. Throws or rejects where that fails. */
  respond(method: string, target: string, header: RequestHeader, refusal: Reply | null): Awaitable<AdapterResponse>;
  /** Reports an error, and gives the response that says no more than it must. */
  fail(error: unknown, method: string, target: string, header: RequestHeader): ServiceResponse;
  /** A reply with the fields that let the page of this request read it. */
  share(reply: Reply, method: string, header: RequestHeader): Awaitable<Reply>;
}

/**
 * Puts together what responses depend on: once, whatever comes. `target` is path and query as on the request line.
 * Throws `UsageError` where a key has no digest, which would refuse its holder without a word.
 */
export function createService(parts: ServiceParts): AdapterService {
  const { keys, nginxCache, sha256, compress, read, onError, kept } = parts;
  for (const key of keys()) {
    const keyError = findKeyError(key);
    if (keyError !== null) throw new UsageError(`Key ${key.name}: ${keyError}`);
  }
  const { clock } = parts.storage;
  clock?.onProblem((problem) => onError(new UsageError(problem)));
  const now = (): number => Math.floor((clock?.now() ?? Date.now()) / 1000);
  const health = (): string[] => [...parts.health(), clock?.problem() ?? ''].filter((reason) => reason !== '');
  const drafts = parts.drafts && {
    ...parts.drafts,
    log: givenAtOnce(changeLog(parts.drafts.kept, parts.drafts.onError)),
    findAsset: publicAssets(parts.drafts),
  };
  const always = { drafts, keys, nginxCache, sha256, compress, read, log: changeLog(kept, onError) };
  const settingsOf = readerSettings(parts);
  /** What is served, as the last request found it. */
  let served: Release | null = null;
  let service: Service = toService(served);
  const respondPublicly = publicFiles({ ...parts, health, now });
  return { respondToApi, respond, fail, share };

  function respondToApi(method: string, target: string, header: RequestHeader): Awaitable<ServiceResponse> {
    return whenReady(findService(), (found) => respondToKey({ method, target, header, now: now() }, found));
  }

  /** Asks for the release before the key is checked: its settings hold for errors, too. */
  function findService(): Awaitable<Service> {
    return whenReady(parts.release(now()), (release) => {
      if (release !== served) service = toService(release);
      served = release;
      return service;
    });
  }

  function toService(release: Release | null): Service {
    return { ...always, ...settingsOf(release), release: () => release };
  }

  function respond(
    method: string,
    target: string,
    header: RequestHeader,
    refusal: Reply | null,
  ): Awaitable<AdapterResponse> {
    const found = refusal ? whenReady(share(refusal, method, header), toAnyone) : route(method, target, header);
    return method === 'HEAD' ? whenReady(found, withoutBody) : found;
  }

  function route(method: string, target: string, header: RequestHeader): Awaitable<AdapterResponse> {
    const pathname = pathOf(target);
    if (isOfDrafts(pathname)) return respondWithDraftAsset(method, target, header);
    if (isOfApi(pathname) || target.length > maxTarget) return respondToApi(method, target, header);
    return respondPublicly(method, pathname, header).then(({ reply, file: asset }) => {
      return { reply, keyName: null, fields: everyOriginFields(method, pathname), asset };
    });
  }

  /** With an asset of drafts. To all but their keys there is no such address. */
  async function respondWithDraftAsset(
    method: string,
    target: string,
    header: RequestHeader,
  ): Promise<AdapterResponse> {
    const isRead = (method === 'GET' || method === 'HEAD') && target.length <= maxTarget;
    const key = isRead && drafts ? await recognise(header('x-api-key'), keys(), now(), sha256) : null;
    if (key?.drafts !== true || drafts === undefined) return respondToApi(method, target, header);
    const pathname = `/${assetFolder}${pathOf(target).slice(draftAssetFolder.length + 1)}`;
    const find = async (): Promise<PublicResponse | null> => {
      const opened = await narrow(await drafts.release(now()), key.only, drafts.read);
      return drafts.findAsset(method, pathname, withoutMarks(header), now(), opened);
    };
    const found = await find().catch((error): PublicResponse => {
      drafts.onError(error);
      return { reply: toErrorReply(error) };
    });
    const { reply, file } = found ?? { reply: problem(404, noAddress), file: undefined };
    const asset = file && { ...file, drafts: drafts.storage };
    return { reply: toPreview(reply), keyName: key.name, isDraft: true, asset };
  }

  function fail(error: unknown, method: string, target: string, header: RequestHeader): ServiceResponse {
    const pathname = pathOf(target);
    const report = isOfDrafts(pathname) ? (drafts?.onError ?? onError) : onError;
    report(error);
    const fields = isOfApi(pathname) ? {} : everyOriginFields(method, pathname);
    const reply = (parts.toErrorReply ?? toErrorReply)(error);
    const failed = { reply: service.crossOrigin?.share(reply, method, header) ?? reply, keyName: null, fields };
    return method === 'HEAD' ? withoutBody(failed) : failed;
  }

  function share(reply: Reply, method: string, header: RequestHeader): Awaitable<Reply> {
    return whenReady(findService(), ({ crossOrigin }) => crossOrigin?.share(reply, method, header) ?? reply);
  }
}

/** Whether a path is that of an asset of drafts. */
function isOfDrafts(pathname: string): boolean {
  return pathname.startsWith(`/${draftAssetFolder}`);
}

/** Bytes of a body. */
export function sizeOf({ headers }: Reply): number {
  return Number(headers['Content-Length'] ?? 0);
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '/';
}

function withoutBody<T extends ServiceResponse>(found: T): T {
  return { ...found, reply: { ...found.reply, body: [] } };
}
