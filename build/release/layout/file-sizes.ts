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
  const separator = stored(comma).length;
  const frame = gzipHeader.length + stored(comma, true).length + gzipTrailer(0, 0).length;
  return [
    // `[` or `,` before each article, and `]` at the end.
    [pagePath(name), size + count + 1],
    [gzipPath(name), deflatedSize + count * separator + frame],
    [tablePath(name), pageTableSize(count, cutCount)],
  ];
}

/** Paths and sizes of the articles by themselves. */
export function sizeArticles({ newestFirst }: PlannedPage): SizedPath[] {
  return newestFirst.map(({ id, hash, size }) => [articlePath(id, hash), size]);
}
