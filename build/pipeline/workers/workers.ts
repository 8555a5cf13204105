import type { Addresses } from '../../release/article/resolve-address.ts';
import type { ReleaseFile } from '../../release/layout/page-files.ts';
import type { ArticleAddresses } from '../files/article-addresses.ts';
import type { CompileSetting, CompileTask } from '../files/compile-file.ts';
import type { ReadFile, ReadSetting, ReadTask } from '../files/read-file.ts';
import type { RecordRef } from '../incremental/article-record.ts';
import { shareMap } from './messages.ts';
import { createPool } from './pool.ts';
import type { CompiledBatch, PageTask } from './write-page.ts';

/** Does the work of a build that takes long, in threads where there is enough of it. Results come in any order. */
export interface Workers {
  readFiles(
    tasks: readonly ReadTask[],
    setting: ReadSetting,
    onRead: (index: number, read: ReadFile | null) => void,
  ): Promise<void>;
  /** The files of a batch are those from `first` on. */
  compileFiles(
    tasks: readonly CompileTask[],
    setting: CompileAllSetting,
    onCompiled: (first: number, batch: CompiledBatch) => void,
  ): Promise<void>;
  /** What is left to write of a page are its articles by themselves. */
  writePages(
    tasks: readonly PageTask[],
    log: number,
    onWritten: (task: PageTask, articles: ReleaseFile[]) => void,
  ): Promise<void>;
  /** Ends the threads. */
  end(): Promise<void>;
}

export interface CompileAllSetting extends CompileSetting {
  /** The content folder, and the folders in it. */
  content: string;
  folders: readonly string[];
  addresses: Addresses & { articles: ArticleAddresses };
  known: ReadonlyMap<string, RecordRef>;
}

/** Fewer files, or pages, are done before a thread would have started. */
const [leastFiles, leastPages] = [200, 8];

/** Files that a thread is given at a time. */
const batchLength = 32;

/** `count` threads whatever is to be done, for tests; null for one for each core, where it is worth it. */
export function createWorkers(count: number | null): Workers {
  const pool = createPool(count);
  const isWorth = (tasks: number, least: number): boolean => tasks >= (count === null ? least : 1);
  return {
    async readFiles(tasks, setting, onRead) {
      if (!isWorth(tasks.length, leastFiles)) {
        const { readFile } = await load(tasks, () => import('../files/read-file.ts'));
        for (const [index, task] of tasks.entries()) onRead(index, readFile(task, setting));
        return;
      }
      const messages = toBatches(tasks).map(({ first, batch }) => ({ first, tasks: batch, setting }));
      await pool.run('readFiles', messages, (read: (ReadFile | null)[], { first }) => {
        for (const [n, each] of read.entries()) onRead(first + n, each);
      });
    },

    async compileFiles(tasks, setting, onCompiled) {
      if (!isWorth(tasks.length, leastFiles)) {
        const { compileBatch } = await load(tasks, () => import('./write-page.ts'));
        for (const [index, task] of tasks.entries()) onCompiled(index, compileBatch([task], setting));
        return;
      }
      const { content, folders, addresses, known, trustedHtml, dialects, maxFileSize, log } = setting;
      const { site, articles } = addresses;
      const shared = { articles: shareMap(articles.all()), known: shareMap(known) };
      const sent = { content, folders, site, trustedHtml, dialects, maxFileSize, log, ...shared };
      const messages = toBatches(tasks).map(({ first, batch }) => ({ first, tasks: batch, setting: sent }));
      await pool.run('compileFiles', messages, (batch: CompiledBatch, { first }) => onCompiled(first, batch));
    },

    async writePages(tasks, log, onWritten) {
      if (!isWorth(tasks.length, leastPages)) {
        const { writePage } = await load(tasks, () => import('./write-page.ts'));
        for (const task of tasks) {
          onWritten(task, await writePage(task, log));
        }
        return;
      }
      const messages = tasks.map((task) => ({ tasks: [task], log }));
      await pool.run('writePages', messages, (written: ReleaseFile[][], { tasks: sent }) => {
        for (const [n, task] of sent.entries()) onWritten(task, written[n] ?? []);
      });
    },

    end: pool.end,
  };
}

/** What makes articles is large, and loaded only where there is something to make. */
async function load<T>(tasks: readonly unknown[], module: () => Promise<T>): Promise<T> {
  return tasks.length === 0 ? ({} as T) : module();
}

function toBatches<T>(tasks: readonly T[]): { first: number; batch: readonly T[] }[] {
  return Array.from({ length: Math.ceil(tasks.length / batchLength) }, (_, i) => {
    return { first: i * batchLength, batch: tasks.slice(i * batchLength, (i + 1) * batchLength) };
  });
}
