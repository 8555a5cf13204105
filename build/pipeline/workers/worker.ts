import type { Articles } from '../../release/article/resolve-address.ts';
import { findMedia, type Media } from '../../source/media.ts';
import type { FileTask, Setting } from '../compile-file.ts';
import type { Place } from '../incremental/article-record.ts';
import { DamagedCache } from '../incremental/damaged-store.ts';
import { createAnchorReader, type ReadAnchors } from '../incremental/read-anchors.ts';
import { type BatchResult, setBatch } from './compile-batch.ts';
import { type PageTask, writePage } from './write-page.ts';

/** What crosses between threads in place of a result: an error would lose what it says beside its message. */
export type Outcome<T> = { result: T } | { failure: { message: string; damaged: boolean } & Record<string, unknown> };

/** A map as JSON in memory that all threads see; a new one has another version. */
export interface SharedMap {
  version: number;
  json: SharedArrayBuffer;
}

/** What `setBatch` is given, as far as it can be sent. */
export interface SharedSetting extends Pick<Setting, 'now' | 'trustedHtml' | 'reading' | 'pack'> {
  content: string;
  site: string;
  articles: SharedMap | null;
  known: SharedMap;
}

/** `setBatch`, in a worker. */
export function setFiles({
  tasks,
  setting,
}: {
  tasks: FileTask[];
  setting: SharedSetting;
}): Promise<Outcome<BatchResult>> {
  const { now, trustedHtml, reading, pack, content, site } = setting;
  media ??= findMedia(content, reading.folders);
  const articles = setting.articles && toArticles(readShared<SharedArticle>(setting.articles), pack);
  const known = readShared<Place>(setting.known);
  const addresses = { site, media, articles };
  return toOutcome(() => setBatch(tasks, { now, trustedHtml, reading, pack, addresses, known }));
}

/** The address of a file's article, null for none; the hash of the article, '' where it is not set; its place in the pack. */
export type SharedArticle = readonly [address: string | null, hash: string, place: Place | null];

function toArticles(shared: ReadonlyMap<string, SharedArticle>, pack: number): Articles {
  readAnchors ??= createAnchorReader(pack);
  const read = readAnchors;
  return {
    get: (path) => shared.get(path)?.[0],
    version: (path) => shared.get(path)?.[1] ?? '',
    anchors(path) {
      const [, hash = '', place = null] = shared.get(path) ?? [];
      return read(hash, place);
    },
  };
}

/** `writePage`, in a worker. */
export function writePages({ tasks, pack }: { tasks: PageTask[]; pack: number }): Promise<Outcome<void>> {
  return toOutcome(async () => {
    for (const task of tasks) await writePage(task, pack);
  });
}

// A worker works for one build.
let media: Media | null = null;
let readAnchors: ReadAnchors | null = null;
const shared = new Map<number, ReadonlyMap<string, unknown>>();

function readShared<T>({ version, json }: SharedMap): ReadonlyMap<string, T> {
  const map = shared.get(version) ?? new Map<string, T>(JSON.parse(Buffer.from(json).toString()));
  shared.set(version, map);
  return map as ReadonlyMap<string, T>;
}

async function toOutcome<T>(work: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      failure: { ...error, message: error.message, stack: error.stack, damaged: error instanceof DamagedCache },
    };
  }
}
