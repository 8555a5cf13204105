import { type Awaitable, whenReady } from './awaitable.ts';
import type { ChangeLog } from './change-log.ts';
import { prefersMarkdown, type ReadBytes } from './compose-markdown.ts';
import { chooseCoding } from './content-coding.ts';
import { type CrossOrigin, crossOrigin, sharePreflight } from './cross-origin.ts';
import { narrow, toPreview, withoutMarks } from './drafts.ts';
import { fetchArticle } from './fetch-article.ts';
import { isFromPage, recognise, type StoredKey } from './keys.ts';
import { listArticles } from './list-articles.ts';
import { listChanges } from './list-changes.ts';
import { listTerms } from './list-terms.ts';
import type { NginxCache } from './nginx-cache.ts';
import { findIgnored } from './parameters.ts';
import { allow, noAddress, noKey, problem, refuseMethod, toErrorReply, unavailable } from './problem.ts';
import { type Pairs, toPairs } from './query.ts';
import { type Limiter, type RateLimit, tooManyRequests, toRateLimitFields } from './rate-limit.ts';
import type { Release } from './release.ts';
import {
  type Composed,
  type Compress,
  isComposed,
  options,
  type Reply,
  type RequestHeader,
  selectReply,
  withField,
} from './reply.ts';
import { type Route, toRoute } from './route.ts';

/** What a platform knows of a request. */
export interface RequestFacts {
  method: string;
  /** As on the request line: path and query, undecoded. */
  target: string;
  /** The value of a field, by lower-case name; several values joined by `, `. */
  header: RequestHeader;
  /** Seconds since 1970-01-01T00:00:00Z, whole. */
  now: number;
}

/** A release that keys open, and how its files are read. */
export interface OpenedRelease {
  /** The one that is served at `now` (seconds), or null before there is one. */
  release(now: number): Awaitable<Release | null>;
  /** Which releases became current, for the changes since one of them. */
  log: ChangeLog;
  compress: Compress;
  read: ReadBytes;
}

/** What responses depend on beside the request. The release is the public one. */
export interface Service extends OpenedRelease {
  /** What keys of drafts open in its place; nothing by default. */
  drafts?: (OpenedRelease & { onError(error: unknown): void }) | undefined;
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
  if (method === 'OPTIONS') return toAnyone(sharePreflight(options(allow), request, service.keys()));
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

/** From the release of drafts alone, with the bytes of the body: who sends it need not know where they are. */
async function respondToReviewer(
  { name, only }: StoredKey,
  route: Route,
  request: RequestFacts,
  { drafts, limiter, release }: Service,
): Promise<ServiceResponse> {
  const found = await respondToKey(name, request, { limiter, release }, async () => {
    if (drafts === undefined) return unavailable();
    if (only !== undefined && route.operation !== 'article') return problem(404, noAddress);
    try {
      const opened = await narrow(await drafts.release(request.now), only, drafts.read);
      const header = withoutMarks(request.header);
      const reply = await respondFrom({ ...drafts, release: () => opened }, route, { ...request, header });
      if (request.method === 'HEAD' || reply.body.length === 0) return reply;
      const size = Number(reply.headers['Content-Length']);
      return { ...reply, body: [await drafts.read({ parts: reply.body, size })] };
    } catch (error) {
      drafts.onError(error);
      return toErrorReply(error);
    }
  });
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

/** The longest target whose response is remembered. */
const maxRemembered = 200;

/** Responds to a GET that is allowed. Throws where the release is damaged. */
export function respondFrom(opened: OpenedRelease, route: Route, request: RequestFacts): Awaitable<Reply> {
  return whenReady(opened.release(request.now), (release) => respondFromRelease(release, route, request, opened));
}

function respondFromRelease(
  release: Release | null,
  route: Route,
  request: RequestFacts,
  { log, compress, read }: OpenedRelease,
): Awaitable<Reply> {
  if (release === null) return unavailable();
  const { operation, article, query } = route;
  const { target, now, header } = request;
  const coding = chooseCoding(header('accept-encoding'));
  const isMarkdown = operation === 'article' && prefersMarkdown(header('accept'));
  const note = (found: Composed | Reply, pairs: Pairs): Composed | Reply => {
    const ignored = isComposed(found) ? findIgnored(pairs, operation, release.filters) : null;
    return isComposed(found) && ignored !== null ? withField(found, 'Galley-Ignored', ignored) : found;
  };
  const select = (found: Composed | Reply): Awaitable<Reply> =>
    isComposed(found) ? selectReply(found, header('if-none-match'), now, compress) : found;
  return whenReady(release.publishedCount(now), (published) => {
    if (operation === 'changes') {
      const pairs = toPairs(query);
      const context = { release, log, published, coding, now };
      return listChanges(pairs, context).then((found) => select(note(found, pairs)));
    }
    const make = (pairs: Pairs): Awaitable<Composed | Reply> => {
      if (operation === 'list') return listArticles(release, pairs, published, coding);
      if (operation === 'terms') return listTerms(release, pairs, published, coding);
      return fetchArticle(release, article, pairs, published, coding, isMarkdown ? read : null);
    };
    // These three alone decide the response, so it is remembered by them; one of Markdown holds the whole article.
    const makeNoted = (): Awaitable<Composed | Reply> => {
      const pairs = toPairs(query);
      return whenReady(make(pairs), (found) => note(found, pairs));
    };
    const made =
      target.length > maxRemembered || isMarkdown
        ? makeNoted()
        : release.recallResponse(`${published} ${coding} ${target}`, makeNoted);
    return whenReady(made, select);
  });
}
