import { isDeepStrictEqual } from 'node:util';
import { toAsciiJson } from '../../../src/core/encoding.ts';
import { kindsOf } from '../../../src/core/fields.ts';
import {
  type DeclaredFields,
  formatVersion,
  type Index,
  indexPath,
  lookupPath,
  openPath,
  type Pointer,
  pageFileBytes,
  pageFileCount,
  pointerPath,
  type ReaderSettings,
} from '../../../src/core/format.ts';
import { lazy } from '../../package/lazy.ts';
import { hashBytes } from '../../source/hash-bytes.ts';
import { planLookup, type WithNames } from './plan-lookup.ts';
import { planTerms, type TermFiles, type WithTerms } from './plan-terms.ts';

/** A file whose bytes are made only where it is missing. */
export interface PlannedFile {
  path: string;
  size: number;
  bytes(): Buffer;
}

/** A release before its page files are put together. */
export interface ReleasePlan<T extends PlannedArticle = PlannedArticle> {
  release: string;
  /** As they were given. */
  articles: readonly T[];
  /** Oldest first. */
  pages: readonly PlannedPage<T>[];
  /** In the order in which they must be written: the pointer last. */
  files: PlannedFile[];
  order: Order;
}

/** What follows from paths, ids, slugs, assets, terms and order of the articles alone. */
export interface Order {
  /** Hash of what it was made from. */
  of: string;
  /** Names and bytes of the lookup shards. */
  shards: (readonly [name: string, size: number])[];
  /** Paths and bytes of the files of terms, and the name of their index; null where there are no terms. */
  terms: (readonly [path: string, size: number])[];
  termIndex: string | null;
}

/** A page that needs no key, and its gzip coding; null of an archive. */
export interface OpenPage {
  name: string;
  bytes: Buffer;
  zipped: Buffer | null;
}

/**
 * Plans a release: page files cut from the oldest article on, each holding its articles newest first, so that a new
 * article changes the last file only; then the lookup, the open pages, the index and the pointer.
 * The order of an `earlier` release is taken over where it is the same; so are the pages of the plan `before`, of which
 * the same objects were given.
 */
export function planRelease<T extends PlannedArticle>(
  articles: readonly T[],
  site: string,
  fields: DeclaredFields,
  earlier: Order | null = null,
  openPages: readonly OpenPage[] = [],
  before: ReleasePlan<T> | null = null,
  settings?: ReaderSettings,
): ReleasePlan<T> {
  const kept = before && replaceArticles(articles, before);
  const pages = kept ?? [...groupFromOldest(articles)].map(toPage);
  const { order, shards, terms } = planOrder(
    pages,
    kindsOf(fields),
    earlier,
    kept === null ? null : (before?.order ?? null),
  );
  const index: Index = {
    format: formatVersion,
    site,
    pages: pages.map(({ name, newestFirst, withCuts }) => {
      const [newest, oldest] = [newestFirst[0], newestFirst.at(-1)];
      return [name, newestFirst.length, oldest?.publishAt ?? 0, newest?.publishAt ?? 0, withCuts];
    }),
    shards: order.shards.map(([name]) => name),
    terms: order.termIndex,
    open: openPages.map(({ name, bytes }) => [name, hashBytes(bytes)]),
    settings,
    fields: fields.length === 0 ? undefined : [...fields],
  };
  const indexBytes = Buffer.from(toAsciiJson(index));
  const release = hashBytes(indexBytes);
  const pointer: Pointer = { format: formatVersion, release };
  const files = [
    ...order.shards.map(([name, size], i) => ({ path: lookupPath(name), size, bytes: () => shards(i) })),
    ...order.terms.map(([path, size]) => ({ path, size, bytes: () => terms(path) })),
    ...openPages.flatMap(planOpen),
    planFile(indexPath(release), indexBytes),
    planFile(pointerPath, Buffer.from(`${JSON.stringify(pointer)}\n`)),
  ];
  return { release, articles, pages, files, order };
}

/**
 * The pages of a plan with these articles, of which some were changed and none could have another place; null where
 * that is not so.
 */
function replaceArticles<T extends PlannedArticle>(
  articles: readonly T[],
  before: ReleasePlan<T>,
): PlannedPage<T>[] | null {
  if (articles.length !== before.articles.length) return null;
  const pages = [...before.pages];
  let changed = 0;
  for (const [i, article] of articles.entries()) {
    const old = before.articles[i];
    if (article === old) continue;
    if (old === undefined || !isPlacedAs(old, article) || ++changed > maxReplaced) return null;
    const number = pages.findIndex(({ newestFirst }) => newestFirst.includes(old));
    const newestFirst = pages[number]?.newestFirst.map((each) => (each === old ? article : each)) ?? [];
    // Of others the size decides where they end.
    const isFull = newestFirst.length === pageFileCount || number === pages.length - 1;
    if (!isFull || newestFirst.reduce((sum, { size }) => sum + size + 1, 0) > pageFileBytes) return null;
    pages[number] = toPage(newestFirst);
  }
  return pages;
}

