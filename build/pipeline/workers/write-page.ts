import { writeFiles } from '../../release/disk/write-files.ts';
import { type ReleaseFile, toPageFiles } from '../../release/layout/page-files.ts';
import { type Place, readEntry } from '../incremental/article-record.ts';
import { DamagedCache } from '../incremental/damaged-store.ts';

/** What is to be written of a page. */
export interface PageTask {
  /** Of the release. */
  directory: string;
  name: string;
  /** The records of its articles, newest first. */
  places: Place[];
  /** Paths of files that are not there. */
  wanted: ReadonlySet<string>;
  durable: boolean;
}

/** Assembles a page from the records in the pack and writes what is wanted of it. Throws `DamagedCache`. */
export async function writePage({ directory, name, places, wanted, durable }: PageTask, pack: number): Promise<void> {
  const records = places.map((place) => readEntry(pack, place));
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
    throw new DamagedCache(`The records of page ${name} do not fit together.`, { cause });
  }
}
