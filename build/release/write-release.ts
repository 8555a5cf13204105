import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  articlePath,
  gzipPath,
  Index,
  indexPath,
  lookupPath,
  Pointer,
  pagePath,
  pointerPath,
  tablePath,
} from '../../src/core/format.ts';
import { readPageTable } from '../../src/core/page-table.ts';
import { readJson } from '../../src/core/release.ts';
import { writeWhole } from '../../src/node/write-whole.ts';
import { diskReader } from '../../src/readers/disk.ts';
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
  const made: string[] = [];
  try {
    for (const { path, bytes } of files) {
      names.add(path);
      result.bytes += bytes.length;
      if (await isThere(directory, path, bytes)) result.reused++;
      else {
        // Articles by themselves are many, and read by no server that reads pages.
        const durable = !path.startsWith('articles/');
        await writeWhole(join(directory, path), join(drafts, path.replaceAll('/', '-')), bytes, { durable });
        made.push(path);
        result.written++;
      }
      if (path === pointerPath) result.release = Pointer.parse(JSON.parse(bytes.toString())).release;
      onFile(path);
    }
  } catch (error) {
    // A disk that is full stays usable for a smaller release.
    for (const path of made) if (before?.includes(path) === false) await rm(join(directory, path), { force: true });
    throw error;
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
  // What cannot be told from rubbish may be what is served: it stays until the next build.
  if (before !== null) await removeOthers(directory, new Set([...names, ...before]));
  return result;
}

/** Compared octet by octet: a name stands for one content, but a crash or a disk can leave another under it. */
async function isThere(directory: string, path: string, bytes: Buffer): Promise<boolean> {
  const there = await readFile(join(directory, path)).catch(() => null);
  return there?.equals(bytes) === true;
}

/** Paths of the release that is current before this one, none where there is none; null where they cannot be told. */
async function namesOfCurrent(directory: string): Promise<string[] | null> {
  const reader = diskReader(directory);
  try {
    if ((await reader.read(pointerPath)) === null) return [];
    const { release } = await readJson(reader, pointerPath, Pointer);
    const index = await readJson(reader, indexPath(release), Index);
    const names = [indexPath(release), ...index.shards.map(lookupPath)];
    for (const [page] of index.pages) {
      names.push(pagePath(page), gzipPath(page), tablePath(page));
      const bytes = await reader.read(tablePath(page));
      if (bytes === null) return null;
      const table = readPageTable(bytes);
      for (let slot = 0; slot < table.length; slot++) names.push(articlePath(table.id(slot), table.hash(slot)));
    }
    return names;
  } catch {
    return null;
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
