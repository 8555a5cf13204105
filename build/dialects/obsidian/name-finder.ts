import { posix } from 'node:path';
import { groupBy } from '../../package/group-by.ts';
import { lazy } from '../../package/lazy.ts';
import { isAssetPath, isShownPath } from '../../source/asset-paths.ts';
import { listMedia } from '../../source/media.ts';
import { type FindNamed, markdownName } from '../../source/source-file.ts';

/**
 * Finds files by name, wherever they lie, as Obsidian does: with as much of the path in front as the link has, the nearest
 * first. Case, and spaces, hyphens and underscores do not matter. `pages` are the paths of articles.
 */
export function createNameFinder(
  content: string,
  folders: readonly string[],
  pages: () => Iterable<string>,
): FindNamed {
  const pagesByName = lazy(() => index(pages(), (path) => namesOf(toBare(path)), toBare));
  const mediaByName = lazy(() =>
    index(
      listMedia(content, folders),
      (path) => [path],
      (path) => path,
    ),
  );
  return (name, from) => {
    const wanted = name
      .trim()
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '');
    if (wanted === '') return null;
    if (!isShownPath(wanted)) {
      const page = nearest(pagesByName(), wanted.replace(markdownName, ''), from);
      if (page !== null || !isAssetPath(wanted)) return page;
    }
    return nearest(mediaByName(), wanted, from);
  };
}

/**
 * A link costs the same however many files have its name: of those that have the same key, the one nearest to the top is known. Keys
 * but those of `byName` are folded.
 */
interface NamesakeIndex {
  /** By the whole path without its ending. */
  byName: Map<string, Namesake>;
  /** By that without the `index` or `readme` at its end; and by both. */
  byWhole: Map<string, Namesake>;
  byFolded: Map<string, Namesake>;
  /** By the last names of both, one or more; and the same for the files of each folder. */
  byEnd: Map<string, Namesake>;
  byFolderAndEnd: Map<string, Namesake>;
}

interface Namesake {
  path: string;
  depth: number;
  /** Its place among the files of that name. */
  order: number;
  /** As in `byFolded`, the one of `byWhole` first. */
  names: readonly [whole: string, name: string];
}

/** The files of each name. They are compared when the name is first asked for. */
function index(
  paths: Iterable<string>,
  names: (path: string) => string[],
  toName: (path: string) => string,
): Map<string, () => NamesakeIndex> {
  const named = [...paths].flatMap((path) => names(path).map((name) => ({ path, key: fold(posix.basename(name)) })));
  const byKey = groupBy(named, ({ key }) => key);
  return new Map(Array.from(byKey, ([key, same]) => [key, lazy(() => indexNamesakes(same, toName))]));
}

function toBare(path: string): string {
  return path.replace(markdownName, '');
}

/** The page of a folder has the name of the folder as well. */
function namesOf(bare: string): string[] {
  return /(?:^|\/)(?:index|readme)$/i.test(bare) && bare.includes('/') ? [bare, posix.dirname(bare)] : [bare];
}

function indexNamesakes(files: readonly { path: string }[], toName: (path: string) => string): NamesakeIndex {
  const [byName, byWhole, byFolded, byEnd, byFolderAndEnd] = [newMap(), newMap(), newMap(), newMap(), newMap()];
  for (const [order, { path }] of files.entries()) {
    const name = toName(path);
    const whole = fold(name.replace(/\/(?:index|readme)$/i, ''));
    const file: Namesake = { path, depth: path.split('/').length, order, names: [whole, fold(name)] };
    put(byName, name, file);
    put(byWhole, whole, file);
    for (const each of new Set(file.names)) {
      put(byFolded, each, file);
      for (const end of endsOf(each)) {
        put(byEnd, end, file);
        put(byFolderAndEnd, `${posix.dirname(path)}\0${end}`, file);
      }
    }
  }
  return { byName, byWhole, byFolded, byEnd, byFolderAndEnd };
}

function newMap(): Map<string, Namesake> {
  return new Map();
}

function put(map: Map<string, Namesake>, key: string, file: Namesake): void {
  const known = map.get(key);
  if (known === undefined || isBefore(file, known)) map.set(key, file);
}

function isBefore(a: Namesake, b: Namesake): boolean {
  return a.depth < b.depth || (a.depth === b.depth && a.order < b.order);
}

/** Ends of a path at a slash, the whole of it first. */
function* endsOf(path: string): Generator<string> {
  for (let start = 0; ; ) {
    yield path.slice(start);
    const slash = path.indexOf('/', start);
    if (slash === -1) return;
    start = slash + 1;
  }
}

function nearest(byName: ReadonlyMap<string, () => NamesakeIndex>, wanted: string, from: string): string | null {
  const known = byName.get(fold(posix.basename(wanted)))?.();
  if (known === undefined) return null;
  const folder = posix.dirname(from);
  const relative = posix.join(folder, wanted);
  const tail = fold(wanted);
  const exact = known.byName.get(relative);
  if (exact !== undefined && isMeant(exact)) return exact.path;
  const below = known.byFolderAndEnd.get(`${folder}\0${tail}`) ?? known.byEnd.get(tail);
  if (below !== undefined) return below.path;
  // The vault may begin above the content folder, or a path at the file.
  let best = known.byWhole.get(fold(relative));
  for (const end of endsOf(tail)) {
    const file = known.byFolded.get(end);
    if (file !== undefined && (best === undefined || isBefore(file, best))) best = file;
  }
  return best?.path ?? null;

  function isMeant({ names }: Namesake): boolean {
    return (
      fold(relative) === names[0] ||
      names.some((each) => `/${each}`.endsWith(`/${tail}`) || `/${tail}`.endsWith(`/${each}`))
    );
  }
}

function fold(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}
