import { changedMeanwhile } from '../source/read-real.ts';
import type { CompileTask } from './files/compile-file.ts';
import { isUnchanged } from './incremental/dependencies.ts';
import { type FileRecord, toRecord } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import { findRenderings } from './incremental/plan-work.ts';
import type { FullOptions } from './options.ts';
import { type Files, readFiles } from './read-files.ts';
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
  const { sources } = files;
  const records = [...files.records];
  const bodies = await readUnread(stale, files, workers, options);
  const tasks = stale.map((place) => toTask(sources[place], records[place], bodies));
  const { content, contentOptions, articleUrl, trustedHtml, dialects, onProgress } = options;
  const known = findRenderings(new Set(tasks.map(({ hash }) => hash)), earlier?.records ?? []);
  const { folders, maxFileSize } = contentOptions;
  const shared = { content, folders, articleUrl, maxFileSize, trustedHtml, dialects };
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

/** The bodies to render, with those of files that did not change themselves. */
async function readUnread(
  stale: readonly number[],
  { sources, records, bodies }: Files,
  workers: Workers,
  options: FullOptions,
): Promise<Files['bodies']> {
  const unread = stale.filter((place) => !bodies.has(records[place]?.path ?? ''));
  if (unread.length === 0) return bodies;
  const found = unread.flatMap((place) => sources[place] ?? []);
  const toRead = found.map((source, place) => ({ source, place, before: null, hiddenBy: [] }));
  const plan = { toRead, known: found.map(() => null) };
  const read = await readFiles(found, plan, workers, { ...options, onProgress: () => {} });
  for (const [i, place] of unread.entries())
    if (read.records[i]?.hash !== records[place]?.hash) throw changedMeanwhile(found[i]?.file);
  return new Map([...bodies, ...read.bodies]);
}

function toTask(
  source: Files['sources'][number] | undefined,
  record: FileRecord | undefined,
  bodies: Files['bodies'],
): CompileTask {
  const read = bodies.get(source?.path ?? '');
  if (!source || !record || !read) throw new RangeError(`${source?.path} has no body.`);
  const { path, file, gitDates } = source;
  const dates = gitDates !== undefined && { gitDates };
  return { path, file, ...dates, hash: record.hash, names: record.names, ...read };
}

/** The record of a file that was rendered. */
function toNewRecord(record: FileRecord, { body, problems }: Compiled): FileRecord {
  if (body !== null) return { ...record, body };
  // It failed. It has no hash, so that the next build tries it again.
  const { path, identity, names } = record;
  return toRecord({ path, kind: 'unread', identity, names, problems: [...record.problems, ...problems] });
}
