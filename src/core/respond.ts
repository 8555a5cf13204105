import { type Awaitable, whenReady } from './awaitable.ts';
import type { ChangeLog } from './change-log.ts';
import { prefersMarkdown, type ReadBytes } from './compose-markdown.ts';
import { chooseCoding } from './content-coding.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { fetchArticle } from './fetch-article.ts';
import { recognise, type StoredKey } from './keys.ts';
import { listPath } from './links.ts';
import { listArticles } from './list-articles.ts';
import { listChanges } from './list-changes.ts';
import { listTerms } from './list-terms.ts';
import type { NginxCache } from './nginx-cache.ts';
import { findIgnored } from './parameters.ts';
import { allow, noKey, problem, refuseMethod, unavailable } from './problem.ts';
import { type Pairs, toPairs } from './query.ts';
import { type Limiter, tooManyRequests, toRateLimitFields } from './rate-limit.ts';
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

/** What responses depend on beside the request. */
export interface Service {
  /** The release that is served at `now` (seconds), or null before there is one. */
  release(now: number): Awaitable<Release | null>;
  /** Which releases became current, for the changes since one of them. */
  log: ChangeLog;
  /** The keys that are accepted at this moment; asked for on every request. */
  keys(): readonly StoredKey[];
  /** Lower-case hexadecimal SHA-256 of the UTF-8 of a text. */
  sha256(text: string): Awaitable<string>;
  compress: Compress;
  read: ReadBytes;
  /** How often a key may ask; without limit by default. */
  limiter?: Limiter | undefined;
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
    const hint = `Articles are at ${listPath} and ${listPath}/{article}.`;
    return toAnyone(problem(404, `There is nothing at this address. ${hint}`));
  }
  if (method === 'OPTIONS') return toAnyone(options(allow));
  if (method !== 'GET' && method !== 'HEAD') return toAnyone(refuseMethod(method));
  return whenReady(recognise(header('x-api-key'), service.keys(), now, service.sha256), (keyName) => {
    if (keyName === null) return toAnyone(unauthorized);
    const respondToKey = (): Awaitable<ServiceResponse> =>
      whenReady(respondToRoute(route, request, service), (reply) => {
        return { reply: method === 'HEAD' ? { ...reply, body: [] } : reply, keyName };
      });
    const { limiter, nginxCache } = service;
    if (limiter !== undefined) return respondWithin(limiter, keyName, respondToKey);
    return nginxCache?.addFields(service.release(now), respondToKey, now) ?? respondToKey();
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

function respondToRoute(route: Route, request: RequestFacts, service: Service): Awaitable<Reply> {
  return whenReady(service.release(request.now), (release) => respondFrom(release, route, request, service));
}

function respondFrom(release: Release | null, route: Route, request: RequestFacts, service: Service): Awaitable<Reply> {
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
    isComposed(found) ? selectReply(found, header('if-none-match'), now, service.compress) : found;
  return whenReady(release.publishedCount(now), (published) => {
    if (operation === 'changes') {
      const pairs = toPairs(query);
      const context = { release, log: service.log, published, coding, now };
      return listChanges(pairs, context).then((found) => select(note(found, pairs)));
    }
    const make = (pairs: Pairs): Awaitable<Composed | Reply> => {
      if (operation === 'list') return listArticles(release, pairs, published, coding);
      if (operation === 'terms') return listTerms(release, pairs, published, coding);
      return fetchArticle(release, article, pairs, published, coding, isMarkdown ? service.read : null);
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
