import type { CompileSetting } from '../files/compile-file.ts';
import type { KnownPage } from '../files/find-page.ts';
import type { ReadSetting } from '../files/read-file.ts';
import type { RecordRef } from '../incremental/article-record.ts';

/** What a thread is sent: several tasks, and what they share. */
export interface Message<Task = unknown, Setting = unknown> {
  tasks: readonly Task[];
  /** The thread that has what the tasks need; any by default. */
  thread?: number | undefined;
  setting: Setting;
}

/** `CompileSetting`, as far as it can be sent. */
export interface SentCompileSetting extends Pick<CompileSetting, 'trustedHtml' | 'log' | keyof ReadSetting> {
  site: string;
  articleUrl: string;
  /** The content folder. */
  content: string;
  pages: SharedMap<KnownPage>;
  known: SharedMap<RecordRef>;
}

/** What a thread is sent with each message, and what it sends back. */
export interface Asked {
  id: number;
  name: string;
  message: Message;
}
export interface Done {
  id: number;
  outcome: WorkOutcome<unknown>;
}

/** The response of a thread; an error that is thrown there would lose all but its message. */
export type WorkOutcome<T> = { result: T } | { failure: Failure };

/** An error by its message, the name of its class and its other properties. */
export type Failure = Record<string, unknown> & { name: string; message: string };

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
