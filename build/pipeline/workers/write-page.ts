import type { Problem } from '../../problems/problem.ts';
import { writeFiles } from '../../release/disk/write-files.ts';
import { type PageFiles, type ReleaseFile, toPageFiles } from '../../release/layout/page-files.ts';
import { type CompileSetting, type CompileTask, compileFile } from '../files/compile-file.ts';
import { DamagedStore, type RecordRef, readEntry } from '../incremental/article-record.ts';
import { type BodyRecord, moveArticle } from '../incremental/file-record.ts';

/** What became of several files, in the order of the tasks. References count from the start of `bytes`. */
export interface CompiledBatch {
  files: { body: BodyRecord | null; problems: Problem[] }[];
  /** For the articles log. */
  bytes: Uint8Array;
}

/** Renders several files. */
export function compileBatch(tasks: readonly CompileTask[], setting: CompileSetting): CompiledBatch {
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
 * Assembles a page from the records in the articles log, and writes what is wanted of it but for the articles by themselves,
 * which it returns. Throws `DamagedStore`.
 */
export async function writePage(
  { directory, name, refs, wanted, durable }: PageTask,
  log: number,
): Promise<ReleaseFile[]> {
  const records = refs.map((ref) => readEntry(log, ref));
  const { page, articles } = assemble(name, records);
  const isWanted = ({ path }: ReleaseFile): boolean => wanted.has(path);
  await writeFiles(directory, page.filter(isWanted), durable);
  return articles.filter(isWanted);
}

function assemble(name: string, records: ReturnType<typeof readEntry>[]): PageFiles {
  try {
    return toPageFiles(
      name,
      records.map(({ entry }) => entry),
      records.map(({ deflated }) => deflated),
    );
  } catch (cause) {
    throw new DamagedStore(`The records of page ${name} do not fit together.`, { cause });
  }
}
