import type { Problem } from '../../problems/problem.ts';
import { writeFiles } from '../../release/disk/write-files.ts';
import { type PageFiles, type ReleaseFile, toPageFiles } from '../../release/layout/page-files.ts';
import { type CompileSetting, type CompileTask, compileFile } from '../files/compile-file.ts';
import type { KeptBodies } from '../files/kept-bodies.ts';
import { type ReadSetting, type ReadTask, readFile } from '../files/read-file.ts';
import { type RecordRef, readEntry } from '../incremental/article-record.ts';
import { type ArticlesLog, append, DamagedStore } from '../incremental/articles-log.ts';
import { type BodyRecord, type FileRecord, moveArticle } from '../incremental/file-record.ts';

// What is done in threads, or in this one where there is little: each function takes tasks, and what they share.

/** `bodies` are those that this thread read in pass one. */
export function readBatch(tasks: readonly ReadTask[], setting: ReadSetting, bodies: KeptBodies): (FileRecord | null)[] {
  return tasks.map((task) => readFile(task, setting, bodies));
}

/** What became of a file. Its article is in the articles log. */
export interface Compiled {
  body: BodyRecord | null;
  problems: Problem[];
}

export function compileBatch(tasks: readonly CompileTask[], setting: CompileSetting, bodies: KeptBodies): Compiled[] {
  const compiled = tasks.map((task) => compileFile(task, setting, bodies));
  const records = compiled.flatMap(({ bytes }) => bytes ?? []);
  let at = records.length === 0 ? 0 : append(setting.log, Buffer.concat(records));
  return compiled.map(({ body, problems, bytes }) => {
    const moved = body && moveArticle(body, at);
    at += bytes?.length ?? 0;
    return { body: moved, problems };
  });
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
 * Assembles pages from the records in the articles log, and writes what is wanted of them except for the articles by
 * themselves, which it returns. Throws `DamagedStore`.
 */
export function writePages(tasks: readonly PageTask[], { log }: { log: ArticlesLog }): Promise<ReleaseFile[][]> {
  return Promise.all(
    tasks.map(async ({ directory, name, refs, wanted, durable }) => {
      const { page, articles } = assemble(name, refs, log);
      const isWanted = ({ path }: ReleaseFile): boolean => wanted.has(path);
      await writeFiles(directory, page.filter(isWanted), durable);
      return articles.filter(isWanted);
    }),
  );
}

function assemble(name: string, refs: readonly RecordRef[], log: ArticlesLog): PageFiles {
  const records = refs.map((ref) => readEntry(log, ref));
  try {
    return toPageFiles(name, records);
  } catch (cause) {
    throw new DamagedStore(`The records of page ${name} do not fit together.`, { cause });
  }
}
