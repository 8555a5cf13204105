import { readdir } from 'node:fs/promises';
import { readTable } from '../../../src/core/page-table.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { readCurrent } from '../ledger/open-ledger.ts';
import { articlesOf, assetsOf, pathsOf, type ReleaseFiles } from '../ledger/release-files.ts';
import type { FileStore } from '../store/file-store.ts';

/** What `galley build` wrote, as it is pushed. Earlier releases are not: a store has its own. */
export interface LocalFiles {
  release: ReleaseFiles;
  /** Articles by themselves of the current release, by the names of their page files. */
  articles: ReadonlyMap<string, readonly string[]>;
  /** Its other files but the index, below `api/v1`: what names others behind them. */
  data: string[];
  /** All of them, the index last. */
  paths: string[];
  /** Those of its assets that are there: `galley build --from` copies none of articles that stay. Below `out`. */
  media: string[];
  /** Names of pages and descriptions that need no key. */
  pages: string[];
}

/** Throws `UsageError` where there is no release, or it is not whole. */
export async function localFiles(out: string, local: FileStore): Promise<LocalFiles> {
  const { release, files, problem } = await readCurrent(local);
  if (files === null) {
    throw new UsageError(
      release === null && problem === null
        ? `out: found ${out}, which has no release. Expected the folder that galley build wrote. Run galley build, or name that folder with --out.`
        : `${out}: ${problem} Run galley build.`,
    );
  }
  const articles = new Map<string, readonly string[]>();
  for (const { name } of files.pages) articles.set(name, [...articlesOf(await readTable(local, name))]);
  const [index = '', ...others] = pathsOf(files);
  const paths = [...[...articles.values()].flat(), ...others, index];
  const missing = paths.find((path) => local.stateOf(path) === null);
  if (missing !== undefined)
    throw new UsageError(`${out}: the release names ${missing}, which is missing. Run galley build.`);
  return {
    release: files,
    articles,
    data: others.reverse(),
    paths,
    media: (await assetsOf(local, files.shards)).filter((path) => local.stateOf(path) !== null),
    pages: await listFiles(out),
  };
}

/** Names of the files in a folder, without hidden ones; none where it is missing. */
async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [])).sort();
}
