import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, extname, join, posix, relative, resolve, sep } from 'node:path';
import { assetTypeOf, toAssetName } from '../../src/core/asset-name.ts';
import { isIn } from './content-folders.ts';
import { hashParts } from './hash-bytes.ts';
import { changedMeanwhile, isReplaced, readRealParts, toRealFolder } from './read-real.ts';
import { stateOf } from './source-file.ts';

/** An asset that articles refer to. */
export interface Asset {
  /** Under `media`: `<name>.<hash>.<ext>`. */
  name: string;
  /** Where it is on this machine. */
  file: string;
  size: number;
}

/** The assets of the content folders, each hashed once whatever the number of references. */
export interface Media {
  /** The asset at a path relative to the content folder; null where there is none, or it lies outside. */
  find(path: string): Asset | null;
  /** All that were found. */
  used(): Asset[];
  /** The same for the next build. */
  remember(): RememberedAsset[];
}

/** An asset at a path, and its state then; see `stateOf`. */
export type RememberedAsset = readonly [path: string, state: string, name: string, size: number];

/** Whether a path has the extension of an asset. */
export function isAssetPath(path: string): boolean {
  return extname(path) !== '' && assetTypeOf(path) !== undefined;
}

/**
 * Finds assets in `folders` of the folder `content`. One that an earlier build knew is not read again while its state stays.
 * `since` as in `stateOf`.
 */
export function findMedia(
  content: string,
  folders: readonly string[] = [''],
  earlier: readonly RememberedAsset[] = [],
  since = 0,
): Media {
  const root = toRealFolder(content);
  const roots = folders.map((folder) => toRealFolder(join(content, folder)));
  const remembered = new Map(earlier.map((asset) => [asset[0], asset]));
  const asked = new Map<string, Asset | null>();
  const known = new Map<string, Asset>();
  return { find, used, remember };

  function find(path: string): Asset | null {
    const before = asked.get(path);
    if (before !== undefined) return before;
    const found = isAssetPath(path) ? (findUnchanged(path) ?? findNew(path)) : null;
    asked.set(path, found);
    return found;
  }

  function findUnchanged(path: string): Asset | null {
    const asset = remembered.get(path);
    if (asset === undefined) return null;
    const [, state, name, size] = asset;
    return stateAt(join(root, path)) === state ? { name, file: join(root, path), size } : null;
  }

  function findNew(path: string): Asset | null {
    remembered.delete(path);
    const file = toFile(path);
    if (file === null) return null;
    const state = stateAt(file);
    const asset = known.get(file) ?? hashAsset(file);
    if (asset === null) return null;
    known.set(file, asset);
    if (state !== '') remembered.set(path, [path, state, asset.name, asset.size]);
    return asset;
  }

  function stateAt(file: string): string {
    return stateOf(statSync(file, { throwIfNoEntry: false }), since);
  }

  /** Links on disk are resolved first, so that none leads out of the folder. */
  function toFile(path: string): string | null {
    try {
      const file = realpathSync(join(root, path));
      if (!roots.some((folder) => isIn(file, folder)) || !statSync(file).isFile()) return null;
      return file;
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

/** Null where nobody may read it. Throws `ChangedMeanwhile` where it is not the one that was found. */
function hashAsset(file: string): Asset | null {
  try {
    const hash = hashParts();
    let size = 0;
    for (const part of readRealParts(file)) {
      hash.add(part);
      size += part.length;
    }
    return { name: toAssetName(basename(file, extname(file)), hash.name(), extname(file)), file, size };
  } catch (error) {
    if (isReplaced(error)) throw changedMeanwhile();
    return null;
  }
}

/** Assets below the folders of `content`, in the same order everywhere. */
export function listMedia(content: string, folders: readonly string[]): string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(content, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && isAssetPath(entry.name)) found.push(path.normalize('NFC'));
    }
  };
  for (const folder of folders) visit(folder);
  return [...new Set(found)].sort();
}

/**
 * The folder beside the content folder that holds an asset which is not in a content folder, relative to the working
 * directory; null where there is no such file, or it lies outside of that. `target` is relative to `content`.
 */
export function outsideFolder(content: string, target: string): string | null {
  const file = join(content, target);
  if (!isAssetPath(target) || !isIn(resolve(file), process.cwd())) return null;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  const [up = ''] = /^(?:\.\.\/)*/.exec(target) ?? [];
  const [first = ''] = target.slice(up.length).split('/');
  const folder = join(content, up, first);
  // A file beside the content folder is in none but the one that holds both.
  return folder === file ? null : relative('', folder).split(sep).join('/');
}
