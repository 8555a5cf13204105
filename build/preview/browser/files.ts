import type { FileRow, Update } from '../protocol.ts';
import type { StateFilter } from './location.ts';

export type State = 'published' | 'scheduled' | 'hidden' | 'invalid';

/** All files that the server reported. */
export function createFiles() {
  const files = new Map<string, { row: FileRow; text: string }>();
  let ordered: { row: FileRow; text: string }[] | null = null;
  return { receive, get: (path: string) => files.get(path)?.row ?? null, select, counts, nextPublished };

  function receive({ begin, rows, gone }: Pick<Update, 'begin' | 'rows' | 'gone'>): void {
    if (begin !== null) files.clear();
    for (const path of gone) files.delete(path);
    for (const row of rows) {
      files.set(row.path, { row, text: `${row.title ?? ''}\n${row.path}\n${row.slug ?? ''}`.toLowerCase() });
    }
    if (begin !== null || rows.length > 0 || gone.length > 0) ordered = null;
  }

  function inOrder(): { row: FileRow; text: string }[] {
    ordered ??= [...files.values()].sort(
      ({ row: a }, { row: b }) =>
        (b.publishAt ?? Number.MAX_VALUE) - (a.publishAt ?? Number.MAX_VALUE) || (a.path < b.path ? -1 : 1),
    );
    return ordered;
  }

  /** The files that pass a filter, newest first as in the API; files without a date come first. */
  function select(query: string, state: StateFilter): FileRow[] {
    const words = query.toLowerCase().split(/\s+/);
    const now = Date.now() / 1000;
    return inOrder()
      .filter(({ row, text }) => passes(row, state, now) && words.every((word) => text.includes(word)))
      .map(({ row }) => row);
  }

  /** The number of files in each state, whatever the query. */
  function counts(): Record<StateFilter, number> {
    const counted = { all: files.size, published: 0, scheduled: 0, hidden: 0, problem: 0 };
    const now = Date.now() / 1000;
    for (const { row } of files.values()) {
      const state = toFileState(row, now);
      if (state !== 'invalid') counted[state]++;
      if (row.errors + row.warnings > 0) counted.problem++;
    }
    return counted;
  }

  /** When the next article is published, in seconds; null where none is scheduled. */
  function nextPublished(): number | null {
    const scheduled = inOrder().filter(({ row }) => toFileState(row) === 'scheduled');
    return scheduled.at(-1)?.row.publishAt ?? null;
  }
}

/** The state of a file at `now`, in seconds. */
export function toFileState({ kind, publishAt }: FileRow, now = Date.now() / 1000): State {
  if (kind !== 'article') return kind;
  return (publishAt ?? 0) > now ? 'scheduled' : 'published';
}

function passes(row: FileRow, filter: StateFilter, now: number): boolean {
  if (filter === 'all') return true;
  return filter === 'problem' ? row.errors + row.warnings > 0 : toFileState(row, now) === filter;
}

/** The words of a list for a state. */
export function describe(row: FileRow): string {
  const state = toFileState(row);
  return state === 'hidden' ? (row.reason ?? 'hidden') : state === 'invalid' ? (row.reason ?? 'with errors') : state;
}

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export function toDate(seconds: number): string {
  return date.format(seconds * 1000);
}
