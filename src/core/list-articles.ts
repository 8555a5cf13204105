import { type Awaitable, whenReady } from './awaitable.ts';
import type { ContentCoding } from './content-coding.ts';
import { isBroken } from './file-errors.ts';
import type { KeptReleases } from './kept-releases.ts';
import { type Newer, searchedReleases } from './kept-search.ts';
import { listPath, toLinks, toListFields, toTail } from './links.ts';
import type { PageSlice } from './page-table.ts';
import { type ListParameters, type PinnedList, parseListParameters, type Snapshot } from './parameters.ts';
import { notAcceptable, problem, unprocessable } from './problem.ts';
import type { Release } from './release.ts';
import { type Composed, compose, type Reply } from './reply.ts';
import { isSelection, select, slicesOf } from './select.ts';
import { needsViews } from './view.ts';

/**
 * `GET /articles` of the oldest `published` articles: a list, or an error that says why there is none; or its parameters where they
 * name a snapshot that this release does not hold as it was: then `listSnapshot` responds.
 */
export function listArticles(
  release: Release,
  query: string,
  published: number,
  coding: ContentCoding | null,
): Awaitable<Composed | Reply | PinnedList> {
  const parsed = parseListParameters(query);
  if (!parsed.ok) return unprocessable(parsed.errors);
  const parameters = parsed.value;
  return whenReady(findPage(release, parameters, published), (found) => {
    if (found === null) return parameters as PinnedList;
    if (coding === null) return notAcceptable();
    return composePage(release, parameters, found.of, coding, found.slices);
  });
}

/**
 * A page of what parameters select of the oldest `published` articles, and the snapshot that it is of; null where they name one that this
 * release does not hold as it was.
 */
export function findPage(
  release: Release,
  parameters: ListParameters,
  published: number,
): Awaitable<{ of: Snapshot; slices: PageSlice[] } | null> {
  if (isSelection(parameters)) return findSelectedPage(release, parameters, published);
  const { snapshot, view } = parameters;
  const count = snapshot?.count ?? published;
  // A snapshot of more articles than are published would reveal scheduled ones.
  if (count > published) return null;
  return whenReady(release.digestAt(count), (digest) => {
    if (snapshot !== null && snapshot.digest !== digest) return null;
    const { oldest, newest } = toPlaces(parameters, count);
    return whenReady(release.slices(oldest, newest, needsViews(view)), (slices) => ({ of: { count, digest }, slices }));
  });
}

async function findSelectedPage(
  release: Release,
  parameters: ListParameters,
  published: number,
): Promise<{ of: Snapshot; slices: PageSlice[] } | null> {
  const { snapshot, view } = parameters;
  const selection = await select(release, parameters);
  const all = await selection.count(published);
  const count = snapshot?.count ?? all;
  if (count > all) return null;
  const digest = await selection.digestAt(count);
  if (snapshot !== null && snapshot.digest !== digest) return null;
  const { oldest, newest } = toPlaces(parameters, count);
  const { places } = await selection.slice(oldest, newest);
  return { of: { count, digest }, slices: await slicesOf(release, places, needsViews(view)) };
}

/** The slices of a page of a snapshot that `release` does not hold as it was, as a kept release has them; null where none has it. */
export async function findKeptPage(
  kept: KeptReleases,
  release: Release,
  parameters: PinnedList,
  now: number,
): Promise<PageSlice[] | Newer | null> {
  if (isSelection(parameters)) return findSelected(kept, release, parameters, now);
  const { snapshot } = parameters;
  const { oldest, newest } = toPlaces(parameters, snapshot.count);
  return kept.find(release, { snapshot, start: oldest, end: newest, now });
}

/** The places of a snapshot of what parameters select, as a kept release has them; null where none has it. */
async function findSelected(
  kept: KeptReleases,
  release: Release,
  parameters: PinnedList,
  now: number,
): Promise<PageSlice[] | Newer | null> {
  const { count, digest } = parameters.snapshot;
  const others = await kept.list(release, now);
  if ('newer' in others) return others;
  for (const other of others) {
    try {
      const selection = await select(other, parameters);
      const all = await selection.count(Number.POSITIVE_INFINITY);
      if (all < count || (await selection.digestAt(count)) !== digest) continue;
      // Opened only where it has the snapshot, so that a forged one costs little.
      const opened = await other.open();
      if (opened === null || (await selection.count(await opened.publishedCount(now))) < count) continue;
      const { oldest, newest } = toPlaces(parameters, count);
      const { places } = await selection.slice(oldest, newest);
      return slicesOf(opened, places, false);
    } catch (error) {
      // A release that is kept for its order alone has no terms.
      if (!isBroken(error)) throw error;
    }
  }
  return null;
}

