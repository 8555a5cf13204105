import { type Awaitable, whenReady } from './awaitable.ts';
import type { ContentCoding } from './content-coding.ts';
import { type Cursor, toCursorText } from './cursor.ts';
import { listPath, toLinks, toListFields, toTail } from './links.ts';
import type { PageSlice } from './page-table.ts';
import { type ListParameters, parseListParameters } from './parameters.ts';
import { countBelow, newestPlaces } from './place-set.ts';
import { notAcceptable, unprocessable } from './problem.ts';
import type { Pairs } from './query.ts';
import type { Release } from './release.ts';
import { type Composed, compose, type Reply } from './reply.ts';
import { isSelection, select, slicesOf } from './select.ts';

/** `GET /articles` of the oldest `published` articles: a list, or an error that says why there is none. */
export function listArticles(
  release: Release,
  pairs: Pairs,
  published: number,
  coding: ContentCoding | null,
): Awaitable<Composed | Reply> {
  const parsed = parseListParameters(pairs, release.filters);
  if (!parsed.ok) return unprocessable(parsed.errors);
  if (coding === null) return notAcceptable();
  const parameters = parsed.value;
  return whenReady(findPage(release, parameters, published), (page) => composePage(release, parameters, coding, page));
}

/** A page of a list. */
export interface ListPage {
  slices: PageSlice[];
  /** Articles of all pages. */
  total: number;
  /** What the next page comes after; null where this is the last. */
  next: Cursor | null;
}

/**
 * A page of what parameters select of the oldest `published` articles: those behind the cursor, where there is one,
 * else as many articles from the newest on as the page's number says.
 */
export function findPage(release: Release, parameters: ListParameters, published: number): Awaitable<ListPage> {
  const { page, perPage, after } = parameters;
  const skip = after === null ? (page - 1) * perPage : 0;
  return whenReady(after === null ? published : release.countBefore(after), (before) => {
    const end = Math.min(before, published);
    if (isSelection(parameters)) return findSelected(release, parameters, published, end, skip);
    const newest = Math.max(0, end - skip);
    const oldest = Math.max(0, newest - perPage);
    return whenReady(release.slices(oldest, newest), (slices) => toListPage(slices, published, oldest > 0));
  });
}

async function findSelected(
  release: Release,
  parameters: ListParameters,
  published: number,
  end: number,
  skip: number,
): Promise<ListPage> {
  const { perPage } = parameters;
  const selected = await select(release, parameters);
  const places = newestPlaces(selected, end, skip, perPage + 1);
  const slices = await slicesOf(release, places.slice(0, perPage));
  return toListPage(slices, countBelow(selected, published), places.length > perPage);
}

function toListPage(slices: PageSlice[], total: number, hasMore: boolean): ListPage {
  const last = slices.at(-1);
  if (!hasMore || last === undefined) return { slices, total, next: null };
  const slot = last.to - 1;
  return { slices, total, next: { publishAt: last.table.publishAt(slot), id: last.table.id(slot) } };
}

/**
 * A literal head, ranges of page files, a literal tail. Behind a cursor the tail says nothing of articles that the page
 * does not show.
 */
function composePage(
  release: Release,
  parameters: ListParameters,
  coding: ContentCoding,
  { slices, total, next }: ListPage,
): Composed {
  const { page, perPage, after, view } = parameters;
  const path = `${release.site}${listPath}`;
  const lastPage = after === null ? Math.ceil(total / perPage) : null;
  const links = toLinks(path, parameters, lastPage, next && `&after=${toCursorText(next)}`);
  const shown = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  const from = (page - 1) * perPage + 1;
  const meta = { current_page: page, from, path, per_page: perPage, to: from + shown - 1 };
  const tail = toTail(links, shown === 0 ? { ...meta, from: null, to: null } : meta);
  return compose(release.id, slices, coding, view, ['{"data":[', `]${tail}`], toListFields(links, total));
}
