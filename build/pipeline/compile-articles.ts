import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../src/usage-error.ts';
import type { Reading } from '../front-matter/options.ts';
import { once } from '../package/lazy.ts';
import { compareText, type Problem } from '../problems/problem.ts';
import type { Addresses } from '../release/article/resolve-address.ts';
import type { FoundFile } from '../source/discover.ts';
import type { Media } from '../source/media.ts';
import type { FileTask } from './compile-file.ts';
import { identifyAll } from './identities.ts';
import type { Place } from './incremental/article-record.ts';
import { isAnsweredAlike } from './incremental/dependencies.ts';
import { type Entry, isSection, section, settle } from './incremental/file-record.ts';
import type { Cache } from './incremental/open-store.ts';
import { placeAt } from './incremental/place-at.ts';
import { createAnchorReader } from './incremental/read-anchors.ts';
import type { BatchResult } from './workers/compile-batch.ts';
import { type Crew, share } from './workers/pool.ts';
import type { SharedArticle, SharedSetting } from './workers/worker.ts';

export interface SetOptions {
  content: string;
  site: string;
  /** What a link to another Markdown file becomes; `{site}` and `{slug}` are filled in. */
  articleUrl: string;
  trustedHtml: boolean;
  reading: Reading;
  now: number;
  progress: (stage: 'reading' | 'rendering', done: number, total: number) => void;
}

/** Fewer files than this are set before a worker would have started. */
const leastForWorkers = 200;

/** Files that a worker is given at a time. */
const batchLength = 32;

/** Rounds after which files that change all the while are given up. */
const mostRounds = 10;

/**
 * Sets every article that is not in the cache as it must be. Files are set alone first, then those that refer to others,
 * or clash with them, again, until all fit together: each file's facts and its article come from one reading of it.
 */