/** Articles beyond which all are put in order again. */
const maxReplaced = 100;

/** Whether two articles have the same place in all that readers find articles by. */
function isPlacedAs(one: PlannedArticle, other: PlannedArticle): boolean {
  const toPlace = ({ path, id, slug, aliases, unwritten, media, terms, publishAt }: PlannedArticle) => {
    return [path, id, slug, aliases, unwritten, media, terms, publishAt];
  };
  return isDeepStrictEqual(toPlace(one), toPlace(other));
}

/**
 * Reuses the order of the `earlier` build where it is the same; `known` is the order, unless null. Shards are made when
 * one is needed.
 */
function planOrder(
  newestFirst: readonly PlannedPage[],
  kinds: readonly string[],
  earlier: Order | null,
  known: Order | null,
): { order: Order; shards: (number: number) => Buffer; terms: (path: string) => Buffer } {
  const ordered = lazy(() => newestFirst.flatMap((page) => page.newestFirst.toReversed()));
  const lookup = lazy(() => planLookup(ordered()));
  const shards = (number: number): Buffer => lookup()[number] ?? Buffer.alloc(0);
  const planned = lazy((): TermFiles => planTerms(ordered(), kinds));
  const terms = (path: string): Buffer => planned().files.get(path) ?? Buffer.alloc(0);
  if (known !== null) return { order: known, shards, terms };
  // Most have neither aliases nor assets: to write an empty list takes longer than all else.
  const list = (names: readonly string[]): string => (names.length === 0 ? '' : names.join());
  // Terms may hold commas.
  const write = (terms: WithTerms['terms']): string => (terms.length === 0 ? '' : JSON.stringify(terms));
  const text = ordered().map((each) => {
    const unwritten = each.unwritten ? ` ${JSON.stringify(each.unwritten)}` : '';
    return `${each.id} ${each.slug} ${list(each.aliases)} ${list(each.media)} ${each.path} ${write(each.terms)}${unwritten}`;
  });
  const counts = newestFirst.map((page) => page.newestFirst.length);
  const of = hashBytes(Buffer.from(`${counts}\n${text.join('\n')}\n${kinds}`));
  if (earlier?.of === of) return { order: earlier, shards, terms };
  const order: Order = {
    of,
    shards: lookup().map((bytes) => [hashBytes(bytes), bytes.length] as const),
    terms: [...planned().files].map(([path, { length }]) => [path, length] as const),
    termIndex: planned().index,
  };
  return { order, shards, terms };
}

function planOpen({ name, bytes, zipped }: OpenPage): PlannedFile[] {
  const path = openPath(name, hashBytes(bytes));
  return [planFile(path, bytes), ...(zipped === null ? [] : [planFile(`${path}.gz`, zipped)])];
}

function planFile(path: string, bytes: Buffer): PlannedFile {
  return { path, size: bytes.length, bytes: () => bytes };
}

/** Puts articles in order, and splits them into one group, newest first, for each page file. */
function* groupFromOldest<T extends PlannedArticle>(articles: readonly T[]): Generator<T[]> {
  let group: T[] = [];
  let groupSize = 0;
  for (const article of [...articles].sort((a, b) => a.publishAt - b.publishAt || a.id - b.id)) {
    if (group.length === pageFileCount || (group.length > 0 && groupSize + article.size > pageFileBytes)) {
      yield group.reverse();
      group = [];
      groupSize = 0;
    }
    group.push(article);
    groupSize += article.size + 1;
  }
  if (group.length > 0) yield group.reverse();
}

/** A page is named by its articles, from which its bytes, its gzip form and its table follow. */
function toPage<T extends PlannedArticle>(newestFirst: T[]): PlannedPage<T> {
  const name = hashBytes(Buffer.from([formatVersion, ...newestFirst.map((article) => article.name)].join()));
  return { name, newestFirst, withCuts: newestFirst.filter(({ cutCount }) => cutCount > 0).length };
}

/** What the plan of a release needs to know of an article. */
export interface PlannedArticle extends WithNames, WithTerms {
  publishAt: number;
  /** Of its JSON; it names the file of the article by itself. */
  hash: string;
  /** Hash of content, cuts and streams. */
  name: string;
  /** Bytes of its JSON, of its deflate stream, and of that without level-one headings: 0 where it has none. */
  size: number;
  streamSize: number;
  streamSizeWithout: number;
  /** Of level-one headings. */
  cutCount: number;
}

/** The articles of a page file. */
export interface PlannedPage<T extends PlannedArticle = PlannedArticle> {
  name: string;
  newestFirst: T[];
  /** How many of them have level-one headings. */
  withCuts: number;
}
