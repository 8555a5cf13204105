import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, posix, relative, resolve, sep } from 'node:path';
import { assetTypeOf, toAssetName } from '../../src/core/asset-name.ts';
import { groupBy } from '../package/group-by.ts';
import { lazy } from '../package/lazy.ts';
import { memoize } from '../package/memoize.ts';
import type { Position } from '../problems/problem.ts';
import { isAssetPath, isShownPath } from './asset-paths.ts';
import { isIn, namesAtTop } from './content-folders.ts';
import { type Entry, holdsRelease, readEntries, releaseFinder } from './entries.ts';
import { hashParts } from './hash-bytes.ts';
import { type PixelSize, readImageSize } from './image-size.ts';
import { isLanguage } from './is-language.ts';
import { changedMeanwhile, isReplaced, readRealParts, toRealFolder } from './read-real.ts';
import { stateOf } from './source-file.ts';
import { tryStat } from './try-stat.ts';

/** An asset that articles refer to. */
export interface Asset {
  /** Under `media`: `<name>.<hash>.<ext>`. */
  name: string;
  /** Where it is on this machine. */
  file: string;
  size: number;
  /** Null where it is no image, or does not say it. */
  pixels: PixelSize | null;
}

/** The assets of the content folders, each hashed once whatever the number of references. */
export interface Media {
  /**
   * The asset at a path relative to the content folder, or at the same path of another language where there is none.
   * Null where there is none either, or it lies outside, or is a file that is never copied. A path that begins with `/`
   * is one of a website: what a page shows may lie in a folder of that name further down, if no other file can be
   * meant. `at` is where an article shows it.
   */
  find(path: string, at?: Position): Asset | null;
  /** All that were found. */
  used(): Asset[];
  /** The same for the next build. */
  remember(): RememberedAsset[];
}

/** An asset at a path, and its state then; see `stateOf`. */
export type RememberedAsset = readonly [
  ...[path: string, state: string, name: string, size: number],
  pixels: PixelSize | null,
];

/**
 * Finds assets in `folders` of the folder `content`. One that an earlier build knew is not read again while its state
 * stays. `since` as in `stateOf`. `originalOf` gives the path that a file is the translation of, where its folders do
 * not say it.
 */
export function findMedia(
  content: string,
  folders: readonly string[] = [''],
  earlier: readonly RememberedAsset[] = [],
  since = 0,
  originalOf: (path: string) => string | null = () => null,
): Media {
  const root = toRealFolder(content);
  const rootName = `/${basename(root)}/`.normalize('NFC');
  const roots = folders.map((folder) => toRealFolder(join(content, folder)));
  const remembered = new Map(earlier.map((asset) => [asset[0], asset]));
  const asked = new Map<string, Asset | null>();
  const known = new Map<string, Asset>();
  const languagesIn = memoize((folder: string) => [...namesAtTop(join(root, folder))].filter(isLanguage).sort());
  const isInRelease = releaseFinder(roots);
  const shown = lazy(() => groupBy(listMedia(content, folders).filter(isShownPath), (path) => basename(path)));
  return { find, used, remember };

  function find(path: string): Asset | null {
    const before = asked.get(path);
    if (before !== undefined) return before;
    let found: Asset | null = null;
    if (path.startsWith('/')) found = find(path.slice(1)) ?? findBelow(path);
    else if (isAssetPath(path))
      found = findUnchanged(path) ?? findNew(path) ?? findOriginal(path) ?? findInContent(path);
    asked.set(path, found);
    return found;
  }

  /** The asset whose path ends so: the only one, or the only one in a folder that programs publish as it is. */
  function findBelow(path: string): Asset | null {
    if (!isShownPath(path)) return null;
    const all = (shown().get(basename(path)) ?? []).filter((each) => each.endsWith(path)).slice(0, maxNamesakes);
    const published = all.filter((each) => /(?:^|\/)(?:static|public)$/.test(each.slice(0, -path.length)));
    for (const paths of [all, published]) {
      const [first = null, ...others] = paths.map(find);
      if (first !== null && others.every((asset) => asset?.name === first.name)) return first;
    }
    return null;
  }

  /** The asset of an address that begins with the name of the content folder itself. */
  function findInContent(path: string): Asset | null {
    const start = `/${path}`.indexOf(rootName);
    return start === -1 ? null : find(path.slice(start + rootName.length - 1));
  }

  function findOriginal(path: string): Asset | null {
    for (const other of otherLanguages(path)) {
      const found = findNew(other);
      if (found !== null) return found;
    }
    return null;
  }

  /** The same path without the folder of its language, or in one beside that. */
  function* otherLanguages(path: string): Generator<string> {
    const original = originalOf(path);
    if (original !== null) yield original;
    const names = path.split('/');
    for (const [i, name] of names.slice(0, -1).entries()) {
      if (!isLanguage(name)) continue;
      const above = names.slice(0, i).join('/');
      for (const other of ['', ...languagesIn(above)]) yield posix.join(above, other, ...names.slice(i + 1));
    }
  }

  function findUnchanged(path: string): Asset | null {
    const asset = remembered.get(path);
    if (asset === undefined) return null;
    const [, state, name, size, pixels] = asset;
    return stateAt(join(root, path)) === state ? { name, file: join(root, path), size, pixels } : null;
  }

  function findNew(path: string): Asset | null {
    remembered.delete(path);
    const file = toFile(path);
    if (file === null) return null;
    const state = stateAt(file);
    const asset = known.get(file) ?? hashAsset(file, () => toFile(path) === file);
    if (asset === null) return null;
    known.set(file, asset);
    if (state !== '') remembered.set(path, [path, state, asset.name, asset.size, asset.pixels]);
    return asset;
  }

  function stateAt(file: string): string {
    return stateOf(tryStat(file), since);
  }

  /** Links on disk are resolved first, so that none leads out of the folder. */
  function toFile(path: string): string | null {
    try {
      // In the case that the disk has.
      const file = realpathSync.native(join(root, path));
      if (!roots.some((folder) => isIn(file, folder)) || !statSync(file).isFile()) return null;
      return isInRelease(dirname(file)) ? null : file;
    } catch {
      return null;
    }
  }

  function used(): Asset[] {
    const byName = new Map([...asked.values()].flatMap((asset) => (asset === null ? [] : [[asset.name, asset]])));
    return [...byName.values()];
  }

  function remember(): RememberedAsset[] {
    return [...remembered.values()].filter(([path]) => asked.get(path));
  }
}

