import { extname, posix } from 'node:path';
import { listMedia } from './list-media.ts';
import { markdownName } from './markdown-name.ts';
import { mediaExtensions } from './media.ts';

/**
 * The path of the page, picture or recording that a wiki link in the file at `from` names; null for none. Paths are relative to the
 * content folder.
 */
export type FindNamed = (name: string, from: string) => string | null;

/**
 * Looks for files by name, wherever they lie, as Obsidian does: with as much of the path in front as the link has, the nearest
 * first. Case, and blanks, hyphens and underscores do not matter. `pages` are the paths of articles.
 */
export function createNameFinder(
  content: string,
  folders: readonly string[],
  pages: () => Iterable<string>,
): FindNamed {
  let pagesByName: Map<string, string[]> | null = null;
  let mediaByName: Map<string, string[]> | null = null;
  return (name, from) => {
    const wanted = name
      .trim()
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '');
    if (wanted === '') return null;
    if (mediaExtensions.has(extname(wanted).toLowerCase())) {
      mediaByName ??= index(listMedia(content, folders), (path) => [path]);
      return nearest(mediaByName, wanted, from, (path) => path);
    }
    pagesByName ??= index(pages(), namesOf);
    return nearest(pagesByName, wanted.replace(markdownName, ''), from, (path) => path.replace(markdownName, ''));
  };
}

function index(paths: Iterable<string>, names: (path: string) => string[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    for (const name of names(path)) {
      const key = fold(posix.basename(name));
      const known = byName.get(key);
      if (known === undefined) byName.set(key, [path]);
      else known.push(path);
    }
  }
  return byName;
}

/** The page of a folder has the name of the folder as well. */
function namesOf(path: string): string[] {
  const bare = path.replace(markdownName, '');
  return /(?:^|\/)(?:index|readme)$/i.test(bare) && bare.includes('/') ? [bare, posix.dirname(bare)] : [bare];
}

function nearest(
  byName: ReadonlyMap<string, readonly string[]>,
  wanted: string,
  from: string,
  toName: (path: string) => string,
): string | null {
  const folder = posix.dirname(from);
  const relative = posix.join(folder, wanted);
  const tail = fold(wanted);
  let best: { path: string; rank: readonly [number, number] } | null = null;
  for (const path of byName.get(fold(posix.basename(wanted))) ?? []) {
    const name = toName(path);
    const whole = fold(name.replace(/\/(?:index|readme)$/i, ''));
    const names = [whole, fold(name)];
    const isBelow = names.some((each) => `/${each}`.endsWith(`/${tail}`));
    // The vault may begin above the content folder, or a path at the file.
    const isNear = fold(relative) === whole || names.some((each) => `/${tail}`.endsWith(`/${each}`));
    if (!isBelow && !isNear) continue;
    const distance = name === relative ? 0 : !isBelow ? 3 : posix.dirname(path) === folder ? 1 : 2;
    const rank = [distance, path.split('/').length] as const;
    if (best === null || rank[0] < best.rank[0] || (rank[0] === best.rank[0] && rank[1] < best.rank[1]))
      best = { path, rank };
  }
  return best?.path ?? null;
}

function fold(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}
