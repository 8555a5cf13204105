import type { Reading } from '../front-matter/options.ts';
import { compareProblems, type Problem } from '../problems/problem.ts';
import type { ServiceInfo } from '../release/description/service-info.ts';
import type { Written } from '../release/disk/written.ts';
import type { Discovered } from '../source/discover.ts';
import { findMedia } from '../source/media.ts';
import { setArticles } from './compile-articles.ts';
import type { Entry } from './incremental/file-record.ts';
import type { Memory } from './incremental/manifest.ts';
import type { Cache } from './incremental/open-store.ts';
import { publish } from './publish.ts';
import type { Crew } from './workers/pool.ts';

export interface RebuildOptions {
  /** Folder of Markdown. */
  content: string;
  /** Where the release goes; open files at its top, the release under `api/v1`. */
  out: string;
  /** Scheme and authority, without a trailing slash. */
  site: string;
  /** What a link to another Markdown file becomes; `{site}` and `{slug}` are filled in. */
  articleUrl: string;
  trustedHtml: boolean;
  reading: Reading;
  info: ServiceInfo;
  /** Seconds since 1970-01-01T00:00:00Z: what an expiry date is held against. Nothing else depends on it. */
  now: number;
  /** `durable` survives a power cut; `nothing` finds problems alone. */
  write: 'durable' | 'quick' | 'nothing';
  onProgress?: (stage: 'reading' | 'rendering' | 'writing', done: number, total: number) => void;
}

export interface BuildResult {
  /** In the order of files and lines. With an error among them nothing was written. */
  problems: Problem[];
  /** Markdown files that were found. */
  files: number;
  articles: number;
  /** Files that are no articles, or hidden, by reason. */
  others: Record<string, number>;
  /** Articles that are not yet due at `now`. */
  scheduled: number;
  /** Null where nothing was to be written, or an error kept the build from it. */
  written: (Written & { media: number }) | null;
}

/** Builds a release of files that were found, from what `memory` has of an earlier build; what the next one is to know, and what became of each file. */
export async function rebuild(
  options: RebuildOptions,
  { sources, problems: found, listing }: Discovered,
  memory: Memory,
  { cache, crew }: { cache: Cache; crew: Crew },
): Promise<{ result: BuildResult; memory: Memory; entries: Entry[] }> {
  const progress = options.onProgress ?? (() => {});
  const media = findMedia(options.content, options.reading.folders, memory.media, cache.since);
  const { entries, clashes } = await setArticles(sources, memory, { cache, crew, media }, { ...options, progress });
  const articles = entries.filter(({ kind }) => kind === 'article');
  const problems = [...found, ...clashes];
  for (const { problems: own, body } of entries) {
    // One by one: they may be more than a call takes arguments.
    for (const problem of own) problems.push(problem);
    for (const problem of body?.problems ?? []) problems.push(problem);
  }
  problems.sort(compareProblems);
  const result: BuildResult = {
    problems,
    files: sources.length,
    articles: articles.length,
    others: countReasons(entries),
    scheduled: articles.filter(({ body }) => (body?.article?.publishAt ?? 0) > options.now).length,
    written: null,
  };
  const next: Memory = {
    ...memory,
    // What has errors is read again each time.
    entries: entries.filter(({ kind }) => kind === 'article' || kind === 'none'),
    listing,
    media: media.remember(),
    clashes: [...clashes],
  };
  const isFaulty = problems.some(({ severity }) => severity === 'error');
  if (isFaulty || options.write === 'nothing') return { result, memory: next, entries };
  const published = await publish(articles, media, next, { cache, crew }, options);
  return { result: { ...result, written: published.written }, memory: published.memory, entries };
}

function countReasons(entries: readonly Entry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of entries) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
