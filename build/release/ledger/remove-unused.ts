import { assetFolder, assetNameAt } from '../../../src/core/asset-name.ts';
import { isBroken, OtherFormat } from '../../../src/core/file-errors.ts';
import { articlePath } from '../../../src/core/format.ts';
import { type Lookup, openLookup } from '../../../src/core/lookup.ts';
import { namedFiles } from '../../../src/core/lru.ts';
import { readTable } from '../../../src/core/page-table.ts';
import { at, firstIndex } from '../../../src/core/search.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { inLanes } from '../../package/in-lanes.ts';
import type { FileStore } from '../store/file-store.ts';
import { articlesOf, assetsOf, pathsOf, type ReleaseFiles, readReleaseFiles, reasonOf } from './release-files.ts';

/** Lookup shards that are read at the same time. */
const concurrency = 16;

/** What was removed. */
export interface Removed {
  files: number;
  bytes: number;
  /** Whether none of the candidates is left that no kept release needs. */
  isClean: boolean;
  /** Why files of kept releases cannot be read. What these releases may need was not removed. */
  unreadable: string[];
}

/** Removes those of `candidates`, null for none, that no release of `kept`, oldest first, needs. */
export async function removeUnused(
  store: Pick<FileStore, 'read' | 'remove'>,
  kept: ReadonlySet<string>,
  candidates: ((kept: readonly ReleaseFiles[]) => Candidates | Promise<Candidates>) | null,
): Promise<Removed> {
  const removed: Removed = { files: 0, bytes: 0, isClean: true, unreadable: [] };
  if (candidates === null) return removed;
  const keptFiles: ReleaseFiles[] = [];
  for (const release of kept) {
    try {
      keptFiles.push(await readReleaseFiles(store, release));
    } catch (error) {
      removed.unreadable.push(reasonOf(error));
    }
  }
  // It may need any of them.
  if (removed.unreadable.length > 0) return { ...removed, isClean: false };
  const { files, isWhole } = await candidates(keptFiles);
  const { unneeded, unreadable } = await findUnneeded(store, files, keptFiles);
  return { ...(await store.remove(unneeded)), isClean: isWhole && unreadable.length === 0, unreadable };
}

/** Paths of files, and the `publish_at` (seconds) of those that are articles by themselves; null where it is unknown. */
type Placed = Map<string, number | null>;

/**
 * The files that none of `kept` needs, of those with a name as releases have them. Reads only tables of pages in whose
 * time one of the articles lies, and lookup shards that may name one of the assets. `kept` are oldest first, since the
 * release after the one that goes has most of its articles. `unreadable` says what cannot be read; articles and assets
 * that it may name are taken to be needed.
 */
async function findUnneeded(
  storage: Storage,
  files: Placed,
  kept: readonly ReleaseFiles[],
): Promise<{ unneeded: string[]; unreadable: string[] }> {
  const needed = new Set(kept.flatMap(pathsOf));
  const others: string[] = [];
  const articles = placedArticles(files);
  const assets: string[] = [];
  for (const path of files.keys()) {
    if (path.startsWith('articles/') || !hasHash(path)) continue;
    if (path.startsWith(assetFolder)) assets.push(path);
    else if (!needed.has(path)) others.push(path);
  }
  const read = new Set<string>();
  const unreadable: string[] = [];
  for (const { name, first, last } of kept.flatMap(({ pages }) => pages)) {
    if (read.has(name) || articles.between(first, last).next().done) continue;
    read.add(name);
    try {
      for (const path of articlesOf(await readTable(storage, name))) articles.takeOut(path);
    } catch (error) {
      unreadable.push(reasonOf(error));
      for (const path of articles.between(first, last)) articles.takeOut(path);
    }
  }
  const found = namedFiles(storage);
  const lookups = kept.toReversed().map(({ shards }) => openLookup(shards, storage, found));
  await inLanes(concurrency, assets, async (path) => {
    try {
      if (!(await isAsset(assetNameAt(path), lookups))) others.push(path);
    } catch (error) {
      unreadable.push(reasonOf(error));
    }
  });
  return { unneeded: [...others, ...articles.left], unreadable: [...new Set(unreadable)] };
}

/** The names of files of a release hold the hash of what is in them. */
function hasHash(path: string): boolean {
  return /(?<=[./])[0-9a-f]{32}(?=\.)/.test(path);
}

