import { cacheKey } from './cache/cache-key.ts';
import { withCache } from './cache/with-cache.ts';
import { createCrew } from './crew.ts';
import { discover } from './discover.ts';
import { type BuildResult, type RebuildOptions, rebuild } from './rebuild.ts';

export interface BuildOptions extends Omit<RebuildOptions, 'durable'> {
  /** Folder of what builds remember; it may go at any time. */
  cache: string;
  /** Worker threads; by default one for each core, and none where little is to be done. */
  workers?: number;
}

/** Builds a release from a folder of Markdown. Throws `UsageError` for a missing folder or another build under way. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { site, articleUrl, trustedHtml } = options;
  return withCache(options.cache, cacheKey([site, articleUrl, trustedHtml]), async (cache) => {
    const crew = createCrew(options.workers ?? null);
    try {
      const found = await discover(options.content, cache.memory.listing, cache.since);
      const { result, memory } = await rebuild({ ...options, durable: true }, found, cache.memory, { cache, crew });
      cache.save(memory);
      return result;
    } finally {
      await crew.end();
    }
  });
}
