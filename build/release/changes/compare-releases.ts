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
  return compareViews(before && (await openReleaseView(before, now)), await openReleaseView(after, now));
}

/** The same of releases that are open. */
export async function compareViews(from: ReleaseView | null, to: ReleaseView): Promise<Changes> {
  if (from === null) return toFirst(to);
  const rows = { before: await readRows(from, to), after: await readRows(to, from) };
  const { media, ...articles } = await compareArticles(from, to, rows);
  const [was, is] = [from.release, to.release];
  return {
    before: was.id,
    after: is.id,
    articles: { before: was.total, after: is.total },
    site: was.site === is.site ? null : { before: was.site, after: is.site },
    ...articles,
    moved: await findMovedArticles(to, articles),
    addresses: await compareAddresses(from, to, articles),
    list: compareList(from, to, rows),
    media,
  };
}

/** After none, all is new, so that nothing need be listed. */
function toFirst({ release, publishedCount }: ReleaseView): Changes {
  const pages = countPages(publishedCount);
  return {
    before: null,
    after: release.id,
    articles: { before: 0, after: release.total },
    site: null,
    added: [],
    changed: [],
    removed: [],
    moved: [],
    addresses: [],
    list: { before: 0, after: pages, changed: pages },
    media: { added: [], removed: [] },
  };
}

/** Counts the pages of the list whose responses differ. */
function compareList(from: ReleaseView, to: ReleaseView, { before, after }: ChangedRows): ChangedPages {
  const pages = { before: countPages(from.publishedCount), after: countPages(to.publishedCount) };
  // All name the last page.
  if (pages.before !== pages.after || from.release.site !== to.release.site)
    return { ...pages, changed: Math.max(pages.before, pages.after) };
  const changed = new Set<number>();
  const toNumber = ({ publishedCount }: ReleaseView, place: number): number => publishedCount - 1 - place;
  const addPages = (newest: number, oldest: number): void => {
    const last = Math.floor(oldest / pageFileCount);
    for (let page = Math.floor(Math.max(0, newest) / pageFileCount); page <= last; page++) changed.add(page);
  };
  const addRows = (view: ReleaseView, rows: ChangedRows['before'], other: ReleaseView, others: typeof rows): void => {
    for (const { id, place, hash } of rows.values()) {
      const [row, number] = [others.get(id), toNumber(view, place)];
      if (row?.hash !== hash || toNumber(other, row.place) !== number) addPages(number, number);
    }
  };
  addRows(from, before, to, after);
  addRows(to, after, from, before);
  // Articles that both have may have another number.
  const starts = startsOf(to);
  for (const [name, [start, count]] of startsOf(from)) {
    const [now] = starts.get(name) ?? [null];
    if (now !== null && toNumber(to, now) !== toNumber(from, start))
      for (const view of [toNumber(from, start), toNumber(to, now)]) addPages(view - count + 1, view);
  }
  return { ...pages, changed: changed.size };
}

/** The first place of each page file, and how many articles it has. */
function startsOf({ release }: ReleaseView): Map<string, [start: number, count: number]> {
  let end = 0;
  return new Map(
    release.pages.map(([name, count]) => {
      end += count;
      return [name, [end - count, count]];
    }),
  );
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
