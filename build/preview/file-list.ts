import { posix } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupBy } from '../package/group-by.ts';
import type { BuiltFiles } from '../pipeline/builder.ts';
import type { FileRecord } from '../pipeline/incremental/file-record.ts';
import type { Problem } from '../problems/problem.ts';
import { isReplaced, readReal } from '../source/read-real.ts';
import type { SourceFile } from '../source/source-file.ts';
import { tryStat } from '../source/try-stat.ts';
import { type FileRow, sortRows, toRow } from './file-row.ts';
import { type PreviewSetting, summariseFile } from './render-preview.ts';

/** What a build found of a file. */
export interface ListedFile {
  source: SourceFile | undefined;
  record: FileRecord;
  problems: readonly Problem[];
  row: FileRow;
}

/** Milliseconds of reading titles at a time, so that a save does not wait for all of them. */
const turnMs = 8;

/** Saved files that are remembered. */
const maxSaved = 100;

export type FileList = ReturnType<typeof createFileList>;

/** The files of the last build, and what was saved and moved since the first. */
export function createFileList(setting: PreviewSetting) {
  let files = new Map<string, ListedFile>();
  const unread = new Map<string, SourceFile>();
  /** Newest first. */
  let saved: { path: string; build: number }[] = [];
  /** Where files went that are gone. */
  const moved = new Map<string, string>();
  let reading: Promise<void> | null = null;
  let isFirst = true;
  return {
    receive,
    read,
    placeOf,
    next,
    get: (path: string): ListedFile | null => files.get(path) ?? null,
    rows: (): FileRow[] => Array.from(files.values(), ({ row }) => row),
    isRead: (): boolean => unread.size === 0,
  };

  /** Receives the outcome of a build. A file that did not change costs one comparison. */
  function receive({ sources, records, older }: BuiltFiles, problems: readonly Problem[], build: number): void {
    const byPath = groupBy(problems, ({ path }) => path);
    const before = files;
    files = new Map();
    const written: SourceFile[] = [];
    const added: FileRecord[] = [];
    for (const [i, record] of records.entries()) {
      const { path, hash } = record;
      const [source, known, own] = [sources[i], before.get(path), byPath.get(path) ?? []];
      const isSame = known !== undefined && known.record.hash === hash && hash !== '';
      const isOlder = older.some((each) => each.path === path);
      const isKnown = known?.record === record && isEqual(own, known.problems);
      const row = isKnown ? known.row : toRow(record, own, isSame ? known.row : null, isOlder);
      files.set(path, { source, record, problems: own, row });
      if (known === undefined) added.push(record);
      if (isKnown || source === undefined) continue;
      if (known?.record.hash !== hash) written.push(source);
      if (!isSame && record.kind !== 'unread') unread.set(path, source);
    }
    if (isFirst) {
      isFirst = false;
      return;
    }
    saved = [...newestFirst(written).map((path) => ({ path, build })), ...saved].slice(0, maxSaved);
    const gone = [...before.values()].filter(({ record }) => !files.has(record.path));
    for (const { record } of gone) unread.delete(record.path);
    noteMoved(gone, added);
  }

  /** A file that is gone went where one with its content, its name or both is new. */
  function noteMoved(gone: readonly ListedFile[], added: readonly FileRecord[]): void {
    if (gone.length === 0) return;
    const places = new Map(added.flatMap((record) => toKeys(record).map((key) => [key, record.path])));
    for (const { record } of gone) {
      const key = toKeys(record).find((each) => places.has(each));
      const place = key === undefined ? undefined : places.get(key);
      if (place !== undefined) moved.set(record.path, place);
    }
  }

  /** The path of a file, or where it was moved to; where it is gone, the path as it was. */
  function placeOf(path: string): string {
    const passed = new Set<string>();
    for (let place: string | undefined = path; place !== undefined; place = moved.get(place)) {
      if (files.has(place)) return place;
      if (passed.has(place)) break;
      passed.add(place);
    }
    return path;
  }

  /** The file that a page with `path` shows after the builds that follow `build`: its own if that was saved. */
  function next(path: string, build: number): string {
    const place = placeOf(path);
    const found = saved.filter((each) => each.build > build && files.has(each.path)).map((each) => each.path);
    return found.includes(place) ? place : (found[0] ?? place);
  }

  /** Reads missing titles and dates, in the order of the list, until there are none. */
  function read(): Promise<void> {
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function readAll(): Promise<void> {
    let end = performance.now() + turnMs;
    while (unread.size > 0) {
      for (const { path } of sortRows(Array.from(unread.keys(), (key) => files.get(key)?.row ?? []).flat())) {
        const source = unread.get(path);
        if (source === undefined) continue;
        unread.delete(path);
        const [file, found] = [files.get(path), summariseOrNull(source, setting)];
        if (file !== undefined && found !== null) {
          file.row = { ...file.row, title: found.title, publishAt: file.row.publishAt ?? found.publishAt };
        }
        if (performance.now() < end) continue;
        await nextTurn();
        end = performance.now() + turnMs;
      }
    }
  }
}

/** The first that two files have in common says that they are the same file. */
function toKeys({ path, hash }: FileRecord): string[] {
  const name = `/${posix.basename(path)}`;
  return hash === '' ? [name] : [hash + name, hash, name];
}

function isEqual(some: readonly Problem[], others: readonly Problem[]): boolean {
  return some.length === others.length && some.every((problem, i) => problem === others[i]);
}

/** The paths of files, those first that were written last. */
function newestFirst(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, file }) => ({ path, time: tryStat(file)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time)
    .map(({ path }) => path);
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
