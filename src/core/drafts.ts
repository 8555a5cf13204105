import { draftAssetFolder } from './asset-name.ts';
import { whenReady } from './awaitable.ts';
import type { ChangeLog } from './change-log.ts';
import type { ReadBytes } from './compose-markdown.ts';
import { textOfBytes } from './encoding.ts';
import { findArticle } from './fetch-article.ts';
import type { Release } from './release.ts';
import { compose, type Reply, type RequestHeader, vary } from './reply.ts';
import { wholeView } from './view.ts';

/** What entity tags of drafts begin with, so that none is that of a public response. */
const prefix = 'draft-';

/** A reply of the release of drafts, marked, and kept by nobody. With `only`, without links to other articles. */
export function toPreview({ status, headers, body }: Reply, only?: readonly string[]): Reply {
  const marked: Record<string, string> = { ...headers, 'Cache-Control': 'no-store', 'Galley-Preview': 'draft' };
  // A cache that ignores `Cache-Control` still keeps one for each key; an open asset has no such field.
  if (!marked.Vary?.includes(vary)) marked.Vary = vary;
  if (marked.ETag !== undefined) marked.ETag = marked.ETag.replace('"', `"${prefix}`);
  // That of an error leads to the description.
  if (only !== undefined && status < 400) delete marked.Link;
  return { status, headers: marked, body };
}

/** The fields of a request with the tags that `toPreview` marked as they were before; others match nothing. */
export function withoutMarks(header: RequestHeader): RequestHeader {
  return (name) => {
    const value = header(name);
    if (value === undefined || !name.startsWith('if-')) return value;
    return value.replace(/"([^"]*)"/g, (_, tag: string) =>
      tag.startsWith(prefix) ? `"${tag.slice(prefix.length)}"` : '"-"',
    );
  };
}

/**
 * A release of drafts for a key that opens `only` some articles, by slug, former slug or id: no other is found, and no
 * asset of others.
 */
export async function narrow(
  release: Release | null,
  only: readonly string[] | undefined,
  read: ReadBytes,
): Promise<Release | null> {
  if (release === null || only === undefined) return release;
  const found = await Promise.all(only.map((name) => findArticle(release, name.normalize('NFC'))));
  const places = found.flatMap((each) => each?.place ?? []);
  return {
    ...release,
    find: (article) =>
      whenReady(release.find(article), (each) => (each !== null && places.includes(each.place) ? each : null)),
    findAsset,
    // What is kept was found in the whole release.
    recallResponse: (_, make) => make(),
  };

  /** Looks into the articles: a table knows only one of those that refer to an asset. */
  async function findAsset(name: string): Promise<number | null> {
    const address = `/${draftAssetFolder}${encodeURIComponent(name)}`;
    for (const place of (await release?.findAsset(name)) === null ? [] : places) {
      const slices = (await release?.slices(place, place + 1)) ?? [];
      const { body } = compose('', slices, 'identity', { ...wholeView, includeDetails: true }, ['', ''], {});
      if (textOfBytes(await read(body)).includes(address)) return place;
    }
    return null;
  }
}

/** What changed in a release of drafts, which gives all its articles at once. */
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
