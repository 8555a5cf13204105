import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import type { LastRelease } from '../release/disk/find-published.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { FullOptions } from './options.ts';
import type { Files } from './read-files.ts';

/**
 * A file of an article that readers have is invalid, and not only undated, where it has lost its date: perhaps with the
 * header that holds it. `earlier` are the records of the build before.
 */
export async function reportLostDates(
  files: Files,
  earlier: readonly FileRecord[],
  last: LastRelease,
  mode: FullOptions['invalid'],
): Promise<Files> {
  const isUndated = ({ reason, isHidden }: FileRecord): boolean => reason === 'no-date' && !isHidden;
  const known = new Set(earlier.filter(isUndated).map(({ path }) => path));
  const isNew = (record: FileRecord): boolean => isUndated(record) && !known.has(record.path);
  const published = mode === 'fail' || !files.records.some(isNew) ? null : await last.open();
  if (published === null) return files;
  const byPath = new Map((await published.names()).map((names) => [names.path, names]));
  const records = files.records.map((record): FileRecord => {
    const { path, problems } = record;
    const own = isNew(record) ? byPath.get(path) : undefined;
    if (own === undefined) return record;
    const lost = reportProblem('no-date', path, topOfFile, {
      found: `no date, but this file is published as the article \`${own.slug}\``,
      expected: 'the date that it had',
      fix: 'Write the date again. To hide the article, write `draft: true`; to remove it, delete the file.',
    });
    return { ...record, kind: 'unread', reason: null, problems: [lost, ...problems] };
  });
  return { ...files, records };
}
