import { articlePath, formatVersion, type Index, indexPath, type Pointer, pointerPath } from '../../src/core/format.ts';
import { toAsciiJson } from '../../src/core/problem.ts';
import { hashBytes, type SetArticle } from './set-article.ts';
import { setLookup } from './set-lookup.ts';
import { type ReleaseFile, setPages } from './set-pages.ts';

/** All files of a release, in the order in which they must be written: the pointer last. */
export function* setRelease(articles: readonly SetArticle[], site: string): Generator<ReleaseFile> {
  const ordered = [...articles].sort((a, b) => a.publishAt - b.publishAt || a.id - b.id);
  const index: Index = { format: formatVersion, site, pages: [], shards: [] };
  for (const { id, hash, bytes } of ordered) yield { path: articlePath(id, hash), bytes };
  yield* setPages(ordered, index.pages);
  yield* setLookup(ordered, index.shards);
  const bytes = Buffer.from(toAsciiJson(index));
  const release = hashBytes(bytes);
  yield { path: indexPath(release), bytes };
  const pointer: Pointer = { format: formatVersion, release };
  yield { path: pointerPath, bytes: Buffer.from(`${JSON.stringify(pointer)}\n`) };
}
