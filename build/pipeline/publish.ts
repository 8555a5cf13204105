import { uptime } from 'node:os';
import { join, resolve } from 'node:path';
import { withLock } from '../../src/node/disk/lock.ts';
import { findChapters } from '../release/description/page/chapters.ts';
import { copyMedia } from '../release/disk/copy-media.ts';
import { writePublicFiles } from '../release/disk/write-public-files.ts';
import { writeRelease } from '../release/disk/write-release.ts';
import type { MissingPage, Written } from '../release/disk/written.ts';
import { planRelease } from '../release/layout/plan-release.ts';
import type { Media } from '../source/media.ts';
import type { RebuildOptions } from './build.ts';
import type { Entry, RecordedArticle } from './incremental/file-record.ts';
import type { Descriptions, Memory } from './incremental/manifest.ts';
import type { Cache } from './incremental/open-store.ts';
import type { Crew } from './workers/pool.ts';
import type { PageTask } from './workers/write-page.ts';

/** Pages that are assembled before a worker would have started. */
const leastForWorkers = 8;

/** How far two readings of when the machine was started can lie apart, in milliseconds. */
const bootTolerance = 60_000;

/** Writes what readers are served: pictures, the release, the open files. `memory` is what the next build is to know. */
export async function publish(
  entries: readonly Entry[],
  media: Media,
  memory: Memory,
  { cache, crew }: { cache: Cache; crew: Crew },
  options: RebuildOptions,
): Promise<{ written: Written & { media: number }; memory: Memory }> {
  const { out, site, write, onProgress } = options;
  const durable = write === 'durable';
  const articles = entries.flatMap(({ body }) => body?.article ?? []);
  const layout = planRelease(articles, site, memory.order);
  const descriptions = await describe(options, articles, memory.descriptions);
  const boot = cache.since - uptime() * 1000;
  const { written: last } = memory;
  // What was not yet on the disk when the power failed may be short.
  const isSame = last !== null && last.out === resolve(out) && Math.abs(last.boot - boot) < bootTolerance;
  const directory = join(out, 'api', 'v1');

  const { written, known, copied } = await withLock(join(out, 'api', '.lock'), `writing to ${out}`, 0, async () => {
    const copied = await copyMedia(media.used(), out);
    const release = await writeRelease(directory, layout, {
      writePages,
      known: isSame ? last.known : null,
      durable,
      onProgress: (done, total) => onProgress?.('writing', done, total),
    });
    await writePublicFiles(out, descriptions.files);
    return { ...release, copied };
  });
  return {
    written: { ...written, media: copied },
    memory: { ...memory, order: layout.order, descriptions, written: { out: resolve(out), known, boot } },
  };

  async function writePages(
    missing: readonly MissingPage<RecordedArticle>[],
    onFiles: (count: number) => void,
  ): Promise<void> {
    const tasks = missing.map(({ page: { name, newestFirst }, wanted }): PageTask => {
      return { directory, name, places: newestFirst.map(({ place }) => place), wanted, durable };
    });
    if (crew.isWorth(tasks.length, leastForWorkers)) {
      const sent = tasks.map((task) => ({ tasks: [task], pack: cache.pack }));
      await crew.run('writePages', sent, (_, { tasks: done }) =>
        onFiles(done.reduce((sum, task) => sum + task.wanted.size, 0)),
      );
    } else if (tasks.length > 0) {
      const { writePage } = await import('./workers/write-page.ts');
      for (const task of tasks) {
        await writePage(task, cache.pack);
        onFiles(task.wanted.size);
      }
    }
  }
}

/** Reuses the descriptions of an earlier build where these settings are the same. Everything else in them is part of the cache key. */
async function describe(
  { site, articleUrl, trustedHtml, reading, info }: RebuildOptions,
  articles: Iterable<{ id: number; slug: string }>,
  before: Descriptions | null,
): Promise<Descriptions> {
  const chapters = findChapters(articles, { site, articleUrl });
  const of = JSON.stringify([info, chapters]);
  if (before?.of === of) return before;
  const { toOpenApi } = await import('../release/description/openapi.ts');
  const { toFrontMatterSchema } = await import('../release/description/front-matter-schema.ts');
  const { toPage } = await import('../release/description/page/to-page.ts');
  const description = JSON.stringify(toOpenApi({ site, trustedHtml, ...info }), null, 2);
  const schema = JSON.stringify(toFrontMatterSchema(reading.frontMatter), null, 2);
  const pages = toPage({ site, info, description: JSON.parse(description), trustedHtml, chapters });
  return { of, files: { 'openapi.json': `${description}\n`, 'front-matter.schema.json': `${schema}\n`, ...pages } };
}
