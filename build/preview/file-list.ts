import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../package/group-by.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import type { FileRecord } from '../pipeline/incremental/file-record.ts';
import type { Problem } from '../problems/problem.ts';
import { reasons } from '../problems/reasons.ts';
import { isReplaced, readReal } from '../source/read-real.ts';
import type { SourceFile } from '../source/source-file.ts';
import { tryStat } from '../source/try-stat.ts';
import type { FileRow } from './protocol.ts';
import { type PreviewSetting, summariseFile } from './render-preview.ts';

interface Known {
  record: FileRecord;
  problems: readonly Problem[];
  row: FileRow;
  /** The number of the last build that it was part of. */
  seen: number;
}

/** Paths of saved files that are sent. */
const maxSaved = 8;

/** The rows that the page shows, and which of them changed. */
export function createFileList() {
  const known = new Map<string, Known>();
  const unread = new Map<string, SourceFile>();
  const changed = new Set<string>();
  const gone = new Set<string>();
  let builds = 0;
  let saved: readonly string[] = [];
  return {
    ...{ receive, read, changes, rows: () => [...known.values()].map(({ row }) => row) },
    /** Paths of files that builds after the first found changed or new, the newest first. */
    saved: () => saved,
  };

  /** Receives the outcome of a build. A file that did not change costs one comparison. */
  function receive({ sources, records, older }: BuiltFiles, problems: readonly Problem[]): void {
    builds++;
    const byPath = groupBy(problems, ({ path }) => path);
    const written: SourceFile[] = [];
    for (const [i, record] of records.entries()) {
      const { path } = record;
      const own = byPath.get(path) ?? [];
      const before = known.get(path);
      if (
        before?.record === record &&
        own.length === before.problems.length &&
        own.every((problem, at) => problem === before.problems[at])
      ) {
        before.seen = builds;
        continue;
      }
      const isSame = before !== undefined && before.record.hash === record.hash && record.hash !== '';
      const isOlder = older.some((each) => each.path === path);
      const row = toRow(record, own, isSame ? before.row : null, isOlder);
      known.set(path, { record, problems: own, row, seen: builds });
      // A file that was read again may give the same row.
      if (!isSame || !isDeepStrictEqual(row, before.row)) changed.add(path);
      gone.delete(path);
      const source = sources[i];
      if (source !== undefined && before?.record.hash !== record.hash) written.push(source);
      if (!isSame && source !== undefined && record.kind !== 'unread') unread.set(path, source);
    }
    if (builds > 1) saved = [...new Set([...newestFirst(written), ...saved])].slice(0, maxSaved);
    if (known.size === records.length) return;
    for (const [path, { seen }] of known) {
      if (seen === builds) continue;
      for (const set of [known, unread, changed]) set.delete(path);
      gone.add(path);
    }
    saved = saved.filter((path) => known.has(path));
  }

  /** Reads missing titles and dates for some milliseconds. True where some are left. */
  function read(setting: PreviewSetting, milliseconds: number): boolean {
    const end = performance.now() + milliseconds;
    for (const [path, source] of unread) {
      if (performance.now() > end) return true;
      unread.delete(path);
      const file = known.get(path);
      const seen = summariseOrNull(source, setting);
      if (file === undefined || seen === null) continue;
      file.row = { ...file.row, title: seen.title, publishAt: file.row.publishAt ?? seen.publishAt };
      changed.add(path);
    }
    return false;
  }

  /** Changes since the last call. */
  function changes(): { rows: FileRow[]; gone: string[] } {
    const found = { rows: [...changed].flatMap((path) => known.get(path)?.row ?? []), gone: [...gone] };
    changed.clear();
    gone.clear();
    return found;
  }
}

/** The paths of the files that were written last. */
function newestFirst(files: readonly SourceFile[]): string[] {
  const timeOf = ({ file }: SourceFile): number => tryStat(file)?.mtimeMs ?? 0;
  return files
    .map((file) => ({ path: file.path, time: timeOf(file) }))
    .sort((a, b) => b.time - a.time)
    .map(({ path }) => path);
}

function toRow(
  { path, kind, reason, rule, names, body }: FileRecord,
  own: readonly Problem[],
  before: FileRow | null,
  isOlder: boolean,
): FileRow {
  const errors = own.filter(({ severity }) => severity === 'error').length;
  return {
    path,
    kind: kind === 'article' ? 'article' : kind === 'none' ? 'hidden' : 'invalid',
    reason: isOlder ? 'with errors: readers get the last published form' : reason && toReason(reason, rule),
    title: before?.title ?? null,
    publishAt: body?.article?.publishAt ?? before?.publishAt ?? null,
    slug: names?.slug ?? null,
    aliases: names?.aliases ?? [],
    errors,
    warnings: own.length - errors,
  };
}

function toReason(reason: string, rule = reason): string {
  return `${reasons[reason] ?? reason}${reason === 'generator' ? `: ${rule}` : ''}`;
}

/** Null also for a file that was deleted meanwhile: the next build reports that. */
function summariseOrNull(source: SourceFile, setting: PreviewSetting): ReturnType<typeof summariseFile> {
  try {
    return summariseFile(source, readReal(source.file), setting);
  } catch (error) {
    if (isReplaced(error) || (error instanceof Error && 'syscall' in error)) return null;
    throw error;
  }
}
