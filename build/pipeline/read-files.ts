import { isDeepStrictEqual } from 'node:util';
import type { FoundFile } from '../source/discover.ts';
import type { ReadGroup } from './files/compile-file.ts';
import type { ReadTask } from './files/read-file.ts';
import type { FileRecord } from './incremental/file-record.ts';
import { type FileToRead, isReadAgain, type planWork } from './incremental/plan-work.ts';
import type { FullOptions } from './options.ts';
import type { Workers } from './workers/workers.ts';

/** Files on their way through a build, in the order of their paths. */
export interface Files {
  sources: readonly FoundFile[];
  /** What is known of each so far. */
  records: readonly FileRecord[];
  /** By path, with which others each was read in this build. */
  readGroups: ReadonlyMap<string, ReadGroup>;
}

/** Pass one over all files: reads those that are new or changed, and their front matter. */
export async function readFiles(
  sources: readonly FoundFile[],
  { toRead, known }: ReturnType<typeof planWork>,
  workers: Workers,
  { now, contentOptions, dialects, onProgress }: FullOptions,
): Promise<Files> {
  const records = [...known];
  const readGroups = new Map<string, ReadGroup>();
  let done = 0;
  await workers.readFiles(toRead.map(toTask), { now, contentOptions, dialects }, (results, first, thread) => {
    const group = { thread };
    for (const [i, read] of results.entries()) {
      const file = toRead[first + i];
      if (file === undefined) throw new RangeError(`There is no file ${first + i}.`);
      records[file.place] = toRecord(file, read);
      readGroups.set(file.source.path, group);
    }
    done += results.length;
    onProgress('reading', done, toRead.length);
  });
  return { sources, records: records as FileRecord[], readGroups };
}

function toTask({ source: { state: _, ...source }, before, hiddenBy }: FileToRead): ReadTask {
  const knownHash = before === null || isReadAgain(before) ? null : before.hash;
  return { ...source, knownHash, hiddenBy };
}

/** `read` is null where the content is the one that was known. */
function toRecord(
  { source: { path, state: stamp }, before, hiddenBy }: FileToRead,
  read: FileRecord | null,
): FileRecord {
  if (read === null) {
    if (before === null) throw new RangeError(`${path} was not read.`);
    return { ...before, stamp };
  }
  const isSame = read.identity !== null && isDeepStrictEqual(before?.identity, read.identity);
  const names = isSame ? (before?.names ?? null) : null;
  return { ...read, stamp, names, ...(hiddenBy.length > 0 && { hiddenBy }) };
}