export async function setArticles(
  sources: readonly FoundFile[],
  earlier: { entries: readonly Entry[]; clashes: readonly Problem[] },
  { cache, crew, media }: { cache: Cache; crew: Crew; media: Media },
  options: SetOptions,
): Promise<{ entries: Entry[]; clashes: readonly Problem[] }> {
  const entries = matchEntries(sources, earlier.entries);
  const kept = sources.map(({ state }, i) => {
    const entry = entries[i];
    return entry !== undefined && entry.state === state && state !== '' && !entry.timed;
  });
  let tasks: Task[] = [];
  for (let i = kept.indexOf(false); i >= 0; i = kept.indexOf(false, i + 1)) {
    const { path = '', file = '', gitDates } = sources[i] ?? {};
    const entry = entries[i];
    if (isSection(path)) entries[i] = section(path);
    else {
      const hash = entry?.timed === false ? entry.hash : null;
      tasks.push({ path, file, ...(gitDates !== undefined && { gitDates }), hash, settled: null, i });
    }
  }
  const indexes = once(() => new Map(sources.map(({ path }, i) => [path, i])));
  const readAnchors = createAnchorReader(cache.pack);
  const addresses: Addresses = { site: options.site, media, articles: { get: addressOf, version, anchors } };
  const isKept = new Set(tasks.length === 0 ? [] : entries.filter((_, i) => kept[i]));
  let known = recordsOf(tasks.length === 0 ? [] : earlier.entries.filter((entry) => !isKept.has(entry)));
  let clashes = earlier.clashes;
  let identified = earlier.entries.reduce((count, { identity }) => (identity === null ? count : count + 1), 0);
  for (let round = 0; ; round++) {
    if (round === mostRounds) throw new UsageError('Files were changed all through the build. Build again.');
    await setTasks(round === 0 ? null : addresses.articles);
    identifyNew();
    const misfits = entries.flatMap((entry, i) => (entry === undefined || fits(entry) ? [] : [{ entry, i }]));
    if (misfits.length === 0) return { entries: entries.filter((entry) => entry !== undefined), clashes };
    known = recordsOf(misfits.map(({ entry }) => entry));
    tasks = misfits.map(({ entry: { path, settled }, i }) => {
      const { file = '', gitDates } = sources[i] ?? {};
      return { path, file, ...(gitDates !== undefined && { gitDates }), hash: null, settled, i };
    });
  }

  function addressOf(path: string): string | null | undefined {
    const i = indexes().get(path);
    if (i === undefined) return undefined;
    return toAddress(entries[i], options);
  }

  /** An article has anchors once it is set. */
  function version(path: string): string {
    return entryOf(path)?.body?.article?.hash ?? '';
  }

  function anchors(path: string): ReadonlySet<string> {
    const { hash = '', place = null } = entryOf(path)?.body?.article ?? {};
    return readAnchors(hash, place);
  }

  function entryOf(path: string): Entry | undefined {
    return entries[indexes().get(path) ?? -1];
  }

  /** Asks for all ids and slugs again where an article has come, gone, or changed in what could clash. */
  function identifyNew(): void {
    const articles = entries.filter((entry) => entry !== undefined && entry.identity !== null) as Entry[];
    if (articles.length === identified && articles.every(({ settled }) => settled !== null)) return;
    const { settled, problems } = identifyAll(articles, options.reading);
    for (const [i, entry] of entries.entries()) {
      if (entry === undefined || entry.identity === null) continue;
      const unique = settled.get(entry.path) ?? null;
      if (!isDeepStrictEqual(unique, entry.settled)) entries[i] = settle(entry, unique);
    }
    identified = articles.length;
    clashes = problems;
  }

  function fits({ kind, settled, body }: Entry): boolean {
    if (kind !== 'article' && kind !== 'faulty') return true;
    const { article } = body ?? {};
    const isNamed = kind === 'faulty' || (article?.id === settled?.id && article?.slug === settled?.slug);
    return body !== null && isNamed && isAnsweredAlike(body.lookups, addresses);
  }

  async function setTasks(articles: Addresses['articles'] | null): Promise<void> {
    const stage = articles === null ? 'reading' : 'rendering';
    let done = 0;
    const take = (batch: readonly Task[], result: BatchResult): void => {
      const at = result.records.length === 0 ? 0 : cache.append(result.records);
      for (const [n, { i }] of batch.entries()) takeEntry(i, result.entries[n] ?? null, at);
      done += batch.length;
      options.progress(stage, done, tasks.length);
    };
    const { now, trustedHtml, content, site, reading } = options;
    const setting = { now, trustedHtml, reading, pack: cache.pack };
    if (crew.isWorth(tasks.length, leastForWorkers)) {
      const addressed = articles && share(new Map(sources.map(({ path }) => [path, toShared(path)])));
      const shared: SharedSetting = { ...setting, content, site, articles: addressed, known: share(known) };
      const batches = batchesOf(tasks).map((batch) => ({ tasks: batch, setting: shared }));
      await crew.run('setFiles', batches, (result: BatchResult, task: { tasks: Task[] }) => take(task.tasks, result));
    } else if (tasks.length > 0) {
      const { setBatch } = await import('./workers/compile-batch.ts');
      const here = { ...setting, known, addresses: { site, media, articles } };
      for (const task of tasks) take([task], setBatch([task], here));
    }
  }

  function toShared(path: string): SharedArticle {
    const { hash = '', place = null } = entryOf(path)?.body?.article ?? {};
    return [addressOf(path) ?? null, hash, place];
  }

  function takeEntry(i: number, set: BatchResult['entries'][number], at: number): void {
    const { state = '' } = sources[i] ?? {};
    const before = entries[i];
    if (set === null) {
      if (before !== undefined) entries[i] = { ...before, state };
      return;
    }
    const isSame = before !== undefined && before.identity === set.identity;
    entries[i] = settle({ ...placeAt(set, at), state }, isSame ? before.settled : null);
  }
}

/** What a link to a file becomes; null where the file is hidden or no article. */
export function toAddress(
  entry: Entry | undefined,
  { site, articleUrl }: Pick<SetOptions, 'site' | 'articleUrl'>,
): string | null {
  // One with errors may well become an article: a link to it is no further fault.
  if (entry?.kind === 'faulty') return site;
  if (!entry?.settled) return null;
  return articleUrl.replaceAll('{site}', site).replaceAll('{slug}', encodeURIComponent(entry.settled.slug));
}

/** A task, and which of the sources it is for. */
type Task = FileTask & { i: number };

/** The entry of each source, where there is one; both are in the order of their paths. */
function matchEntries(sources: readonly FoundFile[], entries: readonly Entry[]): (Entry | undefined)[] {
  let next = 0;
  return sources.map(({ path }) => {
    while (compareText(entries[next]?.path ?? path, path) < 0) next++;
    return entries[next]?.path === path ? entries[next] : undefined;
  });
}

/** Where the articles of entries are recorded, by the hash of their content. */
function recordsOf(entries: readonly Entry[]): Map<string, Place> {
  return new Map(entries.flatMap(({ hash, body }) => (body?.article ? [[hash, body.article.place] as const] : [])));
}

function batchesOf(tasks: readonly Task[]): Task[][] {
  return Array.from({ length: Math.ceil(tasks.length / batchLength) }, (_, i) =>
    tasks.slice(i * batchLength, (i + 1) * batchLength),
  );
}
