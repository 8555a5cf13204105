import { writeFiles } from '../../release/disk/write-files.ts';
import { type ReleaseFile, toPageFiles } from '../../release/layout/page-files.ts';
import { type RecordRef, readEntry } from '../incremental/article-record.ts';
import { DamagedStore } from '../incremental/damaged-store.ts';

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

/** Assembles a page from the records in the articles log and writes what is wanted of it. Throws `DamagedStore`. */
export async function writePage({ directory, name, refs, wanted, durable }: PageTask, log: number): Promise<void> {
  const records = refs.map((ref) => readEntry(log, ref));
  const files = assemble(name, records).filter(({ path }) => wanted.has(path));
  await writeFiles(directory, files, durable);
}

function assemble(name: string, records: ReturnType<typeof readEntry>[]): ReleaseFile[] {
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
