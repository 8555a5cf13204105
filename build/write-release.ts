import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  articlePath,
  Index,
  indexPath,
  lookupPath,
  PageTable,
  Pointer,
  pagePath,
  pointerPath,
  tablePath,
} from '../src/core/format.ts';
import { readJson } from '../src/core/release.ts';
import { diskReader } from '../src/readers/disk.ts';
import type { ReleaseFile } from './set-pages.ts';

export interface Written {
  release: string;
  /** Files that were not there yet. */
  written: number;
  /** Files that were there already, with the same content. */
  reused: number;
  /** Octets of the release, whether written or reused. */
  bytes: number;
}

/** Drafts of files, until they are whole. */
const draftFolder = '.draft';

/**
 * Writes a release below `directory`: each file whole under its final name or not at all, the pointer last, so that a
 * build that dies at any instant leaves what was served as it was. Files that neither this release nor the one before
 * it names are removed.
 */
export async function writeRelease(
  directory: string,
  files: Iterable<ReleaseFile>,
  onFile: (path: string) => void = () => {},
): Promise<Written> {
  const before = await namesOfCurrent(directory);
  const drafts = join(directory, draftFolder);
  await rm(drafts, { recursive: true, force: true });
  await mkdir(drafts, { recursive: true });
  for (const folder of ['articles', 'pages', 'lookup']) await mkdir(join(directory, folder), { recursive: true });
  const result: Written = { release: '', written: 0, reused: 0, bytes: 0 };
  const names = new Set<string>();
  try {
    for (const { path, bytes } of files) {
      names.add(path);
      result.bytes += bytes.length;
      if (await isThere(directory, path, bytes)) result.reused++;
      else {
        await writeWhole(directory, path, bytes);
        result.written++;
      }
      if (path === pointerPath) result.release = Pointer.parse(JSON.parse(bytes.toString())).release;
      onFile(path);
    }
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
  await removeOthers(directory, new Set([...names, ...before]));
  return result;
}

/** Content-named files are compared by size: a name stands for one content, but a crash can leave a file short. */
async function isThere(directory: string, path: string, bytes: Buffer): Promise<boolean> {
  if (path === pointerPath) return bytes.equals(await readFile(join(directory, path)).catch(() => Buffer.alloc(0)));
  const state = await stat(join(directory, path)).catch(() => null);
  return state !== null && state.size === bytes.length;
}

async function writeWhole(directory: string, path: string, bytes: Buffer): Promise<void> {
  const draft = join(directory, draftFolder, path.replaceAll('/', '-'));
  if (path === pointerPath) await writeToDisk(draft, bytes);
  else await writeFile(draft, bytes);
  await rename(draft, join(directory, path));
}

/** The pointer must not reach the disk before its own content. */
async function writeToDisk(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Paths of the release that is current before this one; none where there is none, or it is of another format. */
async function namesOfCurrent(directory: string): Promise<string[]> {
  const reader = diskReader(directory);
  try {
    const { release } = await readJson(reader, pointerPath, Pointer);
    const index = await readJson(reader, indexPath(release), Index);
    const names = [indexPath(release), ...index.shards.map(lookupPath)];
    for (const [page] of index.pages) {
      names.push(pagePath(page), tablePath(page));
      const table = await readJson(reader, tablePath(page), PageTable);
      for (const [id, , , , , hash] of table) names.push(articlePath(id, hash));
    }
    return names;
  } catch {
    return [];
  } finally {
    reader.close();
  }
}

async function removeOthers(directory: string, kept: ReadonlySet<string>): Promise<void> {
  for (const folder of ['', 'articles', 'pages', 'lookup']) {
    for (const entry of await readdir(join(directory, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isOurs = folder !== '' || /^index\.[0-9a-f]+\.json$/.test(path);
      if (entry.isFile() && isOurs && !kept.has(path)) await rm(join(directory, path), { force: true });
    }
  }
}
