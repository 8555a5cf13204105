import type { FileRecord } from './incremental/file-record.ts';
import type { Moves, RemovedArticle } from './incremental/moves.ts';

/** The articles of `lost`, which readers get in the last release, that are there under no other slug; and where each was. */
export function findRemoved(
  lost: readonly Pick<RemovedArticle, 'id' | 'slug'>[],
  moved: Moves['articles'],
  records: readonly FileRecord[],
  earlier: { records: readonly FileRecord[]; moves: Moves },
): RemovedArticle[] {
  if (lost.length === 0) return [];
  const others = new Set(moved.map(({ slug }) => slug));
  // What becomes of invalid files is said where they are reported.
  for (const { kind, names } of records) if (kind === 'invalid' || kind === 'unread') others.add(names?.slug ?? '');
  const paths = new Map(earlier.moves.removed.map(({ slug, path }) => [slug, path]));
  for (const { path, names } of earlier.records) if (names !== null) paths.set(names.slug, path);
  return lost
    .filter(({ slug }) => !others.has(slug))
    .map(({ id, slug }) => ({ path: paths.get(slug) ?? '', slug, id }));
}
