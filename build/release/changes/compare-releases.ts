import { pageFileCount } from '../../../src/core/format.ts';
import { type LedgerEntry, maxTakenDown } from '../../../src/core/ledger.ts';
import type { ChangedPages, Changes } from './changes.ts';
import { compareAddresses, findMovedArticles } from './compare-addresses.ts';
import { type ChangedRows, compareArticles } from './compare-articles.ts';
import { openReleaseView, type ReleaseSource, type ReleaseView, readRows } from './release-view.ts';

/**
 * What readers get from `after` and not from `before`, and the other way about; `now` is in seconds. The work follows
 * what differs: pages and lookup shards that both have are not read. Throws `MissingFile` or `DamagedFile`.
 */
export async function compareReleases(
  before: ReleaseSource | null,
  after: ReleaseSource,
  now: number,
): Promise<Changes> {
  return compareViews(before && (await openReleaseView(before, now)), await openReleaseView(after, now), now);
}

/** The same of releases that are open. */
export async function compareViews(from: ReleaseView | null, to: ReleaseView, now: number): Promise<Changes> {
  if (from === null) return toFirst(to);
  const rows = { before: await readRows(from, to), after: await readRows(to, from) };
  const { media, ...articles } = await compareArticles(from, to, rows, now);
  const [was, is] = [from.release, to.release];
  return {
    before: was.id,
    after: is.id,
    articles: { before: was.total, after: is.total },
    site: was.site === is.site ? null : { before: was.site, after: is.site },
    ...articles,
    moved: await findMovedArticles(to, articles),
    addresses: await compareAddresses(from, to, articles),
    list: await compareList(from, to, rows),
    media,
  };
}

/** After none, all is new, so that nothing need be listed. */
function toFirst({ release, publishedCount }: ReleaseView): Changes {
  return {
    before: null,
    after: release.id,
    articles: { before: 0, after: release.total },
    site: null,
    ...{ added: [], changed: [], removed: [], moved: [], addresses: [] },
    list: firstList(publishedCount),
    media: { added: [], removed: [] },
  };
}

/** Counts the pages of the list whose responses differ. */
async function compareList(
  from: ReleaseView,
  to: ReleaseView,
  { before, after }: ChangedRows,
): Promise<Changes['list']> {
  const touched = new Set<number>();
  for (const { id, place, hash } of before.values()) {
    const now = after.get(id);
    const isSame = now?.hash === hash && now.place < to.publishedCount;
    if (place < from.publishedCount && !isSame)
      touched.add(Math.floor((from.publishedCount - 1 - place) / pageFileCount));
  }
  const [pages, pagesAfter] = [countPages(from.publishedCount), countPages(to.publishedCount)];
  const isSite = from.release.site !== to.release.site;
  const isSameSet =
    from.publishedCount === to.publishedCount &&
    (await from.release.digestAt(from.publishedCount)) === (await to.release.digestAt(to.publishedCount));
  const pinned = isSite ? pages : touched.size;
  const live = isSite || !isSameSet ? Math.max(pages, pagesAfter) : touched.size;
  return {
    live: { before: pages, after: pagesAfter, changed: live },
    pinned: { before: pages, after: pages, changed: pinned },
  };
}

/** The list of a first release: it has no page before. */
function firstList(publishedCount: number): Changes['list'] {
  const none: ChangedPages = { before: 0, after: 0, changed: 0 };
  return { live: { ...none, after: countPages(publishedCount), changed: countPages(publishedCount) }, pinned: none };
}

/** An empty list has one page. */
function countPages(publishedCount: number): number {
  return Math.max(1, Math.ceil(publishedCount / pageFileCount));
}

/** What the ledger reports about changes; null where they are unknown. */
export function summarise(changes: Changes | null): Pick<LedgerEntry, 'changes' | 'takenDown'> {
  if (changes === null) return { changes: null, takenDown: null };
  const { before, articles, added, changed, removed } = changes;
  if (before === null) return { changes: { added: articles.after, changed: 0, removed: 0 }, takenDown: [] };
  const putOff = changed.filter(({ before, after }) => !after.isPublished && after.publishAt > before.publishAt);
  const takenDown = [...removed, ...putOff].map(({ id }) => id);
  return {
    changes: { added: added.length, changed: changed.length, removed: removed.length },
    takenDown: takenDown.length > maxTakenDown ? null : takenDown,
  };
}
