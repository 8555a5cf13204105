import { type Awaitable, whenAllReady, whenReady } from './awaitable.ts';
import type { Cursor } from './cursor.ts';
import { kindsOf } from './fields.ts';
import { type Filters, toFilters } from './filters.ts';
import { type DeclaredFields, Index, indexPath, type ReaderSettings } from './format.ts';
import { type Lookup, openLookup } from './lookup.ts';
import { admitOnSecondUse, namedFiles, type Recall } from './lru.ts';
import { type PageSlice, type PageTable, readTable } from './page-table.ts';
import { readJson } from './read-json.ts';
import { type Composed, isComposed, type Reply } from './reply.ts';
import { at, firstIndex } from './search.ts';
import type { Storage } from './storage.ts';
import { openTerms, type Terms } from './terms.ts';

/** Responses that are kept, without what is in files; one is some 3 kB. */
const keptResponses = 2048;

/** Parts of a response that is kept, at most. */
const maxKeptParts = 64;

/** One release, open: the index in memory, all else read when asked for. Places count from 0, the oldest article. */
export interface Release extends Lookup {
  id: string;
  site: string;
  /** All articles, published or scheduled. */
  total: number;
  /** Page files, from the oldest. */
  pages: Index['pages'];
  /** Names of the lookup shards. */
  shards: Index['shards'];
  /** How many, from the oldest, are published at `now` (seconds). */
  publishedCount(now: number): Awaitable<number>;
  /** When the next one is published after `now`, in seconds; ∞ where all are. */
  nextPublishAt(now: number): Awaitable<number>;
  /** The slices of page files that hold the places from `start` up to but not including `end`, newest first. */
  slices(start: number, end: number): Awaitable<PageSlice[]>;
  /** How many articles a list has behind a cursor: those that are older. */
  countBefore(cursor: Cursor): Awaitable<number>;
  /** Names and hashes of open pages. */
  open: Index['open'];
  terms: Terms;
  /** Those of authors. */
  fields: DeclaredFields;
  /** Those of them by which articles are selected. */
  filters: Filters;
  /** All by which articles are selected: see `kindsOf`. */
  kinds: readonly string[];
  settings: ReaderSettings;
  /** Ids of articles that it has on the disk, and that nobody gets; none but where `openWithout` says which. */
  excluded: ReadonlySet<number>;
  /** Keeps responses that were asked for more than once. */
  recallResponse: Recall<string, Composed | Reply>;
}

/**
 * Opens the release of that id, which keeps in `files` what it reads of tables, terms and lookups. Throws `MissingFile`
 * or `DamagedFile` where its index is not what it should be.
 */
export async function openRelease(id: string, storage: Storage, files = namedFiles(storage)): Promise<Release> {
  const { site, pages, shards, open, terms, settings, fields = [] } = await readJson(storage, indexPath(id), Index, id);
  const starts = startsOf(pages);
  const kinds = kindsOf(fields);
  const total = starts.at(-1) ?? 0;
  // Those of drafts are all served at once.
  let published = settings?.drafts
    ? { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, count: total }
    : { from: 0, until: 0, count: 0 };

  return {
    id,
    site,
    total,
    pages,
    shards,
    open,
    settings: settings ?? { cors: [], rateLimit: null },
    excluded: new Set(),
    fields,
    filters: toFilters(fields),
    kinds,
    terms: openTerms(terms, storage, files, kinds),
    publishedCount: (now) => whenReady(findPublished(now), ({ count }) => count),
    nextPublishAt: (now) => whenReady(findPublished(now), ({ until }) => until),
    slices,
    countBefore,
    ...openLookup(shards, storage, files),
    recallResponse: admitOnSecondUse(keptResponses, storage.noSharedWaits, (response) => {
      return !isComposed(response) || response.body.parts.length <= maxKeptParts;
    }),
  };

  function findPublished(now: number): Awaitable<typeof published> {
    if (now >= published.from && now < published.until) return published;
    const page = firstIndex(pages.length, (i) => at(pages, i)[3] > now);
    const start = starts[page] ?? 0;
    const newest = page === 0 ? Number.NEGATIVE_INFINITY : at(pages, page - 1)[3];
    if (page === pages.length) {
      published = { from: newest, until: Number.POSITIVE_INFINITY, count: start };
      return published;
    }
    return whenReady(table(page), (rows) => {
      const scheduled = firstIndex(rows.length, (slot) => rows.publishAt(slot) <= now);
      const last = scheduled === rows.length ? newest : rows.publishAt(scheduled);
      const found = { from: last, until: rows.publishAt(scheduled - 1), count: start + rows.length - scheduled };
      published = found;
      return found;
    });
  }

  function slices(start: number, end: number): Awaitable<PageSlice[]> {
    const found: Awaitable<PageSlice>[] = [];
    for (let above = end; above > start; ) {
      const page = pageOf(above - 1);
      const first = starts[page] ?? 0;
      const newest = starts[page + 1] ?? 0;
      const from = newest - above;
      const to = newest - Math.max(start, first);
      const [name] = at(pages, page);
      found.push(whenReady(table(page), (rows) => ({ page: name, table: rows, from, to })));
      above = first;
    }
    return whenAllReady(found);
  }

  function countBefore({ publishAt, id }: Cursor): Awaitable<number> {
    // Pages whose articles are all older, and the one in which the place is unless many have that second.
    const first = firstIndex(pages.length, (i) => at(pages, i)[3] >= publishAt);
    const end = firstIndex(pages.length, (i) => at(pages, i)[2] > publishAt);
    return search(first, end);

    /** Reads more than two tables only where articles of one second fill more. */
    function search(low: number, high: number): Awaitable<number> {
      if (low >= high) return starts[low] ?? 0;
      const page = (low + high) >>> 1;
      return whenReady(table(page), (rows) => {
        const slot = firstIndex(rows.length, (i) => {
          return rows.publishAt(i) < publishAt || (rows.publishAt(i) === publishAt && rows.id(i) < id);
        });
        if (slot === 0) return search(page + 1, high);
        return slot === rows.length ? search(low, page) : (starts[page + 1] ?? 0) - slot;
      });
    }
  }

  function table(page: number): Awaitable<PageTable> {
    const [name] = at(pages, page);
    return files(name, () => readTable(storage, name));
  }

  function pageOf(place: number): number {
    return firstIndex(pages.length, (i) => (starts[i + 1] ?? 0) > place);
  }
}

/** First place of each page file, and behind the last one the number of all articles. */
function startsOf(pages: Index['pages']): number[] {
  const starts = [0];
  for (const [index, [, count]] of pages.entries()) starts.push((starts[index] ?? 0) + count);
  return starts;
}
