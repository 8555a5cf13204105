import { type Awaitable, whenReady } from './awaitable.ts';
import { type CrossOrigin, crossOrigin } from './cross-origin.ts';
import { type OpenedDrafts, respondFromDrafts, toPreview, withoutMarks } from './drafts.ts';
import { isFromPage, isUsable, recognise, type StoredKey } from './keys.ts';
import type { NginxCache } from './nginx-cache.ts';
import { allow, noAddress, noKey, problem, refuseMethod, unavailable } from './problem.ts';
import { type Limiter, type RateLimit, tooManyRequests, toRateLimitFields } from './rate-limit.ts';
import { options, type Reply } from './reply.ts';
import { type OpenedRelease, type RequestFacts, respondFrom } from './respond-from.ts';
import { type Route, toRoute } from './route.ts';

/** What responses depend on beside the request. The release is the public one. */
export interface Service extends OpenedRelease {
  /** What keys of drafts open in its place; nothing by default. */
  drafts?: OpenedDrafts | undefined;
  /** The keys that are accepted at this moment; asked for on every request. */
  keys(): readonly StoredKey[];
  /** Lower-case hexadecimal SHA-256 of the UTF-8 of a text. */
  sha256(text: string): Awaitable<string>;
  /** How often a key may ask; without limit by default. */
  limiter?: Limiter | undefined;
  /** Counts for a key with a limit of its own. By default nobody does, and such a key is refused. */
  limiterOf?(limit: RateLimit): Limiter;
  /**
   * How long nginx may keep responses; not at all by default, nor with a limiter, whose fields are those of one key.
   */
  nginxCache?: NginxCache | undefined;
  /** The pages of other origins that may read responses; none by default. */
  crossOrigin?: CrossOrigin | undefined;
}

/** A reply, and the key that it is for. */
export interface ServiceResponse {
  reply: Reply;
  /** Name of the key that was shown, for the log; null where none was accepted. */
  keyName: string | null;
  /** Header fields of this response alone; the reply may be sent many times. */
  fields?: Record<string, string>;
  /** Whether it is for a key of drafts: the log then does not say what was asked for. */
  isDraft?: true;
}

/** Bytes of the longest target that is read. */
export const maxTarget = 8000;

/**
 * Responds to a request for anything under `/api`. Checks in this order: length, route, OPTIONS, method, key, rate,
 * parameters, existence, preconditions. Throws where the release is damaged; the adapter logs that and sends
 * `toErrorReply`.
 */
export function respond(request: RequestFacts, service: Service): Awaitable<ServiceResponse> {
  const { crossOrigin } = service;
  const response = check(request, service);
  if (crossOrigin === undefined) return response;
  return whenReady(response, (found) => {
    return { ...found, reply: crossOrigin.share(found.reply, request.method, request.header) };
  });
}

function check(request: RequestFacts, service: Service): Awaitable<ServiceResponse> {
  const { method, target, header, now } = request;
  if (target.length > maxTarget) {
    return toAnyone(tooLong(target.length));
  }
  const route = toRoute(target);
  if (route === null) {
    return toAnyone(problem(404, noAddress));
  }
  if (method === 'OPTIONS') return toAnyone(shareWithPages(options(allow), request, service));
  if (method !== 'GET' && method !== 'HEAD') return toAnyone(refuseMethod(method));
  return whenReady(recognise(header('x-api-key'), service.keys(), now, service.sha256), (key) => {
    if (key === null) return toAnyone(unauthorized);
    // What a key opens: the release of drafts, the public one from some pages, or the public one.
    if (key.drafts === true) return respondToReviewer(key, route, request, service);
    if (key.origins !== undefined) return respondToPage(key, key.origins, route, request, service);
    return respondToKey(key.name, request, service, () => respondFrom(service, route, request));
  });
}

function respondToKey(
  keyName: string,
  { method, now }: RequestFacts,
  { limiter, nginxCache, release }: Pick<Service, 'limiter' | 'nginxCache' | 'release'>,
  respondToRequest: () => Awaitable<Reply>,
): Awaitable<ServiceResponse> {
  const toResponse = (): Awaitable<ServiceResponse> =>
    whenReady(respondToRequest(), (reply) => ({ reply: method === 'HEAD' ? { ...reply, body: [] } : reply, keyName }));
  if (limiter !== undefined) return respondWithin(limiter, keyName, toResponse);
  return nginxCache?.addFields(release(now), toResponse, now) ?? toResponse();
}

/** From the release of drafts alone. No cache has its responses: their fields, tags and log are theirs. */
async function respondToReviewer(
  { name, only }: StoredKey,
  route: Route,
  request: RequestFacts,
  service: Service,
): Promise<ServiceResponse> {
  const asked = { ...request, header: withoutMarks(request.header) };
  const { drafts, limiter, release } = service;
  const found = await respondToKey(name, request, { limiter, release }, () =>
    drafts === undefined ? unavailable() : respondFromDrafts(drafts, only, route, asked),
  );
  return { ...found, reply: toPreview(found.reply, only), isDraft: true };
}

/** To pages of `origins`, within the limit of the key; for all others it is unknown. */
function respondToPage(
  { name, limit }: StoredKey,
  origins: readonly string[],
  route: Route,
  request: RequestFacts,
  service: Service,
): Awaitable<ServiceResponse> {
  const { method, header } = request;
  return whenReady(service.release(request.now), (release) => {
    const limiter = limit && service.limiterOf?.(limit);
    if (limiter === undefined || !isFromPage(origins, header, release?.site)) return toAnyone(unauthorized);
    const response = respondToKey(name, request, { ...service, limiter }, () => respondFrom(service, route, request));
    return whenReady(response, (found) => {
      return { ...found, reply: crossOrigin(origins)?.share(found.reply, method, header) ?? found.reply };
    });
  });
}

/** A preflight shows no key: it is allowed for the pages of all keys that may be used. */
function shareWithPages(reply: Reply, { method, header, now }: RequestFacts, service: Service): Reply {
  const origin = header('origin') ?? '';
  const isPreflight = header('access-control-request-method') !== undefined;
  const isKnown = isPreflight && service.keys().some((key) => key.origins?.includes(origin) && isUsable(key, now));
  return (isKnown ? crossOrigin([origin])?.share(reply, method, header) : null) ?? reply;
}

function respondWithin(
  { limit, count }: Limiter,
  keyName: string,
  respondToKey: () => Awaitable<ServiceResponse>,
): Awaitable<ServiceResponse> {
  return whenReady(count(keyName), (quota) => {
    if (quota === null) return respondToKey();
    const fields = toRateLimitFields(limit, quota);
    if (quota.isOver) return { reply: tooManyRequests(limit, quota), keyName, fields };
    return whenReady(respondToKey(), (found) => ({ ...found, fields }));
  });
}

/** The 414 for a target of more than `maxTarget` bytes. */
export const tooLong = (length: number): Reply =>
  problem(414, `The target has ${length} bytes; at most ${maxTarget} are read.`);

/** A response that needs no key. */
export function toAnyone(reply: Reply): ServiceResponse {
  return { reply, keyName: null };
}

/** The same 401 for a key that is missing, unknown, expired, revoked, or sent twice. */
const unauthorized = problem(401, noKey, { 'WWW-Authenticate': 'ApiKey realm="articles"' });
