import type { ChangeLog } from './change-log.ts';
import { findArticle } from './fetch-article.ts';
import { listPath } from './links.ts';
import { noAddress, problem } from './problem.ts';
import type { Release } from './release.ts';
import type { Reply, RequestHeader } from './reply.ts';
import { type OpenedRelease, type RequestFacts, respondFrom } from './respond-from.ts';
import type { Route } from './route.ts';

/** The release of drafts. */
export interface OpenedDrafts extends OpenedRelease {
  /** Reports an error, and gives the reply that says no more than it must. */
  fail(error: unknown): Reply;
}

/** What entity tags of drafts begin with, so that none is that of a public response. */
const prefix = 'draft-';

/** A reply of the release of drafts, marked as such; nobody may keep it. With `only`, without links to other articles. */
export function toPreview({ status, headers, body }: Reply, only?: readonly string[]): Reply {
  const marked: Record<string, string> = { ...headers, 'Cache-Control': 'no-store', 'Galley-Preview': 'draft' };
  if (marked.ETag !== undefined) marked.ETag = marked.ETag.replace('"', `"${prefix}`);
  // That of an error leads to the description.
  if (only !== undefined && status < 400) delete marked.Link;
  return { status, headers: marked, body };
}

const conditions = new Set(['if-match', 'if-none-match', 'if-range']);

/** The fields of a request with the tags that `toPreview` marked as they were before; others match nothing. */
export function withoutMarks(header: RequestHeader): RequestHeader {
  return (name) => {
    const value = header(name);
    if (value === undefined || !conditions.has(name)) return value;
    return value.replace(/"([^"]*)"/g, (_, tag: string) =>
      tag.startsWith(prefix) ? `"${tag.slice(prefix.length)}"` : '"-"',
    );
  };
}

/**
 * Responds to a key of drafts, `only` of some articles where it says so. With the bytes of the body, so that who sends
 * it need not know which release it is of.
 */
export async function respondFromDrafts(
  drafts: OpenedDrafts,
  only: readonly string[] | undefined,
  route: Route,
  request: RequestFacts,
): Promise<Reply> {
  try {
    const release = await drafts.release(request.now);
    const narrow = release === null || only === undefined ? { route } : await narrowRoute(route, only, release);
    if (narrow === null) return problem(404, noAddress);
    const reply = await respondFrom(drafts, narrow.route, { ...request, ...narrow });
    if (request.method === 'HEAD' || reply.body.length === 0) return reply;
    const size = Number(reply.headers['Content-Length']);
    return { ...reply, body: [await drafts.read({ parts: reply.body, size })] };
  } catch (error) {
    return drafts.fail(error);
  }
}

/**
 * What a key that opens `only` some articles gets for a route: itself for one of them, and for all others that of an
 * article that there never is. Null where it does not ask for an article.
 */
async function narrowRoute(
  { operation, article, query }: Route,
  only: readonly string[],
  release: Release,
): Promise<{ route: Route; target: string } | null> {
  if (operation !== 'article') return null;
  const asked = await findArticle(release, article);
  const places = await findPlaces(only, release);
  const name = asked !== null && places.includes(asked.place) ? article : '0';
  return { route: { operation, article: name, query }, target: `${listPath}/${encodeURIComponent(name)}?${query}` };
}

/** Where articles stand in the order, by slug, former slug or id; nothing for those that are not there. */
export async function findPlaces(only: readonly string[], release: Release): Promise<number[]> {
  const found = await Promise.all(only.map((name) => findArticle(release, name.normalize('NFC'))));
  return found.flatMap((each) => each?.place ?? []);
}

/** What changed in a release of drafts, which gives its articles at once, whenever they are due. */
export function givenAtOnce(log: ChangeLog): ChangeLog {
  return {
    sinceOf: log.sinceOf,
    async after(...asked) {
      const activations = await log.after(...asked);
      if (activations === null || activations === 'isAhead') return activations;
      return activations.map(({ articles, ...activation }) => ({
        ...activation,
        articles: articles.map(([id, publishAt]) => [id, publishAt === null ? null : 0] as [number, number | null]),
      }));
    },
  };
}
