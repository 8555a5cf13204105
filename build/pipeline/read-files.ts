import { isDeepStrictEqual } from 'node:util';
import type { FoundFile } from '../source/discover.ts';
import type { ReadFile, ReadTask } from './files/read-file.ts';
import type { FileRecord, UnrenderedBody } from './incremental/file-record.ts';
import { type FileToRead, isReadAgain } from './incremental/plan-work.ts';
import type { FullOptions } from './options.ts';
import type { Workers } from './workers/workers.ts';

/** A file on its way through a build. */
export interface FileInWork {
  source: FoundFile;
  record: FileRecord;
  /** Null where there is none, or it was not read in this build. */
  body: UnrenderedBody | null;
  /** The thread that read it; null where it was not read. */
  thread: number | null;
}

/** Pass one over all files: reads those that are new or changed, and their front matter. */
export async function readFiles(
  planned: readonly FileToRead[],
  workers: Workers,
  { now, contentOptions, dialects, onProgress }: FullOptions,
): Promise<FileInWork[]> {
  const changed = planned.filter(({ isKept }) => !isKept);
  const read: { file: ReadFile | null; thread: number }[] = [];
  let done = 0;
  await workers.readFiles(changed.map(toTask), { now, contentOptions, dialects }, (results, first, thread) => {
    for (const [i, file] of results.entries()) read[first + i] = { file, thread };
    done += results.length;
    onProgress('reading', done, changed.length);
  });
  let next = 0;
  return planned.map((file) => {
    const { file: found = null, thread = null } = (file.isKept ? null : read[next++]) ?? {};
    return toFile(file, found, thread);
  });
}

function toTask({ source: { state: _, ...source }, before, hiddenBy }: FileToRead): ReadTask {
  const knownHash = before === null || isReadAgain(before) ? null : before.hash;
  return { ...source, knownHash, ...(hiddenBy && { hiddenBy }) };
}

/** `read` is null where the content is the one that was known. */
function toFile({ source, ...planned }: FileToRead, read: ReadFile | null, thread: number | null): FileInWork {
  const { before, isKept, hiddenBy = [] } = planned;
  if (read === null) {
    if (before === null) throw new RangeError(`${source.path} was not read.`);
    return { source, record: isKept ? before : { ...before, stamp: source.state }, body: null, thread };
  }
  const { record, body } = read;
  const isSame = record.identity !== null && isDeepStrictEqual(before?.identity, record.identity);
  return {
    source,
    record: {
      ...{ ...record, stamp: source.state, names: isSame ? (before?.names ?? null) : null },
      ...(hiddenBy.length > 0 && { hiddenBy }),
    },
    body,
    thread,
  };
}
