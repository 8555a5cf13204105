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
} from '../../src/core/format.ts';
import { gzipHeader, gzipTrailer, stored } from '../../src/core/gzip.ts';
import { emptyDigest, extendDigest } from '../../src/core/hash.ts';
import { comma, pageTableSize } from '../../src/core/page-table.ts';
import { toAsciiJson } from '../../src/core/problem.ts';
import { hashBytes } from './hash-bytes.ts';
import { type PlannedShard, setLookup } from './set-lookup.ts';

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
  /** Octets of its JSON, and of its deflate blocks. */
  size: number;
  deflatedSize: number;
  /** Of level-one headings. */
  cutCount: number;
}

/** A page file, its gzip form and its table, with the articles of each by itself. */
export interface Page<T extends LaidArticle = LaidArticle> {
  name: string;
  newestFirst: T[];
  /** Octets of each file, by path. */
  sizes: Map<string, number>;
}

/** A release, laid out: nothing of it is assembled yet but what names the pages. */
export interface Layout<T extends LaidArticle = LaidArticle> {
  release: string;
  /** Oldest first. */
  pages: Page<T>[];
  /** In the order in which they must be written: the pointer last. */
  files: PlannedFile[];
}

/**
 * Lays out a release: page files cut from the oldest article on, each holding its articles newest first, so that a new
 * article changes the last file only; then the lookup, the index and the pointer.
 */
export function layOut<T extends LaidArticle>(
  articles: readonly T[],
  site: string,
  setShards: (ordered: readonly LaidArticle[]) => PlannedShard[] = setLookup,
): Layout<T> {
  const ordered = [...articles].sort((a, b) => a.publishAt - b.publishAt || a.id - b.id);
  const index: Index = { format: formatVersion, site, pages: [], shards: [] };
  const pages: Page<T>[] = [];
  let digest = emptyDigest;
  for (const group of groupFromOldest(ordered)) {
    for (const { id } of group) digest = extendDigest(digest, id);
    const newestFirst = group.toReversed();
    const name = namePage(newestFirst);
    const first = group[0]?.publishAt ?? 0;
    index.pages.push([name, group.length, first, group.at(-1)?.publishAt ?? first, digest]);
    pages.push({ name, newestFirst, sizes: sizesOf(name, newestFirst) });
  }
  const shards = setShards(ordered);
  index.shards = shards.map(({ name }) => name);
  const indexBytes = Buffer.from(toAsciiJson(index));
  const release = hashBytes(indexBytes);
  const pointer: Pointer = { format: formatVersion, release };
  const files = [
    ...shards.map(({ name, size, bytes }) => ({ path: lookupPath(name), size, bytes })),
    planFile(indexPath(release), indexBytes),
    planFile(pointerPath, Buffer.from(`${JSON.stringify(pointer)}\n`)),
  ];
  return { release, pages, files };
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

function sizesOf(name: string, newestFirst: readonly LaidArticle[]): Map<string, number> {
  const sum = (size: (article: LaidArticle) => number): number =>
    newestFirst.reduce((total, article) => total + size(article), 0);
  const count = newestFirst.length;
  const separator = stored(comma).length;
  const frame = gzipHeader.length + stored(comma, true).length + gzipTrailer(0, 0).length;
  return new Map([
    ...newestFirst.map(({ id, hash, size }) => [articlePath(id, hash), size] as const),
    [pagePath(name), sum(({ size }) => size + 1) + 1],
    [gzipPath(name), sum(({ deflatedSize }) => deflatedSize + separator) + frame],
    [
      tablePath(name),
      pageTableSize(
        count,
        sum(({ cutCount }) => cutCount),
      ),
    ],
  ]);
}
