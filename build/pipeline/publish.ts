import { join, resolve } from 'node:path';
import { withLock } from '../../src/adapters/node/disk/lock.ts';
import { copyMedia } from '../release/disk/copy-media.ts';
import type { MissingPage } from '../release/disk/find-missing.ts';
import { changedSince, fileClock } from '../release/disk/known-folder.ts';
import { clearDrafts, denyFolder } from '../release/disk/out-folder.ts';
import { findOwnPages, writePublicFiles } from '../release/disk/public-files.ts';
import { writeArticles } from '../release/disk/write-files.ts';
import { type Trial, writeRelease, writeTrial } from '../release/disk/write-release.ts';
import { type OpenPage, planRelease } from '../release/layout/plan-release.ts';
import type { Media, Medium } from '../source/media.ts';
import { describeService } from './describe-service.ts';
import type { FileRecord, StoredArticle } from './incremental/file-record.ts';
import type { Descriptions, Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import type { BuildResult, FullOptions } from './options.ts';
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

/** Writes a release of these records only for a comparison: no pictures, no public files, nothing that is served. */
export async function publishTrial(
  records: readonly FileRecord[],
  { order, descriptions: before }: Pick<Manifest, 'order' | 'descriptions'>,
  trial: Trial,
  { store, workers }: { store: Store; workers: Workers },
  options: FullOptions,
): Promise<BuildResult['written']> {
  const articles = records.flatMap(({ body }) => body?.article ?? []);
  const descriptions = await describeService(options, articles, before);
  const pages = toOpenPages(descriptions, findOwnPages(options.out, descriptions.files));
  const plan = planRelease(articles, options.site, order, pages);
  let written = 0;
  await writeTrial(trial, plan, (pages) => {
    const tasks = pages.map(({ page: { name, newestFirst }, wanted }) => {
      return { directory: trial.directory, name, refs: newestFirst.map(({ ref }) => ref), wanted, durable: false };
    });
    return workers.writePages(tasks, store.log, ({ wanted }) => {
      written += wanted.size;
    });
  });
  return { release: plan.release, written, reused: 0, repaired: [], bytes: 0, media: 0, notes: [] };
}

/** The pages that are served, without those that `own` has of the user's. */
function toOpenPages({ files, zipped }: Descriptions, own: ReadonlyMap<string, unknown>): OpenPage[] {
  const names = Object.keys(zipped).filter((name) => !own.has(name));
  return names.map((name) => {
    return { name, bytes: Buffer.from(files[name] ?? ''), zipped: Buffer.from(zipped[name] ?? '', 'base64') };
  });
}
