import { type Awaitable, whenReady } from './awaitable.ts';
import type { ContentCoding } from './content-coding.ts';
import { listPath } from './links.ts';
import { parseArticleParameters } from './parameters.ts';
import { notAcceptable, problem, unprocessable } from './problem.ts';
import type { Release } from './release.ts';
import { type Composed, compose, moved, type Reply } from './reply.ts';

/** `GET /articles/{article}` of the oldest `published` articles: one range of a page file. `article` is decoded. */
export function fetchArticle(
  release: Release,
  article: string,
  query: string,
  published: number,
  coding: ContentCoding | null,
): Awaitable<Composed | Reply> {
  const parsed = parseArticleParameters(query);
  if (!parsed.ok) return unprocessable(parsed.errors);
  const { excludeH1, given } = parsed.value;
  return whenReady(find(release, article), (found) => {
    // The same for an unknown article, a draft, and one that is not yet published, which costs this one lookup as well.
    if (found === null || found.place >= published) {
      return problem(404, 'There is no such article. Look its id or slug up in the list of articles.');
    }
    const { place, movedTo } = found;
    if (movedTo !== null) {
      // RFC 9110 section 15.4.9.
      const address = `${release.site}${listPath}/${encodeURIComponent(movedTo)}`;
      return moved(`${address}${given ? `?exclude_h1=${excludeH1}` : ''}`, release.id);
    }
    if (coding === null) return notAcceptable();
    return whenReady(release.slices(place, place + 1), (slices) => compose(release.id, slices, coding, excludeH1));
  });
}

/** All digits is an id, written as JSON writes it; anything else a slug. */
function find(release: Release, article: string): ReturnType<Release['find']> {
  if (!/^\d+$/.test(article)) return release.find(article);
  return /^[1-9]\d{0,9}$/.test(article) ? release.find(Number(article)) : null;
}
