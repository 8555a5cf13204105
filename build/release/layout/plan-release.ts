import {
  articlePath,
  formatVersion,
  gzipPath,
  type Index,
  indexPath,
  lookupPath,
  type Pointer,
  pageFileBytes,
  pageFileCount,
  pagePath,
  pointerPath,
  tablePath,
} from '../../../src/core/format.ts';
import { gzipHeader, gzipTrailer, stored } from '../../../src/core/gzip.ts';
import { emptyDigest, extendDigest } from '../../../src/core/hash.ts';
import { comma, pageTableSize } from '../../../src/core/page-table.ts';
import { toAsciiJson } from '../../../src/core/problem.ts';
import { hashBytes } from '../../source/hash-bytes.ts';
import { setLookup } from './lookup-shards.ts';

/** A file of a release: its path below `api/v1`, and what it holds. */
export interface ReleaseFile {
  path: string;
  bytes: Buffer;
}

/** A file that need not be made where it is there already. */
export interface PlannedFile {
  path: string;
  size: number;
  bytes(): Buffer;
}

/** What the layout of a release needs to know of an article. */
export interface LaidArticle {
  id: number;
  slug: string;
  /** Former slugs. */
  aliases: readonly string[];
  publishAt: number;
  /** Names its own file. */
  hash: string;
  /** What tells its content, its cuts and its deflate blocks from any other's. */
  name: string;
  /** Bytes of its JSON, and of its deflate blocks. */
  size: number;
  deflatedSize: number;
  /** Of level-one headings. */
  cutCount: number;
}

/** A page file, its gzip form and its table, with each of its articles by itself. */
export interface Page<T extends LaidArticle = LaidArticle> {
  name: string;
  newestFirst: T[];
}

/** A release, laid out: nothing of it is assembled yet but what names the pages. */
export interface Layout<T extends LaidArticle = LaidArticle> {
  release: string;
  /** Oldest first. */
  pages: Page<T>[];
  /** In the order in which they must be written: the pointer last. */
  files: PlannedFile[];
  order: Order;
}

/** What follows from the order of the articles and what they are called, whatever they hold. */
export interface Order {
  /** What tells it from any other. */
  of: string;
  /** Articles of each page file, oldest first, and the running digest of the ids up to its end. */
  pages: (readonly [count: number, digest: string])[];
  /** Names and bytes of the lookup shards. */
  shards: (readonly [name: string, size: number])[];
}

/**
 * Lays out a release: page files cut from the oldest article on, each holding its articles newest first, so that a new
 * article changes the last file only; then the lookup, the index and the pointer.
 */
export function layOut<T extends LaidArticle>(
  articles: readonly T[],
  site: string,
  earlier: Order | null = null,
): Layout<T> {
  const ordered = [...articles].sort((a, b) => a.publishAt - b.publishAt || a.id - b.id);
  const groups = [...groupFromOldest(ordered)];
  const pages = groups.map((group): Page<T> => {
    const newestFirst = group.toReversed();
    return { name: namePage(newestFirst), newestFirst };
  });
  const { order, shards } = layOrder(ordered, groups, earlier);
  const index: Index = {
    format: formatVersion,
    site,
    pages: pages.map(({ name, newestFirst }, i) => {
      const [count, digest] = order.pages[i] ?? [0, ''];
      return [name, count, newestFirst.at(-1)?.publishAt ?? 0, newestFirst[0]?.publishAt ?? 0, digest];
    }),
    shards: order.shards.map(([name]) => name),
  };
  const indexBytes = Buffer.from(toAsciiJson(index));
  const release = hashBytes(indexBytes);
  const pointer: Pointer = { format: formatVersion, release };
  const files = [
    ...order.shards.map(([name, size], i) => ({ path: lookupPath(name), size, bytes: () => shards(i) })),
    planFile(indexPath(release), indexBytes),
    planFile(pointerPath, Buffer.from(`${JSON.stringify(pointer)}\n`)),
  ];
  return { release, pages, files, order };
}

/** The order, taken over where it is as it was; the shards are made only where one is asked for. */
function layOrder(
  ordered: readonly LaidArticle[],
  groups: readonly (readonly LaidArticle[])[],
  earlier: Order | null,
): { order: Order; shards: (number: number) => Buffer } {
  const text = ordered.map(({ id, slug, aliases }) => `${id} ${slug} ${aliases}`).join('\n');
  const of = hashBytes(Buffer.from(`${groups.map(({ length }) => length)}\n${text}`));
  let made: Buffer[] | null = null;
  const shards = (number: number): Buffer => {
    made ??= setLookup(ordered);
    return made[number] ?? Buffer.alloc(0);
  };
  if (earlier?.of === of) return { order: earlier, shards };
  made = setLookup(ordered);
  let digest = emptyDigest;
  const pages = groups.map((group) => {
    for (const { id } of group) digest = extendDigest(digest, id);
    return [group.length, digest] as const;
  });
  return { order: { of, pages, shards: made.map((bytes) => [hashBytes(bytes), bytes.length] as const) }, shards };
}

function planFile(path: string, bytes: Buffer): PlannedFile {
  return { path, size: bytes.length, bytes: () => bytes };
}

/** Groups of neighbours, one for each page file. */
function* groupFromOldest<T extends LaidArticle>(articles: readonly T[]): Generator<T[]> {
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

/** The name stands for all that the page, its gzip form and its table hold: each follows from its articles. */
function namePage(newestFirst: readonly LaidArticle[]): string {
  return hashBytes(Buffer.from([formatVersion, ...newestFirst.map(({ name }) => name)].join()));
}

/** A path, and how many bytes are there. */
export type SizedPath = readonly [path: string, size: number];

/** The page file, its gzip form and its table. */
export function sizePage({ name, newestFirst }: Page): SizedPath[] {
  const count = newestFirst.length;
  let [size, deflatedSize, cutCount] = [0, 0, 0];
  for (const article of newestFirst) {
    size += article.size;
    deflatedSize += article.deflatedSize;
    cutCount += article.cutCount;
  }
  const separator = stored(comma).length;
  const frame = gzipHeader.length + stored(comma, true).length + gzipTrailer(0, 0).length;
  return [
    // A bracket or a comma before each, and a bracket.
    [pagePath(name), size + count + 1],
    [gzipPath(name), deflatedSize + count * separator + frame],
    [tablePath(name), pageTableSize(count, cutCount)],
  ];
}

/** Each article of a page by itself. */
export function sizeArticles({ newestFirst }: Page): SizedPath[] {
  return newestFirst.map(({ id, hash, size }) => [articlePath(id, hash), size]);
}
