import { findOwnPages } from '../release/disk/find-own-pages.ts';
import { type Trial, writeTrial } from '../release/disk/write-trial.ts';
import { planRelease } from '../release/layout/plan-release.ts';
import { describeService } from './describe-service.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import type { BuildResult, FullOptions } from './options.ts';
import { toOpenPages } from './to-open-pages.ts';
import type { Workers } from './workers/workers.ts';

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
