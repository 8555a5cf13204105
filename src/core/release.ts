import type * as z from 'zod/mini';
import { Index, indexPath, LookupShard, lookupPath, PageTable, pagePath, shardOf, tablePath } from './format.ts';
import { emptyDigest, extendDigest, hashId } from './hash.ts';
import type { Reader } from './reader.ts';
import { recent } from './recent.ts';
import { type Row, toRow } from './row.ts';

/** Parsed tables and shards that are kept; one is some 15 kB. */
const keptTables = 512;

/** One release, open: the index in memory, all else read when asked for. Places count from 0, the oldest article. */
export interface Release {
  id: string;
  site: string;
  /** Articles in all, due or not. */
  total: number;
  /** How many, from the oldest, are due at `now` (seconds). */
  dueCount(now: number): Promise<number>;
  /** Running digest of the ids of the oldest `count` articles. */
  digestAt(count: number): Promise<string>;
  /** The page files that hold the places from `start` up to but not including `end`, newest first. */
  pages(start: number, end: number): Promise<PagePart[]>;
  /** Where an id or a slug stands. */
  find(article: number | string): Promise<Found | null>;
}

/** Neighbouring rows of one page file, newest first. */
export interface PagePart {
  file: string;
  rows: Row[];
}

export type Found = { place: number } | { movedTo: string };

/** A lookup shard, for reading: places by id (a number) and by slug (a string). */
interface Places {
  places: Map<number | string, number>;
  moved: Map<string, string>;
}

/** Opens the release that a pointer names. Throws where its index is missing or not of this format. */
export async function openRelease(id: string, reader: Reader): Promise<Release> {
  const index: Index = await readJson(reader, indexPath(id), Index);
  const starts = startsOf(index);
  const total = starts.at(-1) ?? 0;
  const table = recent(keptTables, async (page: number): Promise<Row[]> => {
    return (await readJson(reader, tablePath(entry(index, page)[0]), PageTable)).map(toRow);
  });
  const shard = recent(keptTables, async (number: number): Promise<Places> => {
    const path = lookupPath(at(index.shards, number));
    const { ids, slugs, moved } = await readJson(reader, path, LookupShard);
    return { places: new Map<number | string, number>([...ids, ...slugs]), moved: new Map(moved) };
  });
  let digested = { count: 0, digest: emptyDigest };
  let due = { from: 0, until: 0, count: 0 };

  return { id, site: index.site, total, dueCount, digestAt, pages, find };

  async function dueCount(now: number): Promise<number> {
    if (now < due.from || now >= due.until) due = await countDue(now);
    return due.count;
  }

  async function countDue(now: number): Promise<typeof due> {
    const page = firstIndex(index.pages.length, (i) => entry(index, i)[3] > now);
    const start = starts[page] ?? 0;
    const newest = page === 0 ? Number.NEGATIVE_INFINITY : entry(index, page - 1)[3];
    if (page === index.pages.length) return { from: newest, until: Number.POSITIVE_INFINITY, count: start };
    const rows = await table(page);
    const scheduled = firstIndex(rows.length, (i) => at(rows, i).publishAt <= now);
    const last = rows[scheduled]?.publishAt ?? newest;
    return { from: last, until: at(rows, scheduled - 1).publishAt, count: start + rows.length - scheduled };
  }

  async function digestAt(count: number): Promise<string> {
    if (count !== digested.count) digested = { count, digest: await computeDigest(count) };
    return digested.digest;
  }

  async function computeDigest(count: number): Promise<string> {
    const page = firstIndex(index.pages.length, (i) => (starts[i + 1] ?? 0) >= count);
    if (count === 0) return emptyDigest;
    if (starts[page + 1] === count) return entry(index, page)[4];
    const rows = await table(page);
    let digest = page === 0 ? emptyDigest : entry(index, page - 1)[4];
    for (let place = starts[page] ?? 0, slot = rows.length - 1; place < count; place++, slot--) {
      digest = extendDigest(digest, at(rows, slot).id);
    }
    return digest;
  }

  async function pages(start: number, end: number): Promise<PagePart[]> {
    const parts: PagePart[] = [];
    let above = end;
    while (above > start) {
      const page = pageOf(above - 1);
      const first = starts[page] ?? 0;
      const rows = await table(page);
      const from = Math.max(start, first);
      const newest = first + rows.length;
      parts.push({ file: pagePath(entry(index, page)[0]), rows: rows.slice(newest - above, newest - from) });
      above = from;
    }
    return parts;
  }

  async function find(article: number | string): Promise<Found | null> {
    if (index.shards.length === 0) return null;
    const number = typeof article === 'number' ? article : hashId(article);
    const { places, moved } = await shard(shardOf(number, index.shards.length));
    const place = places.get(article);
    if (place !== undefined) return { place };
    const movedTo = typeof article === 'string' ? moved.get(article) : undefined;
    return movedTo === undefined ? null : { movedTo };
  }

  function pageOf(place: number): number {
    return firstIndex(index.pages.length, (i) => (starts[i + 1] ?? 0) > place);
  }
}

/** Reads ASCII JSON. Throws where the file is missing or is not what `schema` says. */
export async function readJson<T>(reader: Reader, path: string, schema: z.ZodMiniType<T>): Promise<T> {
  const bytes = await reader.read(path);
  if (bytes === null) throw new MissingFile(path);
  return schema.parse(JSON.parse(toText(bytes)));
}

/** A file that a release names is not there: the release was removed, or never written whole. */
export class MissingFile extends Error {
  constructor(path: string) {
    super(`The release names ${path}, which is not there. Build again, or restore the files of the release.`);
    this.name = 'MissingFile';
  }
}

/** ASCII only. In steps, because the arguments of a call are limited in number. */
function toText(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

/** First place of each page file, and behind the last one the number of all articles. */
function startsOf(index: Index): number[] {
  const starts = [0];
  let start = 0;
  for (const [, count] of index.pages) {
    start += count;
    starts.push(start);
  }
  return starts;
}

/** The first of `count` numbers from 0 for which a condition holds that, once true, stays true; `count` if none. */
function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function entry(index: Index, page: number): Index['pages'][number] {
  return at(index.pages, page);
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${list.length}: the release is damaged.`);
  return item;
}
