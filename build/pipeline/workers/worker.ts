import { createNameFinder } from '../../dialects/index.ts';
import type { ReleaseFile } from '../../release/layout/page-files.ts';
import { findMedia, type Media } from '../../source/media.ts';
import type { FindNamed } from '../../source/source-file.ts';
import { pagesOf } from '../files/article-addresses.ts';
import { type ReadFile, readFile } from '../files/read-file.ts';
import { type Failure, type Messages, type Outcome, readSharedMap, type SharedMap } from './messages.ts';
import { type CompiledBatch, compileBatch, writePage } from './write-page.ts';

// The entry of a thread: each export answers a message of `Messages`. A thread works for one build.

export function readFiles({ tasks, setting }: Messages['readFiles']): Promise<Outcome<(ReadFile | null)[]>> {
  return toOutcome(() => tasks.map((task) => readFile(task, setting)));
}

export function compileFiles({ tasks, setting }: Messages['compileFiles']): Promise<Outcome<CompiledBatch>> {
  return toOutcome(() => {
    const { site, content, folders, articles: shared, known, ...others } = setting;
    media ??= findMedia(content, folders);
    const articles = readOnce(shared);
    names ??= createNameFinder(others.dialects, content, folders, () => pagesOf(articles));
    const addresses = { site, media, articles, findNamed: names };
    return compileBatch(tasks, { ...others, addresses, known: readOnce(known) });
  });
}

export function writePages({ tasks, log }: Messages['writePages']): Promise<Outcome<ReleaseFile[][]>> {
  return toOutcome(() => Promise.all(tasks.map((task) => writePage(task, log))));
}

let media: Media | null = null;

let names: FindNamed | null = null;

const maps = new Map<number, ReadonlyMap<string, unknown>>();

function readOnce<T>(shared: SharedMap<T>): ReadonlyMap<string, T> {
  const map = maps.get(shared.version) ?? readSharedMap(shared);
  maps.set(shared.version, map);
  return map as ReadonlyMap<string, T>;
}

async function toOutcome<T>(work: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { name, message, stack } = error;
    return { failure: { ...error, name, message, stack } satisfies Failure };
  }
}
