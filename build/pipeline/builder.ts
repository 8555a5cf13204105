import { plainReading, type Reading } from '../front-matter/options.ts';
import { plainInfo, type ServiceInfo } from '../release/description/service-info.ts';
import { type Discovered, discover, type FoundFile, lookAgain } from '../source/discover.ts';
import { type BuildResult, type RebuildOptions, rebuild } from './build.ts';
import type { Entry } from './incremental/file-record.ts';
import { withCache } from './incremental/open-store.ts';
import { cacheKey } from './incremental/store-key.ts';
import { createCrew } from './workers/pool.ts';

export interface SessionOptions extends Omit<RebuildOptions, 'now' | 'write' | 'reading' | 'info'> {
  /** Folder of what builds remember; it may go at any time. */
  cache: string;
  /** Worker threads; by default one for each core, and none where little is to be done. */
  workers?: number;
  /** By default as `plainReading` has it. */
  reading?: Reading;
  /** By default as `plainInfo` has it. */
  info?: ServiceInfo;
}

/** Several builds of the same content, each of which knows what the one before it found. */
export interface Session {
  /** Looks at all files; with `changed`, paths relative to the content folder, at these alone. */
  build(options: Pick<RebuildOptions, 'now' | 'write'>, changed?: readonly string[]): Promise<BuildResult>;
  /** The folders that the last build looked into, relative to the content folder: that itself is ''. */
  folders(): string[];
  /** What the last build that came to an end found. One that did not change since the build before it is the same object. */
  files(): SessionFiles;
}

/** Markdown files, and what became of each, both in the order of their paths. */
export interface SessionFiles {
  sources: readonly FoundFile[];
  entries: readonly Entry[];
}

/** Runs `work`, then leaves what its builds found to the next session. Throws as `build` does. */
export function withSession<T>(options: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
  const { content, site, articleUrl, trustedHtml, reading = plainReading, info = plainInfo } = options;
  return withCache(options.cache, cacheKey([site, articleUrl, trustedHtml, reading]), async (cache) => {
    const crew = createCrew(options.workers ?? null);
    let { memory } = cache;
    let found: Discovered | null = null;
    let files: SessionFiles = { sources: [], entries: [] };
    const session: Session = {
      async build(moment, changed) {
        found =
          (changed && found && lookAgain(found, changed, cache.since)) ??
          (await discover(content, memory.listing, cache.since, reading));
        try {
          const built = await rebuild({ ...options, ...moment, reading, info }, found, memory, { cache, crew });
          memory = built.memory;
          files = { sources: found.sources, entries: built.entries };
          return built.result;
        } finally {
          await crew.end();
        }
      },
      files: () => files,
      folders: () => found?.listing.folders.map(([path]) => path) ?? [],
    };
    const result = await work(session);
    cache.save(memory);
    return result;
  });
}
