import { changedMeanwhile } from '../source/read-real.ts';
import type { CompileTask } from './files/compile-file.ts';
import { isUnchanged } from './incremental/dependencies.ts';
import { type FileRecord, toRecord } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import { findRenderings } from './incremental/plan-work.ts';
import type { FullOptions } from './options.ts';
import type { Files } from './read-files.ts';
import type { Compiled } from './workers/work.ts';
import type { CompileAllSetting, Workers } from './workers/workers.ts';

/** What articles lead to. */
export type CompileAddresses = CompileAllSetting['addresses'];

/**
 * Pass two: renders the bodies of the files at the places of `stale`. Their articles go into the store. Gives the
 * records of all files, in their order.
 */
export async function compileFiles(
  files: Files,
  stale: readonly number[],
  addresses: CompileAddresses,
  earlier: Manifest | null,
  { store, workers }: { store: Store; workers: Workers },
  options: FullOptions,
): Promise<FileRecord[]> {
  const { sources, readGroups } = files;
  const records = [...files.records];
  const tasks = stale.map((place): CompileTask => {
    const [source, record] = [sources[place], records[place]];
    if (!source || !record) throw new RangeError(`There is no file ${place}.`);
    const { state: _, ...file } = source;
    return { ...file, hash: record.hash, names: record.names, readGroup: readGroups.get(source.path) };
  });
  const { now, content, contentOptions, articleUrl, trustedHtml, dialects, onProgress } = options;
  const known = findRenderings(new Set(tasks.map(({ hash }) => hash)), earlier?.records ?? []);
  const shared = { now, content, contentOptions, articleUrl, trustedHtml, dialects };
  let done = 0;
  await workers.compileFiles(tasks, { ...shared, addresses, known, log: store.log }, (batch, first) => {
    for (const [n, compiled] of batch.entries()) {
      const place = stale[first + n] ?? -1;
      const before = records[place];
      if (before === undefined) throw new RangeError(`There is no file ${first + n}.`);
      const record = toNewRecord(before, compiled);
      if (!isUnchanged(record.body?.dependencies ?? [], addresses)) throw changedMeanwhile(sources[place]?.file);
      records[place] = record;
    }
    done += batch.length;
    onProgress('rendering', done, tasks.length);
  });
  return records;
}

/** The record of a file that was rendered. */
function toNewRecord(record: FileRecord, { body, problems }: Compiled): FileRecord {
  if (body !== null) return { ...record, body };
  // It failed. It has no hash, so that the next build tries it again.
  const { path, identity, names } = record;
  return toRecord({ path, kind: 'unread', identity, names, problems: [...record.problems, ...problems] });
}
