import type { FileRecord } from '../pipeline/incremental/file-record.ts';
import type { Problem } from '../problems/problem.ts';
import { reasons } from '../problems/reasons.ts';
import type { PageQuery, StateFilter } from './page-query.ts';

/** A Markdown file, as the list shows it. */
export interface FileRow {
  /** Relative to the content folder, with `/`. */
  path: string;
  /** `article` may be scheduled; `hidden` is a draft, expired or no article; `invalid` has errors of its own. */
  kind: 'article' | 'hidden' | 'invalid';
  /** Why it is hidden, in words; of an invalid file, what readers have. */
  reason: string | null;
  /** Null until the file was read, and where it cannot be read. */
  title: string | null;
  /** Seconds since 1970-01-01T00:00:00Z; null where there is no date, or the file was not read yet. */
  publishAt: number | null;
  slug: string | null;
  aliases: readonly string[];
  errors: number;
  warnings: number;
}

type State = 'published' | 'scheduled' | 'hidden' | 'invalid';

/** The row of a file. Title and date are those of `before` until it is read. */
export function toRow(
  { path, kind, reason, rule, names, body }: FileRecord,
  problems: readonly Problem[],
  before: FileRow | null,
  isOlder: boolean,
): FileRow {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return {
    path,
    kind: kind === 'article' ? 'article' : kind === 'none' ? 'hidden' : 'invalid',
    reason: isOlder ? 'with errors: readers get the last published form' : reason && toReason(reason, rule),
    title: before?.title ?? null,
    publishAt: body?.article?.publishAt ?? before?.publishAt ?? null,
    slug: names?.slug ?? null,
    aliases: names?.aliases ?? [],
    errors,
    warnings: problems.length - errors,
  };
}

function toReason(reason: string, rule = reason): string {
  return `${reasons[reason] ?? reason}${reason === 'generator' ? `: ${rule}` : ''}`;
}

/** The state of a file at `now`, in seconds. */
export function toFileState({ kind, publishAt }: FileRow, now: number): State {
  if (kind !== 'article') return kind;
  return (publishAt ?? 0) > now ? 'scheduled' : 'published';
}

/** The words for the state of a file. */
export function describeState(row: FileRow, now: number): string {
  const state = toFileState(row, now);
  return state === 'hidden' ? (row.reason ?? 'hidden') : state === 'invalid' ? (row.reason ?? 'with errors') : state;
}

/** Files with errors first, then with warnings, then the newest as in the API; without a date before all dates. */
export function sortRows(rows: readonly FileRow[]): FileRow[] {
  const rank = ({ errors, warnings }: FileRow): number => (errors > 0 ? 0 : warnings > 0 ? 1 : 2);
  const time = ({ publishAt }: FileRow): number => publishAt ?? Number.MAX_VALUE;
  return rows.toSorted((a, b) => rank(a) - rank(b) || time(b) - time(a) || (a.path < b.path ? -1 : 1));
}

/** The files of a state that have all words of a query in title, path or slug. */
export function selectRows(
  rows: readonly FileRow[],
  { query, state }: Pick<PageQuery, 'query' | 'state'>,
  now: number,
): FileRow[] {
  const words = query.toLowerCase().split(/\s+/);
  return rows.filter((row) => {
    if (!isInState(row, state, now)) return false;
    const text = `${row.title ?? ''}\n${row.path}\n${row.slug ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Whether a filter by state shows a file. */
export function isInState(row: FileRow, filter: StateFilter, now: number): boolean {
  if (filter === 'all') return true;
  return filter === 'problem' ? row.errors + row.warnings > 0 : toFileState(row, now) === filter;
}

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export function toDate(seconds: number): string {
  return date.format(seconds * 1000);
}
