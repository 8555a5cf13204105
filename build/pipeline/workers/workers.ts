import type { Addresses } from '../../release/article/resolve-address.ts';
import type { ReleaseFile } from '../../release/layout/page-files.ts';
import type { ArticleAddresses } from '../files/article-addresses.ts';
import type { CompileSetting, CompileTask, ReadGroup } from '../files/compile-file.ts';
import { type KeptBodies, keptBodies } from '../files/kept-bodies.ts';
import type { ReadSetting, ReadTask } from '../files/read-file.ts';
import type { RecordRef } from '../incremental/article-record.ts';
import type { ArticlesLog } from '../incremental/articles-log.ts';
import type { FileRecord } from '../incremental/file-record.ts';
import { type Message, type SentCompileSetting, shareMap } from './messages.ts';
import { createPool } from './pool.ts';
import type { Compiled, PageTask } from './work.ts';

/**
 * Does the work of a build that takes long, in threads where there is enough of it. Results come in any order; each is
 * that of the tasks from `first` on, by the thread of that number. A file is compiled by the thread that read it,
 * unless another has nothing else to do.
 */
export interface Workers {
  readFiles: Job<ReadTask, ReadSetting, (FileRecord | null)[]>;
  compileFiles: Job<CompileTask, CompileAllSetting, Compiled[]>;
  /** What is left to write of a page are its articles by themselves. */
  writePages: Job<PageTask, { log: ArticlesLog }, ReleaseFile[][]>;
  /** Ends the threads. */
  end(): Promise<void>;
}

type Job<Task, Setting, Result> = (
  tasks: readonly Task[],
  setting: Setting,
  onResult: (result: Result, first: number, thread: number) => void,
) => Promise<void>;

export interface CompileAllSetting extends CompileSetting {
  /** The content folder. */
  content: string;
  articleUrl: string;
  addresses: Addresses & { articles: ArticleAddresses };
  known: ReadonlyMap<string, RecordRef>;
}

/** Of each kind of task: fewer are done before a thread would have started; and how many a thread is given at a time. */
const batches = {
  readFiles: { least: 400, length: 32 },
  compileFiles: { least: 400, length: 32 },
  writePages: { least: 8, length: 1 },
};

/** `count` threads whatever is to be done, for tests; null for one for each core, where it is worth it. */
export function createWorkers(count: number | null): Workers {
  const pool = createPool(count);
  const bodies = keptBodies();
  // What makes articles is large, and loaded only where there is something to make.
  const load = () => import('./work.ts');
  return {
    readFiles: toJob('readFiles', async () => (await load()).readBatch),
    compileFiles: toJob(
      'compileFiles',
      async () => (await load()).compileBatch,
      toSent,
      ({ readGroup }) => readGroup,
    ),
    writePages: toJob('writePages', async () => (await load()).writePages),
    async end() {
      bodies.clear();
      await pool.end();
    },
  };

  function toJob<Task, Setting, Result>(
    name: keyof typeof batches,
    loadWork: () => Promise<(tasks: readonly Task[], setting: Setting, bodies: KeptBodies) => Result | Promise<Result>>,
    toSetting: (setting: Setting) => unknown = (setting) => setting,
    groupOf: ((task: Task) => ReadGroup | undefined) | null = null,
  ): Job<Task, Setting, Result> {
    const { least, length } = batches[name];
    return async (tasks, setting, onResult) => {
      if (tasks.length === 0) return;
      // Threads that have read files are there, and hold what is left to do with them.
      const isTheirs = groupOf !== null && pool.isStarted();
      if (tasks.length < (count === null ? least : 1) && !isTheirs) {
        const work = await loadWork();
        for (const [first, task] of tasks.entries()) onResult(await work([task], setting, bodies), first, 0);
        return;
      }
      const sent = toSetting(setting);
      const messages: (Message<Task> & { first: number })[] = [];
      for (let first = 0, next = 0; first < tasks.length; first = next) {
        const batch = tasks.slice(first, first + length);
        const readGroups = batch.map((task) => groupOf?.(task));
        const other = readGroups.findIndex((each) => each !== readGroups[0]);
        next = other < 0 ? first + batch.length : first + other;
        messages.push({ first, thread: readGroups[0]?.thread, tasks: tasks.slice(first, next), setting: sent });
      }
      await pool.run(name, messages, (result: Result, { first }, thread) => onResult(result, first, thread));
    };
  }
}

function toSent({ addresses: { site, articles }, known, ...setting }: CompileAllSetting): SentCompileSetting {
  return { ...setting, site, pages: shareMap(articles.pages()), known: shareMap(known) };
}
