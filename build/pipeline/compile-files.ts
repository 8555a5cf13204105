import type { Addresses } from '../release/article/resolve-address.ts';
import { changedMeanwhile } from '../source/read-real.ts';
import type { ArticleAddresses } from './files/article-addresses.ts';
import type { CompileTask } from './files/compile-file.ts';
import { isUnchanged } from './incremental/dependencies.ts';
import { type FileRecord, toRecord } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import { findRenderings, isStale } from './incremental/plan-work.ts';
import type { FullOptions } from './options.ts';
import { type FileInWork, readFiles } from './read-files.ts';
import type { Compiled } from './workers/work.ts';
import type { Workers } from './workers/workers.ts';

/**
 * Pass two over all files: renders the bodies of those that are new or changed, that got another name, or that depend
 * on something that changed; of all without an `earlier` build. Their articles go into the store. The records of all
 * files, in their order.
 */
export async function compileFiles(
  files: readonly FileInWork[],
  addresses: Addresses & { articles: ArticleAddresses },
  earlier: Manifest | null,
  { store, workers }: { store: Store; workers: Workers },
  options: FullOptions,
): Promise<FileRecord[]> {
  const stale = await readUnread(
    files.filter(
      ({ record, body }) => body !== null || isStale(earlier === null ? { ...record, body: null } : record, addresses),
    ),
    workers,
    options,
  );
  const tasks = stale.map(toTask);
  const { content, contentOptions, articleUrl, trustedHtml, dialects, onProgress } = options;
  const known = findRenderings(new Set(tasks.map(({ hash }) => hash)), earlier?.records ?? []);
  const { folders, maxFileSize } = contentOptions;
  const shared = { content, folders, articleUrl, maxFileSize, trustedHtml, dialects };
  const setting = { ...shared, addresses, known, log: store.log };
  const compiled = new Map<string, FileRecord>();
  await workers.compileFiles(tasks, setting, (batch, first) => {
    for (const [n, result] of batch.entries()) {
      const file = stale[first + n];
      if (file === undefined) throw new RangeError(`There is no file ${first + n}.`);
      const record = toNewRecord(file, result);
      if (!isUnchanged(record.body?.dependencies ?? [], addresses)) throw changedMeanwhile(file.source.file);
      compiled.set(record.path, record);
    }
    onProgress('rendering', compiled.size, tasks.length);
  });
  return files.map(({ record }) => compiled.get(record.path) ?? record);
}

/** Reads the front matter of files that did not change themselves. */
async function readUnread(files: readonly FileInWork[], workers: Workers, options: FullOptions): Promise<FileInWork[]> {
  const unread = files.filter(({ body }) => body === null);
  const planned = unread.map(({ source }) => ({ source, before: null, isKept: false }));
  const read = await readFiles(planned, workers, { ...options, onProgress: () => {} });
  const bodies = new Map(read.map(({ record, body, thread }) => [record.path, { hash: record.hash, body, thread }]));
  return files.map((file) => {
    const found = bodies.get(file.record.path);
    if (found === undefined) return file;
    if (found.hash !== file.record.hash) throw changedMeanwhile(file.source.file);
    return { ...file, body: found.body, thread: found.thread };
  });
}

function toTask({ source, record: { hash, names }, body, thread }: FileInWork): CompileTask {
  const { path, file, gitDates } = source;
  if (body === null) throw new RangeError(`${path} has no body.`);
  const dates = gitDates !== undefined && { gitDates };
  return { path, file, ...dates, hash, body, names, ...(thread !== null && { thread }) };
}

/** The record of a file that was rendered. */
function toNewRecord({ record }: FileInWork, { body, problems }: Compiled): FileRecord {
  if (body !== null) return { ...record, body };
  // It failed. It has no hash, so that the next build tries it again.
  const { path, identity, names } = record;
  return toRecord({ path, kind: 'unread', identity, names, problems: [...record.problems, ...problems] });
}
