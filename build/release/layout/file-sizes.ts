import { articlePath, gzipPath, pagePath, tablePath } from '../../../src/core/format.ts';
import { gzipHeader, gzipTrailer, stored } from '../../../src/core/gzip.ts';
import { comma, pageTableSize } from '../../../src/core/page-table.ts';
import type { PlannedPage } from './planned-article.ts';

/** A path, and the bytes of its file. */
export type SizedPath = readonly [path: string, size: number];

/** Paths and sizes of the page file, its gzip form and its table. */
export function sizePage({ name, newestFirst }: PlannedPage): SizedPath[] {
  const count = newestFirst.length;
  let [size, deflatedSize, cutCount] = [0, 0, 0];
  for (const article of newestFirst) {
    size += article.size;
    deflatedSize += article.deflatedSize;
    cutCount += article.cutCount;
  }
  // `[` or `,` before each article, and `]` at the end.
  const end = size + count;
  const gzipEnd = gzipHeader.length + deflatedSize + count * stored(comma).length;
  return [
    [pagePath(name), end + 1],
    [gzipPath(name), gzipEnd + stored(comma, true).length + gzipTrailer(0, 0).length],
    [tablePath(name), pageTableSize(count, cutCount, end, gzipEnd)],
  ];
}

/** Paths and sizes of the articles by themselves. */
export function sizeArticles({ newestFirst }: PlannedPage): SizedPath[] {
  return newestFirst.map(({ id, hash, size }) => [articlePath(id, hash), size]);
}