/** The articles among some files: those that are left once the needed ones were taken out. */
function placedArticles(files: Placed) {
  const articles = [...files].filter(([path]) => path.startsWith('articles/') && hasHash(path));
  const left = new Set(articles.map(([path]) => path));
  const undated = new Set(articles.flatMap(([path, at]) => (at === null ? path : [])));
  const dated = articles.flatMap(([path, at]) => (at === null ? [] : [{ path, at }])).sort((a, b) => a.at - b.at);
  return {
    left,
    takeOut(path: string): void {
      left.delete(path);
      undated.delete(path);
    },
    /** Those that are left whose `publish_at` is in the time of a page, or not known. */
    *between(first: number, last: number): Generator<string> {
      yield* undated;
      const from = firstIndex(dated.length, (i) => at(dated, i).at >= first);
      const to = firstIndex(dated.length, (i) => at(dated, i).at > last);
      for (const { path } of dated.slice(from, to)) if (left.has(path)) yield path;
    },
  };
}

async function isAsset(name: string, lookups: readonly Lookup[]): Promise<boolean> {
  for (const lookup of lookups) if ((await lookup.findAsset(name)) !== null) return true;
  return false;
}

/** Files that may be removed where no kept release needs them. */
export interface Candidates {
  files: Placed;
  /** Whether these are all that may be removed. */
  isWhole: boolean;
}

/**
 * All files that lie in `store`. Where it does not list articles by themselves, without those that tables of `kept`
 * name. None at all where another version of Galley wrote a release there, if servers of that version may still serve
 * it (`keepsOthers`).
 */
export async function everyFile(
  store: FileStore,
  kept: readonly ReleaseFiles[],
  keepsOthers: boolean,
  listsArticles: boolean,
): Promise<Candidates> {
  const paths = [...(await store.list('')), ...(await store.list(assetFolder))];
  if (keepsOthers && (await hasOtherFormat(store, paths, kept))) return { files: new Map(), isWhole: false };
  const own = paths.filter((path) =>
    /^index\.[0-9a-f]+\.json$|^(?:pages|lookup|terms|open|articles|media)\//.test(path),
  );
  const files = toPlaced(own);
  const seen = pagesOf(kept);
  const pages = own.flatMap((path) => /^pages\/(\w+)\.table$/.exec(path)?.[1] ?? []);
  for (const page of listsArticles ? [] : pages) {
    await addArticles(files, store, page, seen).catch((error) => {
      // Those of a damaged table are taken not to be there.
      if (!isBroken(error)) throw error;
    });
  }
  return { files, isWhole: true };
}

async function hasOtherFormat(
  storage: Storage,
  paths: readonly string[],
  kept: readonly ReleaseFiles[],
): Promise<boolean> {
  const known = new Set(kept.map(({ release }) => release));
  for (const path of paths) {
    const [, release] = /^index\.([0-9a-f]{32})\.json$/.exec(path) ?? [];
    if (release === undefined || known.has(release)) continue;
    const error = await readReleaseFiles(storage, release).catch((error) => error);
    if (error instanceof OtherFormat) return true;
  }
  return false;
}

/** The files of releases, without articles of pages, and assets of lookup shards, that a kept release has. */
export async function filesOfReleases(
  storage: Storage,
  releases: Iterable<string>,
  kept: readonly ReleaseFiles[],
): Promise<Candidates> {
  const files: Placed = new Map();
  const seen = pagesOf(kept);
  const keptShards = new Set(kept.flatMap(({ shards }) => shards));
  let isWhole = true;
  for (const release of new Set(releases)) {
    try {
      const found = await readReleaseFiles(storage, release);
      const shards = found.shards.filter((shard) => !keptShards.has(shard));
      for (const path of [...pathsOf(found), ...(await assetsOf(storage, shards))]) files.set(path, null);
      for (const { name } of found.pages) await addArticles(files, storage, name, seen);
    } catch {
      // What it does not say stays, until a check of the whole folder finds it.
      isWhole = false;
    }
  }
  return { files, isWhole };
}

function pagesOf(kept: readonly ReleaseFiles[]): Set<string> {
  return new Set(kept.flatMap(({ pages }) => pages.map(({ name }) => name)));
}

/** Adds the articles of a page file, unless it was `seen`. */
async function addArticles(files: Placed, storage: Storage, page: string, seen: Set<string>): Promise<void> {
  if (seen.has(page)) return;
  seen.add(page);
  const table = await readTable(storage, page);
  for (let slot = 0; slot < table.length; slot++) {
    files.set(articlePath(table.id(slot), table.hash(slot)), table.publishAt(slot));
  }
}

export function toPlaced(paths: Iterable<string>): Placed {
  const files: Placed = new Map();
  for (const path of paths) files.set(path, null);
  return files;
}
