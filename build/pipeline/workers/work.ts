import type { Problem } from '../../problems/problem.ts';
import { writeFiles } from '../../release/disk/write-files.ts';
import { type PageFiles, type ReleaseFile, toPageFiles } from '../../release/layout/page-files.ts';
import { type CompileSetting, type CompileTask, compileFile } from '../files/compile-file.ts';
import { type ReadFile, type ReadSetting, type ReadTask, readFile } from '../files/read-file.ts';
import { DamagedStore, type RecordRef, readEntry } from '../incremental/article-record.ts';
import { type BodyRecord, moveArticle } from '../incremental/file-record.ts';

// What is done in threads, or in this one where there is little: each function takes tasks, and what they share.

export function readFiles(tasks: readonly ReadTask[], setting: ReadSetting): (ReadFile | null)[] {
  return tasks.map((task) => readFile(task, setting));
}

/** What became of several files, in the order of the tasks. References count from the start of `bytes`. */
export interface CompiledBatch {
  files: { body: BodyRecord | null; problems: Problem[] }[];
  /** For the articles log. */
  bytes: Uint8Array;
}

export function compileFiles(tasks: readonly CompileTask[], setting: CompileSetting): CompiledBatch {
  const parts: Uint8Array[] = [];
  let size = 0;
  const files = tasks.map((task) => {
    const { body, problems, bytes } = compileFile(task, setting);
    const moved = body && moveArticle(body, size);
    if (bytes !== null) parts.push(bytes);
    size += bytes?.length ?? 0;
    return { body: moved, problems };
  });
  return { files, bytes: Buffer.concat(parts, size) };
}

/** What is to be written of a page. */
export interface PageTask {
  /** Of the release. */
  directory: string;
  name: string;
  /** The records of its articles, newest first. */
  refs: RecordRef[];
  /** Paths of files that are not there. */
  wanted: ReadonlySet<string>;
  durable: boolean;
}

/**
 * Assembles pages from the records in the articles log, and writes what is wanted of them except for the articles by themselves,
 * which it returns. Throws `DamagedStore`.
 */
export function writePages(tasks: readonly PageTask[], { log }: { log: number }): Promise<ReleaseFile[][]> {
  return Promise.all(
    tasks.map(async ({ directory, name, refs, wanted, durable }) => {
      const { page, articles } = assemble(name, refs, log);
      const isWanted = ({ path }: ReleaseFile): boolean => wanted.has(path);
      await writeFiles(directory, page.filter(isWanted), durable);
      return articles.filter(isWanted);
    }),
  );
}

function assemble(name: string, refs: readonly RecordRef[], log: number): PageFiles {
  const records = refs.map((ref) => readEntry(log, ref));
  const [entries, streams] = [records.map(({ entry }) => entry), records.map(({ streams }) => streams)];
  try {
    return toPageFiles(name, entries, streams);
  } catch (cause) {
    throw new DamagedStore(`The records of page ${name} do not fit together.`, { cause });
  }
}
