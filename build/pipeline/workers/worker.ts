import { parentPort } from 'node:worker_threads';
import { assetFolderOf } from '../../../src/core/asset-name.ts';
import { nameFinder, originalFinder } from '../../dialects/index.ts';
import { findMedia, type Media } from '../../source/media.ts';
import type { FindNamed } from '../../source/source-file.ts';
import { type ArticleAddresses, articleAddresses, shownPaths } from '../files/article-addresses.ts';
import type { CompileTask } from '../files/compile-file.ts';
import { keptBodies } from '../files/kept-bodies.ts';
import type { ReadSetting, ReadTask } from '../files/read-file.ts';
import type { ArticlesLog } from '../incremental/articles-log.ts';
import {
  type Asked,
  type Done,
  type Message,
  readSharedMap,
  type SentCompileSetting,
  type SharedMap,
  type WorkOutcome,
} from './messages.ts';
import * as work from './work.ts';

// The entry of a thread: each job does what the export of `work.ts` by its name does. A thread works for one build.

parentPort?.on('message', async ({ id, name, message }: Asked) => {
  parentPort?.postMessage({ id, outcome: await toOutcome(() => jobs[name]?.(message as never)) } satisfies Done);
});

const jobs: Readonly<Record<string, (message: never) => unknown>> = {
  readFiles: ({ tasks, setting }: Message<ReadTask, ReadSetting>) => work.readBatch(tasks, setting, bodies),
  writePages: ({ tasks, setting }: Message<work.PageTask, { log: ArticlesLog }>) => work.writePages(tasks, setting),
  compileFiles({ tasks, setting }: Message<CompileTask, SentCompileSetting>) {
    const { site, articleUrl, content, pages, known, ...others } = setting;
    const { folders } = others.contentOptions;
    media ??= findMedia(content, folders, [], 0, originalFinder(others.dialects));
    articles ??= articleAddresses(() => readOnce(pages), { site, articleUrl, content });
    const addresses = { site, assetFolder: assetFolderOf(others.contentOptions), media, articles };
    names ??= nameFinder(others.dialects, content, folders, () => shownPaths(addresses.articles));
    const all = { ...others, addresses: { ...addresses, findNamed: names }, known: readOnce(known) };
    return work.compileBatch(tasks, all, bodies);
  },
};

const bodies = keptBodies();

let media: Media | null = null;

let articles: ArticleAddresses | null = null;

let names: FindNamed | null = null;

const maps = new Map<number, ReadonlyMap<string, unknown>>();

function readOnce<T>(shared: SharedMap<T>): ReadonlyMap<string, T> {
  const map = maps.get(shared.version) ?? readSharedMap(shared);
  maps.set(shared.version, map);
  return map as ReadonlyMap<string, T>;
}

async function toOutcome(run: () => unknown): Promise<WorkOutcome<unknown>> {
  try {
    return { result: await run() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { name, message, stack } = error;
    return { failure: { ...error, name, message, stack } };
  }
}
