import { lstat, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pagePath, pointerPath } from '../../src/core/format.ts';
import type { LaidArticle, Layout, Page, PlannedFile } from './lay-out.ts';
import { type CurrentRelease, readArticlePaths, readCurrent } from './read-current.ts';
import { draftFolder, writeFiles } from './write-files.ts';

export interface Written {
  release: string;
  /** Files that were not there yet. */
  written: number;
  /** Files that were there already, with the same content. */
  reused: number;
  /** Octets of the release, whether written or reused. */
  bytes: number;
}

/** A page, and the paths of those of its files that are not there. */
export interface MissingPage<T extends LaidArticle> {
  page: Page<T>;
  wanted: ReadonlySet<string>;
}

export interface WriteOptions<T extends LaidArticle> {
  /** Assembles pages and writes what is wanted of them with `writeFiles`; says how many files as it goes. */
  writePages(missing: readonly MissingPage<T>[], onFiles: (count: number) => void): Promise<void>;
  /** A release that is known to be whole on this disk: where it is the current one, a name in `articles` is enough. */
  trusted: string | null;
  /** Whether what is written survives a power cut. */
  durable: boolean;
  onProgress?: (done: number, total: number) => void;
}

const folders = ['articles', 'pages', 'lookup'];

/** Files that are written at the same time. */
const together = 16;

/**
 * Writes a release below `directory`: each file whole under its final name or not at all, the pointer last, so that a
 * build that dies at any instant leaves what was served as it was. A file that is there, with its size, is not written
 * again, since its name stands for its content. Files that neither this release nor the one before it names are removed.
 */
export async function writeRelease<T extends LaidArticle>(
  directory: string,
  layout: Layout<T>,
  { writePages, trusted, durable, onProgress = () => {} }: WriteOptions<T>,
): Promise<Written> {
  await mkdir(directory, { recursive: true });
  const drafts = join(directory, draftFolder);
  await rm(drafts, { recursive: true, force: true });
  for (const folder of [drafts, ...folders.map((name) => join(directory, name))])
    await mkdir(folder, { recursive: true });
  const before = await readCurrent(directory);
  const there = await listFiles(directory, layout);
  const isTrusted = before !== null && before.release === trusted;
  const { names, pages, files, made, result } = await findMissing(directory, layout, there, isTrusted);
  let done = 0;
  const advance = (count: number): void => {
    done += count;
    onProgress(done, made.length);
  };
  try {
    await writePages(pages, advance);
    const last = files.filter(({ path }) => !path.startsWith('lookup/'));
    const others = files.filter((file) => !last.includes(file));
    while (others.length > 0) await write(others.splice(0, together));
    for (const file of last) await write([file]);
  } catch (error) {
    // A disk that is full stays usable for a smaller release.
    for (const path of made) if (before?.names.has(path) === false) await rm(join(directory, path), { force: true });
    throw error;
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
  await removeOthers(directory, there, names, before);
  return result;

  async function write(group: readonly PlannedFile[]): Promise<void> {
    await writeFiles(
      directory,
      group.map(({ path, bytes }) => ({ path, bytes: bytes() })),
      durable,
    );
    advance(group.length);
  }
}

/** What of a release is not there yet, and what all of it is called. */
async function findMissing<T extends LaidArticle>(
  directory: string,
  layout: Layout<T>,
  there: ReadonlySet<string>,
  trusted: boolean,
): Promise<{ names: Set<string>; pages: MissingPage<T>[]; files: PlannedFile[]; made: string[]; result: Written }> {
  const names = new Set<string>();
  const made: string[] = [];
  const result: Written = { release: layout.release, written: 0, reused: 0, bytes: 0 };
  const look = async (path: string, size: number): Promise<boolean> => {
    names.add(path);
    result.bytes += size;
    const isThere =
      there.has(path) && ((trusted && path.startsWith('articles/')) || (await hasSize(directory, path, size)));
    if (!isThere) made.push(path);
    result[isThere ? 'reused' : 'written']++;
    return isThere;
  };
  const pages: MissingPage<T>[] = [];
  for (const page of layout.pages) {
    const wanted = new Set<string>();
    for (const [path, size] of page.sizes) if (!(await look(path, size))) wanted.add(path);
    if (wanted.size > 0) pages.push({ page, wanted });
  }
  const files: PlannedFile[] = [];
  for (const file of layout.files) {
    if (!(await look(file.path, file.size))) files.push(file);
  }
  return { names, pages, files, made, result };
}

async function hasSize(directory: string, path: string, size: number): Promise<boolean> {
  return (await stat(join(directory, path)).catch(() => null))?.size === size;
}

/** Paths of the files of releases, and of the pointer where it is the one to be written. */
async function listFiles(directory: string, { files }: Layout<LaidArticle>): Promise<Set<string>> {
  const paths = new Set((await readdir(directory)).filter((name) => /^index\.[0-9a-f]+\.json$/.test(name)));
  for (const folder of folders) {
    for (const name of await readdir(join(directory, folder))) paths.add(`${folder}/${name}`);
  }
  const pointer = await readFile(join(directory, pointerPath)).catch(() => null);
  if (pointer !== null && files.at(-1)?.bytes().equals(pointer)) paths.add(pointerPath);
  return paths;
}

/** Removes what neither this release nor the one before it names. */
async function removeOthers(
  directory: string,
  there: ReadonlySet<string>,
  names: ReadonlySet<string>,
  before: CurrentRelease | null,
): Promise<void> {
  const gone = before?.pages.filter((page) => !names.has(pagePath(page)));
  const articles = gone === undefined ? null : await readArticlePaths(directory, gone);
  // What cannot be told from rubbish may be what is served: it stays until the next build.
  if (before === null || articles === null) return;
  const kept = new Set([...before.names, ...articles]);
  for (const path of there) {
    const file = join(directory, path);
    if (!names.has(path) && !kept.has(path) && (await lstat(file)).isFile()) await rm(file, { force: true });
  }
}