/** Files of one name that are compared. */
const maxNamesakes = 20;

/**
 * Null where it cannot be read, and for a private key. Throws `ChangedMeanwhile` where it is not the one that was
 * found, since `isThere` does not say that it is still to be found.
 */
function hashAsset(file: string, isThere: () => boolean, isSecond = false): Asset | null {
  try {
    const hash = hashParts();
    let size = 0;
    let pixels: PixelSize | null = null;
    for (const part of readRealParts(file)) {
      hash.add(part);
      if (size === 0 && assetTypeOf(file).startsWith('image/')) pixels = readImageSize(part);
      else if (size === 0 && privateKey.test(part.toString('latin1'))) return null;
      size += part.length;
    }
    return { name: toAssetName(basename(file, extname(file)), hash.name(), extname(file)), file, size, pixels };
  } catch (error) {
    if (!isReplaced(error)) return null;
    if (!isThere()) throw changedMeanwhile(file);
    return isSecond ? null : hashAsset(file, isThere, true);
  }
}

/** As PEM, OpenSSH and PGP write it: presentations end in `.key` as well. */
const privateKey = /-----BEGIN [A-Z ]{0,20}PRIVATE KEY/;

/** VuePress keeps what it publishes as it is in a folder `public` there. */
const publishedHidden = '.vuepress';

/** Assets below the folders of `content`, in the same order everywhere; none of a folder that cannot be read. */
export function listMedia(content: string, folders: readonly string[]): string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of entriesOrNone(join(content, folder))) {
      const path = posix.join(folder, entry.name);
      if ((entry.name.startsWith('.') && entry.name !== publishedHidden) || entry.name === 'node_modules') continue;
      if (!entry.isNamed) continue;
      if (entry.isDirectory() && !holdsRelease(join(content, path))) visit(path);
      else if (entry.isFile() && isAssetPath(entry.name)) found.push(path.normalize('NFC'));
    }
  };
  for (const folder of folders) visit(folder);
  return [...new Set(found)].sort();
}

function entriesOrNone(folder: string): Entry[] {
  try {
    return readEntries(folder);
  } catch (error) {
    // A folder that is gone by now makes the build begin again.
    if (isReplaced(error)) throw error;
    return [];
  }
}

/** Whether a content folder has a file at a path. */
export function hasFile(content: string, path: string): boolean {
  return tryStat(join(content, path))?.isFile() ?? false;
}

/**
 * The folder beside the content folder that holds an asset which is not in a content folder, relative to the working
 * directory; null where there is no such file, or it lies outside of that. `target` is relative to `content`.
 */
export function outsideFolder(content: string, target: string): string | null {
  const file = join(content, target);
  if (!isAssetPath(target) || !isIn(resolve(file), process.cwd()) || !hasFile(content, target)) return null;
  const [up = ''] = /^(?:\.\.\/)*/.exec(target) ?? [];
  const [first = ''] = target.slice(up.length).split('/');
  const folder = join(content, up, first);
  // A file beside the content folder is in none but the one that holds both.
  return folder === file ? null : relative('', folder).split(sep).join('/');
}
