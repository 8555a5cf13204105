import { type Awaitable, whenReady } from './awaitable.ts';
import { composeMarkdown, type ReadBytes } from './compose-markdown.ts';
import type { ContentCoding } from './content-coding.ts';
import { encodePercent } from './encoding.ts';
import { listPath } from './links.ts';
import type { PageSlice } from './page-table.ts';
import { parseArticleParameters } from './parameters.ts';
import { noArticle, notAcceptable, problem, unprocessable } from './problem.ts';
import type { Pairs } from './query.ts';
import type { Release } from './release.ts';
import { type Composed, compose, moved, type Reply, varyOfArticle } from './reply.ts';

/**
 * `GET /articles/{article}` of the oldest `published` articles: one range of a page file. `article` is decoded. Where
 * `read` is not null, Markdown is asked for.
 */
export function fetchArticle(
  release: Release,
  article: string,
  pairs: Pairs,
  published: number,
  coding: ContentCoding | null,
  read: ReadBytes | null,
): Awaitable<Composed | Reply> {
  const parsed = parseArticleParameters(pairs);
  if (!parsed.ok) return unprocessable(parsed.errors);
  const { view, given } = parsed.value;
  return whenReady(findArticle(release, article), (found) => {
    // The same for an unknown article, a draft, and one that is not yet published, which costs this one lookup as well.
    if (found === null || found.place >= published) {
      return problem(404, noArticle);
    }
    const { place, movedTo } = found;
    if (movedTo !== null) {
      // RFC 9110 section 15.4.9.
      const address = `${release.site}${listPath}/${encodeURIComponent(movedTo)}`;
      return moved(`${address}${given.replace('&', '?')}`, release.id);
    }
    if (coding === null) return notAcceptable();
    return whenReady(release.slices(place, place + 1), (slices) =>
      whenReady(release.slices(Math.max(0, place - 1), Math.min(published, place + 2)), (around) => {
        const link = linkNeighbours(release, slices, around);
        const more = link === '' ? { Vary: varyOfArticle } : { Vary: varyOfArticle, Link: link };
        const [slice] = slices;
        if (read !== null && slice !== undefined) return composeMarkdown(release, slice, coding, view, more, read);
        return compose(release.id, slices, coding, view, ['', ''], more);
      }),
    );
  });
}

/**
 * `Link` (RFC 8288) to the articles before and behind one in the list, so `next` is the next older one; '' where there
 * is neither. To each by its id, with its title, and then by its slug: not by a very long one, and releases of earlier
 * versions do not know it.
 */
function linkNeighbours({ site }: Release, [own]: PageSlice[], around: PageSlice[]): string {
  const links: string[] = [];
  let rel = 'prev';
  for (const { table, from, to } of around) {
    for (let slot = from; slot < to; slot++) {
      const id = table.id(slot);
      if (id === own?.table.id(own.from)) rel = 'next';
      else {
        const slug = encodePercent(table.slug(slot) ?? '');
        links.push(`<${site}${listPath}/${id}>; rel="${rel}"; ${toTitle(table.title(slot))}`);
        // A link of its own: clients take all behind `title*` for the title.
        if (slug !== '' && slug.length <= maxSlug) links.push(`<${site}${listPath}/${slug}>; rel="${rel}"`);
      }
    }
  }
  return links.join(', ');
}

/** `title`, or `title*` where it is not ASCII (RFC 8187): of a cut of the title, so that the field stays short. */
function toTitle(title: string): string {
  const short = title.length > maxTitle ? `${[...title].slice(0, maxTitle).join('')}…` : title;
  if (/^[ !#-[\]-~]*$/.test(short)) return `title="${short}"`;
  const encoded = encodePercent(short).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `title*=UTF-8''${encoded}`;
}

/** Bytes of a slug in a header field: with both titles and all other fields, less than the 4 kB that nginx reads. */
const maxSlug = 600;

/** Characters of a title in a header field. */
const maxTitle = 100;

/** The place of an article. All digits is an id, written as JSON writes it; anything else a slug. */
export function findArticle(release: Release, article: string): ReturnType<Release['find']> {
  if (!/^\d+$/.test(article)) return release.find(article);
  return /^[1-9]\d{0,9}$/.test(article) ? release.find(Number(article)) : null;
}
