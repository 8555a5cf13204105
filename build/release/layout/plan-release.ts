import { toAsciiJson } from '../../../src/core/encoding.ts';
import {
  formatVersion,
  type Index,
  indexPath,
  lookupPath,
  openPath,
  type Pointer,
  pageFileBytes,
  pageFileCount,
  pointerPath,
} from '../../../src/core/format.ts';
import { emptyDigest, extendDigest } from '../../../src/core/hash.ts';
import { hashBytes } from '../../source/hash-bytes.ts';
import { toLookupShards } from './lookup-shards.ts';
import type { PlannedArticle, PlannedPage } from './planned-article.ts';

/** A file whose bytes are made only where it is missing. */
export interface PlannedFile {
  path: string;
  size: number;
  bytes(): Buffer;
}

/** A release before its page files are put together. */
export interface ReleasePlan<T extends PlannedArticle = PlannedArticle> {
  release: string;
  /** Oldest first. */
  pages: PlannedPage<T>[];
  /** In the order in which they must be written: the pointer last. */
  files: PlannedFile[];
  order: Order;
}

/** What follows from ids, slugs, pictures and order of the articles alone. */
export interface Order {
  /** Hash of what it was made from. */
  of: string;
  /** Articles of each page file, oldest first, and the running digest of the ids up to its end. */
  pages: (readonly [count: number, digest: string])[];
  /** Names and bytes of the lookup shards. */
  shards: (readonly [name: string, size: number])[];
}

/** A page that needs no key, and its gzip coding. */
export interface OpenPage {
  name: string;
  bytes: Buffer;
  zipped: Buffer;
}

/**
 * Plans a release: page files cut from the oldest article on, each holding its articles newest first, so that a new
 * article changes the last file only; then the lookup, the open pages, the index and the pointer.
 */
export function planRelease<T extends PlannedArticle>(
  articles: readonly T[],
  site: string,
  earlier: Order | null = null,
  openPages: readonly OpenPage[] = [],
): ReleasePlan<T> {
  const ordered = [...articles].sort((a, b) => a.publishAt - b.publishAt || a.id - b.id);
  const groups = [...groupFromOldest(ordered)];
  const pages = groups.map((group): PlannedPage<T> => {
    const newestFirst = group.toReversed();
    return { name: namePage(newestFirst), newestFirst };
  });
  const { order, shards } = planOrder(ordered, groups, earlier);
  const index: Index = {
    format: formatVersion,
    site,
    pages: pages.map(({ name, newestFirst }, i) => {
      const [count, digest] = order.pages[i] ?? [0, ''];
      return [name, count, newestFirst.at(-1)?.publishAt ?? 0, newestFirst[0]?.publishAt ?? 0, digest];
    }),
    shards: order.shards.map(([name]) => name),
    open: openPages.map(({ name, bytes }) => [name, hashBytes(bytes)]),
  };
  const indexBytes = Buffer.from(toAsciiJson(index));
  const release = hashBytes(indexBytes);
  const pointer: Pointer = { format: formatVersion, release };
  const files = [
    ...order.shards.map(([name, size], i) => ({ path: lookupPath(name), size, bytes: () => shards(i) })),
    ...openPages.flatMap(planOpen),
    planFile(indexPath(release), indexBytes),
    planFile(pointerPath, Buffer.from(`${JSON.stringify(pointer)}\n`)),
  ];
  return { release, pages, files, order };
}

/** Reuses the order of the last build where it is the same. Shards are made only when one is needed. */
function planOrder(
  ordered: readonly PlannedArticle[],
  groups: readonly (readonly PlannedArticle[])[],
  earlier: Order | null,
): { order: Order; shards: (number: number) => Buffer } {
  const text = ordered.map(({ id, slug, aliases, media }) => `${id} ${slug} ${aliases} ${media}`).join('\n');
  const of = hashBytes(Buffer.from(`${groups.map(({ length }) => length)}\n${text}`));
  let made: Buffer[] | null = null;
  const shards = (number: number): Buffer => {
    made ??= toLookupShards(ordered);
    return made[number] ?? Buffer.alloc(0);
  };
  if (earlier?.of === of) return { order: earlier, shards };
  made = toLookupShards(ordered);
  let digest = emptyDigest;
  const pages = groups.map((group) => {
    for (const { id } of group) digest = extendDigest(digest, id);
    return [group.length, digest] as const;
  });
  return { order: { of, pages, shards: made.map((bytes) => [hashBytes(bytes), bytes.length] as const) }, shards };
}

function planOpen({ name, bytes, zipped }: OpenPage): PlannedFile[] {
  const path = openPath(name, hashBytes(bytes));
  return [planFile(path, bytes), planFile(`${path}.gz`, zipped)];
}

function planFile(path: string, bytes: Buffer): PlannedFile {
  return { path, size: bytes.length, bytes: () => bytes };
}

/** Splits the articles into one group for each page file. */
function* groupFromOldest<T extends PlannedArticle>(articles: readonly T[]): Generator<T[]> {
  let group: T[] = [];
  let groupSize = 0;
  for (const article of articles) {
    if (group.length === pageFileCount || (group.length > 0 && groupSize + article.size > pageFileBytes)) {
      yield group;
      group = [];
      groupSize = 0;
    }
    group.push(article);
    groupSize += article.size + 1;
  }
  if (group.length > 0) yield group;
}

/** Names a page by its articles, from which its bytes, its gzip form and its table follow. */
function namePage(newestFirst: readonly PlannedArticle[]): string {
  return hashBytes(Buffer.from([formatVersion, ...newestFirst.map(({ name }) => name)].join()));
}
