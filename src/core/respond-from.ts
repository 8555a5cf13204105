import { type Awaitable, whenReady } from './awaitable.ts';
import type { ChangeLog } from './change-log.ts';
import { prefersMarkdown, type ReadBytes } from './compose-markdown.ts';
import { chooseCoding } from './content-coding.ts';
import { fetchArticle } from './fetch-article.ts';
import { listArticles } from './list-articles.ts';
import { listChanges } from './list-changes.ts';
import { listTerms } from './list-terms.ts';
import { findIgnored } from './parameters.ts';
import { unavailable } from './problem.ts';
import { type Pairs, toPairs } from './query.ts';
import type { Release } from './release.ts';
import {
  type Composed,
  type Compress,
  isComposed,
  type Reply,
  type RequestHeader,
  selectReply,
  withField,
} from './reply.ts';
import type { Route } from './route.ts';

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

/** A release that keys open, and how it is read. */
export interface OpenedRelease {
  /** The one that is served at `now` (seconds), or null before there is one. */
  release(now: number): Awaitable<Release | null>;
  /** Which releases became current, for the changes since one of them. */
  log: ChangeLog;
  compress: Compress;
  read: ReadBytes;
}

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
