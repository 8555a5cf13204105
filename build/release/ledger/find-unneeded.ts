import { readTable } from '../../../src/core/page-table.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { articlesOf } from './articles-of.ts';
import { reasonOf } from './reason-of.ts';
import { type KeptFiles, pathsOf, pathsOfOrder } from './release-files.ts';

/** Paths of files, and the `publish_at` (seconds) of those that are articles by themselves; null where it is unknown. */
export type Placed = Map<string, number | null>;

/**
 * The files that none of `kept` needs, of those with a name as releases have them. Reads only tables of pages in whose time one of the
 * articles lies. `kept` are oldest first, since the release after the one that goes has most of its articles. `unreadable` says which
 * tables cannot be read; articles of their time are taken to be needed.
 */
export async function findUnneeded(
  storage: Storage,
  files: Placed,
  kept: readonly KeptFiles[],
): Promise<{ unneeded: string[]; unreadable: string[] }> {
  const whole = kept.filter(({ isWhole }) => isWhole);
  const needed = new Set([...whole.flatMap(pathsOf), ...kept.flatMap(pathsOfOrder)]);
  const others: string[] = [];
  const articles: Placed = new Map();
  for (const [path, at] of files) {
    if (!/(?<=[./])[0-9a-f]{32}(?=\.)/.test(path)) continue;
    if (path.startsWith('articles/')) articles.set(path, at);
    else if (!needed.has(path)) others.push(path);
  }
  const looked = new Set<string>();
  const unreadable: string[] = [];
  for (const { name, first, last } of whole.flatMap(({ pages }) => pages)) {
    if (articles.size === 0) break;
    if (looked.has(name)) continue;
    const inside = [...articles].filter(([, at]) => at === null || (at >= first && at <= last));
    if (inside.length === 0) continue;
    looked.add(name);
    try {
      for (const path of articlesOf(await readTable(storage, name))) articles.delete(path);
    } catch (error) {
      unreadable.push(reasonOf(error));
      for (const [path] of inside) articles.delete(path);
    }
  }
  return { unneeded: [...others, ...articles.keys()], unreadable };
}
