import { join, resolve } from 'node:path';
import { withLock } from '../../src/adapters/node/disk/lock.ts';
import { clearDrafts } from '../release/disk/clear-drafts.ts';
import { copyMedia } from '../release/disk/copy-media.ts';
import { denyFolder } from '../release/disk/deny-folder.ts';
import { changedSince, fileClock } from '../release/disk/file-clock.ts';
import { findOwnPages } from '../release/disk/find-own-pages.ts';
import { writeArticles } from '../release/disk/write-articles.ts';
import { writePublicFiles } from '../release/disk/write-public-files.ts';
import { writeRelease } from '../release/disk/write-release.ts';
import type { MissingPage } from '../release/disk/written.ts';
import { planRelease } from '../release/layout/plan-release.ts';
import type { Media, Medium } from '../source/media.ts';
import { describeService } from './describe-service.ts';
import type { FileRecord, StoredArticle } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import type { BuildResult, FullOptions } from './options.ts';
import { toOpenPages } from './to-open-pages.ts';
import type { Workers } from './workers/workers.ts';

/**
 * Writes what readers are served: pictures, the release, the public files. `records` are those of its articles, `manifest` is
 * what the next build needs to know.
 */
export async function publish(
  records: readonly FileRecord[],
  media: Media,
  manifest: Manifest,
  { store, workers }: { store: Store; workers: Workers },
  options: FullOptions,
): Promise<Pick<BuildResult, 'written' | 'changes'> & { manifest: Manifest }> {
  const { out, site, now, write, isFirst, keep, clock = () => now, onProgress } = options;
  const isDurable = write === 'durable';
  const articles = records.flatMap(({ body }) => body?.article ?? []);
  const descriptions = await describeService(options, articles, manifest.descriptions);
  const own = findOwnPages(out, descriptions.files);
  const plan = planRelease(articles, site, manifest.order, toOpenPages(descriptions, own));
  const directory = join(out, 'api', 'v1');
  const { known, moment } = manifest.written?.out === resolve(out) ? manifest.written : { known: null, moment: null };

  const published = await withLock(join(out, 'api', '.lock'), `writing to ${out}`, 0, async () => {
    if (isFirst) clearDrafts(out);
    await denyFolder(join(out, 'api'));
    const isChanged = changedSince(join(out, 'api'), moment);
    // No server that follows a release reads what it writes: `plan` has the same pages.
    await writePublicFiles(out, descriptions.files, own, isDurable);
    const copied = await copyMedia(media.used().filter(isReferredTo(articles)), out, isChanged);
    const release = await writeRelease(directory, plan, {
      writePages,
      known,
      looksAtAll: isFirst,
      isChanged,
      durable: isDurable,
      clock,
      keep,
      onProgress: (done, total) => onProgress('writing', done, total),
    });
    return { ...release, copied, moment: fileClock(join(out, 'api')) };
  });
  const written = { out: resolve(out), known: published.known, moment: published.moment };
  return {
    written: { ...published.written, media: published.copied },
    changes: published.changes,
    manifest: {
      ...manifest,
      moves: { ...manifest.moves, lost: [], removed: [] },
      order: plan.order,
      descriptions,
      written,
    },
  };

  function writePages(pages: readonly MissingPage<StoredArticle>[], onFiles: (count: number) => void): Promise<void> {
    const tasks = pages.map(({ page: { name, newestFirst }, wanted }) => {
      return { directory, name, refs: newestFirst.map(({ ref }) => ref), wanted, durable: isDurable };
    });
    return workers.writePages(tasks, store.log, ({ wanted }, articles) => {
      writeArticles(directory, articles);
      onFiles(wanted.size);
    });
  }
}

/** Pictures of articles that are left out are not copied: anyone could get them. */
function isReferredTo(articles: readonly StoredArticle[]): (medium: Medium) => boolean {
  const names = new Set(articles.flatMap(({ media }) => media));
  return ({ name }) => names.has(name);
}