/**
 * `GET /articles` of a snapshot whose articles were removed, re-dated or slipped in between: a kept release says which
 * articles are on the page; those that are still here and among the oldest `published` are served as they are in `release`.
 * 410 where no kept release has that snapshot. A release that became current meanwhile is to respond in place of `release`.
 */
export async function listSnapshot(
  kept: KeptReleases,
  release: Release,
  parameters: PinnedList,
  published: number,
  coding: ContentCoding | null,
  now: number,
): Promise<Composed | Reply | Newer> {
  const { snapshot } = parameters;
  const page = await findKeptPage(kept, release, parameters, now);
  if (page === null) {
    const why = isSelection(parameters) ? ofSelection : snapshot.count > published ? ahead : gone;
    return snapshotGone(`${release.site}${listPath}?page=1${parameters.given}`, why);
  }
  if ('newer' in page) return page;
  if (coding === null) return notAcceptable();
  // The order of a snapshot is the same in each release that has it.
  return release.recallResponse(`${published} ${coding} ${JSON.stringify(parameters)}`, async () => {
    const slices = await locateArticles(release, page, published, needsViews(parameters.view));
    return composePage(release, parameters, snapshot, coding, slices);
  }) as Promise<Composed>;
}

/** Why a snapshot is gone. */
export const gone =
  'This snapshot is gone: its articles were removed or re-dated, or others came between, and no kept release has it.';
const ahead =
  'This snapshot has more articles than are published. Some were removed, or the clock of another server is ahead.';
const ofSelection = `This snapshot is gone: what is selected changed since, and none of the newest ${searchedReleases} kept releases has it.`;

/** The 410 of a snapshot; `start` is where a crawl starts again. */
export function snapshotGone(start: string, why: string): Reply {
  return problem(410, `${why} Start again at ${start}`, { Link: `<${start}>; rel="first"` }, { start });
}

/**
 * The slices of `release` that hold the articles of `others`, slices of another release, in the same order: those that are
 * still here and among the oldest `published`. Neighbours that still are neighbours make one slice.
 */
export async function locateArticles(
  release: Release,
  others: readonly PageSlice[],
  published: number,
  withViews: boolean,
): Promise<PageSlice[]> {
  const found: PageSlice[] = [];
  // A run of neighbours: places from `oldest` up to but not including `newest`.
  let oldest = 0;
  let newest = 0;
  for (const { table, from, to } of others) {
    for (let slot = from; slot < to; slot++) {
      const located = locate(release, table.id(slot), table.publishAt(slot));
      // Nearly all are in tables that are here already.
      const place = located instanceof Promise ? await located : located;
      if (place === null || place >= published) continue;
      if (place === oldest - 1) oldest = place;
      else {
        await endRun();
        [oldest, newest] = [place, place + 1];
      }
    }
  }
  await endRun();
  return found;

  async function endRun(): Promise<void> {
    if (newest > oldest) found.push(...(await release.slices(oldest, newest, withViews)));
  }
}

/** By its place in the order, or in the lookup where it has another date. */
function locate(release: Release, id: number, publishAt: number): Awaitable<number | null> {
  return whenReady(release.placeOf(id, publishAt), (place) => {
    return place ?? whenReady(release.find(id), (found) => found?.place ?? null);
  });
}

/**
 * One page of a snapshot, whose articles are in `slices`: a literal head, ranges of page files, a literal tail. Where
 * articles of it are gone, the places are still those of the snapshot.
 */
function composePage(
  release: Release,
  parameters: ListParameters,
  { count, digest }: Snapshot,
  coding: ContentCoding,
  slices: readonly PageSlice[],
): Composed {
  const { page, perPage, view } = parameters;
  const { lastPage, oldest, newest } = toPlaces(parameters, count);
  const path = `${release.site}${listPath}`;
  const links = toLinks(path, parameters, lastPage, count === 0, `${count}-${digest}`);
  const tail = toTail(links, {
    current_page: page,
    from: newest === 0 ? null : count - newest + 1,
    path,
    per_page: perPage,
    to: newest === 0 ? null : count - oldest,
  });
  return compose(release.id, slices, coding, view, ['{"data":[', `]${tail}`], toListFields(links, count));
}

/** The places of a page in the order of the oldest `count` articles, from `oldest` up to but not including `newest`. */
export function toPlaces(
  { page, perPage }: ListParameters,
  count: number,
): { lastPage: number; oldest: number; newest: number } {
  const lastPage = Math.max(1, Math.ceil(count / perPage));
  const newest = page > lastPage ? 0 : count - (page - 1) * perPage;
  return { lastPage, oldest: Math.max(0, newest - perPage), newest };
}
