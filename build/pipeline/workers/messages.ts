import type { CompileSetting, CompileTask } from '../files/compile-file.ts';
import type { ReadSetting, ReadTask } from '../files/read-file.ts';
import type { RecordRef } from '../incremental/article-record.ts';
import type { PageTask } from './write-page.ts';

/** What the threads are asked: the exports of `worker.ts`, each with a task or several. */
export interface Messages {
  readFiles: { tasks: readonly ReadTask[]; setting: ReadSetting };
  compileFiles: { tasks: readonly CompileTask[]; setting: SentCompileSetting };
  writePages: { tasks: readonly PageTask[]; log: number };
}

/** `CompileSetting`, as far as it can be sent. */
export interface SentCompileSetting extends Pick<CompileSetting, 'trustedHtml' | 'dialects' | 'maxFileSize' | 'log'> {
  site: string;
  /** Where pictures are: the content folder, and the folders in it. */
  content: string;
  folders: readonly string[];
  articles: SharedMap<string | null>;
  known: SharedMap<RecordRef>;
}

/** The answer of a thread; an error that is thrown there would lose all but its message. */
export type Outcome<T> = { result: T } | { failure: Failure };

export interface Failure extends Record<string, unknown> {
  message: string;
  /** The name of its class. */
  name: string;
}

/** A map as JSON in memory that all threads see; a new one has another version. */
export interface SharedMap<T> {
  version: number;
  json: SharedArrayBuffer;
  /** Never set: the type of the values. */
  value?: T;
}

let versions = 0;

export function shareMap<T>(entries: Iterable<readonly [string, T]>): SharedMap<T> {
  const text = Buffer.from(JSON.stringify([...entries]));
  const json = new SharedArrayBuffer(text.length);
  Buffer.from(json).set(text);
  versions++;
  return { version: versions, json };
}

export function readSharedMap<T>({ json }: SharedMap<T>): ReadonlyMap<string, T> {
  return new Map(JSON.parse(Buffer.from(json).toString()));
}
