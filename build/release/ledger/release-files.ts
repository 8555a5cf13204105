import { assetFolder, isTextAsset } from '../../../src/core/asset-name.ts';
import { MissingFile } from '../../../src/core/file-errors.ts';
import {
  articlePath,
  Index,
  indexPath,
  LookupShard,
  lookupPath,
  pathsOfOpen,
  pathsOfPage,
  placesPath,
  termsPath,
} from '../../../src/core/format.ts';
import type { PageTable } from '../../../src/core/page-table.ts';
import { readTable } from '../../../src/core/page-table.ts';
import { readJson } from '../../../src/core/read-json.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { TermIndex } from '../../../src/core/terms.ts';
import { verifyFile } from '../../../src/storage/verify-file.ts';
import { inLanes } from '../../package/in-lanes.ts';
import type { FileStore } from '../store/file-store.ts';

/** What the index of a release names. */
export interface ReleaseFiles {
  release: string;
  articles: number;
  /** Oldest first; the first and the last `publish_at` are in seconds. */
  pages: readonly { name: string; first: number; last: number; hasHeadings: boolean }[];
  shards: readonly string[];
  /** Paths of the files of terms. */
  terms: readonly string[];
  open: Index['open'];
  settings: Index['settings'];
}

/** Reads the index of a release. Throws `MissingFile` and `DamagedFile`. */
export async function readReleaseFiles(storage: Storage, release: string): Promise<ReleaseFiles> {
  const { pages, shards, terms, open, settings } = await readJson(storage, indexPath(release), Index, release);
  return {
    release,
    articles: pages.reduce((sum, [, count]) => sum + count, 0),
    pages: pages.map(([name, , first, last, headings]) => ({ name, first, last, hasHeadings: headings > 0 })),
    shards,
    terms: terms === null ? [] : await readTermPaths(storage, terms),
    open,
    settings,
  };
}

async function readTermPaths(storage: Storage, name: string): Promise<string[]> {
  const { kinds, files } = await readJson(storage, termsPath(name), TermIndex, name);
  const shards = kinds.flat().map(([, , , shard]) => shard);
  return [...[...shards, name].map(termsPath), ...files.map(placesPath)];
}

/** Paths of its files without the articles by themselves. */
export function pathsOf({ release, pages, shards, terms, open }: ReleaseFiles): string[] {
  const others = [...shards.map(lookupPath), ...terms, ...pathsOfOpen(open)];
  return [indexPath(release), ...others, ...pages.flatMap(({ name, hasHeadings }) => pathsOfPage(name, hasHeadings))];
}

/** Paths of the articles of a page by themselves. */
export function* articlesOf(table: PageTable): Generator<string> {
  for (let slot = 0; slot < table.length; slot++) yield articlePath(table.id(slot), table.hash(slot));
}

/** Paths of the assets that lookup shards name, and of the compressed forms that they may have. */
export async function assetsOf(storage: Storage, shards: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const shard of shards) {
    const { media } = await readJson(storage, lookupPath(shard), LookupShard, shard);
    const paths = media.map(([name]) => assetFolder + name);
    found.push(...paths, ...paths.filter(isTextAsset).map((path) => `${path}.gz`));
  }
  return found;
}

/** Why a file cannot be read, as a sentence without its advice to build again. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(
    / (?:Install that version here, or build|Build) again(?:, or restore the files of the release| with this version of Galley)\.$/,
    '',
  );
}

/** Gives the bytes of all files of releases, which share most of them. What cannot be read counts as nothing. */
export function releaseMeter(store: FileStore): (files: ReleaseFiles) => Promise<number> {
  const pages = new Map<string, number>();
  return async (files) => {
    let sum = sizeOf(pathsOf({ ...files, pages: [] }));
    for (const page of files.pages) sum += await ofPage(page);
    return sum;
  };

  async function ofPage({ name, hasHeadings }: ReleaseFiles['pages'][number]): Promise<number> {
    const bytes = pages.get(name) ?? sizeOf([...pathsOfPage(name, hasHeadings), ...(await listArticles(name))]);
    pages.set(name, bytes);
    return bytes;
  }

  async function listArticles(page: string): Promise<string[]> {
    try {
      return [...articlesOf(await readTable(store, page))];
    } catch {
      // The sum is for people.
      return [];
    }
  }

  function sizeOf(paths: readonly string[]): number {
    return paths.reduce((sum, path) => sum + (store.stateOf(path)?.size ?? 0), 0);
  }
}

/** Files that are read at the same time. */
const concurrency = 16;

/**
 * Why a release cannot be served, a sentence for each file; none where it is whole. Reads all its files; without
 * `readsArticles`, articles by themselves only have to be there. Where the paths of what is `served` are given, those
 * files only have to be there, and articles by themselves are not checked: in a store each is a request, and servers
 * give those from page files.
 */
export async function checkRelease(
  store: FileStore,
  release: string,
  readsArticles: boolean,
  served: ReadonlySet<string> | null = null,
): Promise<string[]> {
  const problems = new Set<string>();
  const report = (error: unknown): void => void problems.add(reasonOf(error));
  try {
    const files = await readReleaseFiles(store, release);
    const isServed = (path: string): boolean => served?.has(path) === true;
    const paths = pathsOf(files).filter((path) => !isServed(path));
    const present = pathsOf(files).filter(isServed);
    for (const { name } of served === null ? files.pages : [])
      (readsArticles ? paths : present).push(...articlesOf(await readTable(store, name)));
    for (const path of present) if (store.stateOf(path) === null) report(new MissingFile(path));
    await inLanes(concurrency, paths, (path) => verifyFile(store, path).catch(report));
  } catch (error) {
    report(error);
  }
  return [...problems];
}
