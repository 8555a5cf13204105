import { join, resolve } from 'node:path';
import type { ReaderSettings } from '../../src/core/format.ts';
import { usualArticleUrl } from '../../src/core/links.ts';
import { lazy } from '../package/lazy.ts';
import { compareText } from '../problems/problem.ts';
import { clientFiles } from '../release/disk/client-files.ts';
import { copyMedia } from '../release/disk/copy-media.ts';
import { refuseOtherKind } from '../release/disk/current-index.ts';
import type { MissingPage } from '../release/disk/find-missing.ts';
import { changedSince, fileClock, type IsChanged } from '../release/disk/known-folder.ts';
import { clearDrafts, denyFolder } from '../release/disk/out-folder.ts';
import { findOwnPages, writePublicFiles } from '../release/disk/public-files.ts';
import { withLock } from '../release/disk/with-lock.ts';
import { writeArticles } from '../release/disk/write-files.ts';
import { writeDryRun, writeRelease } from '../release/disk/write-release.ts';
import { type OpenPage, planRelease } from '../release/layout/plan-release.ts';
import type { Media } from '../source/media.ts';
import { describeService } from './describe-service.ts';
import type { StoredArticle } from './incremental/file-record.ts';
import type { Descriptions, Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import type { BuildResult, FullOptions } from './options.ts';
import type { Workers } from './workers/workers.ts';

/**
 * Writes what readers are served: assets, the release, the public files; or, for a dry run, what a comparison reads.
 * `manifest` is what the next build needs to know.
 */
export async function publish(
  articles: readonly StoredArticle[],
  media: Media,
  manifest: Manifest,
  { store, workers }: { store: Store; workers: Workers },
  options: FullOptions,
): Promise<Pick<BuildResult, 'written' | 'changes'> & { manifest: Manifest; plan: FullOptions['before'] }> {
  const { drafts } = options.contentOptions;
  const { out, site, now, write, before, keep, clock = () => now, onProgress, checkChanges, dryRun } = options;
  const isDurable = write === 'durable' && dryRun === undefined;
  const api = join(out, 'api');
  const directory = dryRun?.directory ?? join(api, 'v1');
  const descriptions = await describeService(options, articles, manifest.descriptions);
  const own = findOwnPages(out, descriptions.files);
  const open = [...toOpenPages(descriptions, own), ...clientFiles(JSON.stringify(options.contentOptions.fields))];
  const plan = planRelease(
    articles,
    site,
    options.contentOptions.fields,
    manifest.order,
    open,
    before,
    toReaderSettings(options),
  );
  if (dryRun) {
    const written = await writeDryRun(dryRun, plan, writePages);
    return { written: { ...written, media: 0 }, changes: null, manifest, plan: null };
  }
  const { known, moment } = manifest.written?.out === resolve(out) ? manifest.written : { known: null, moment: null };
  const published = await withLock(join(api, '.lock'), `writing to ${out}`, 0, async () => {
    if (before === null) clearDrafts(out);
    await denyFolder(api);
    const isLater = changedSince(api, moment);
    let isAsChecked = moment !== null;
    const isChanged: IsChanged = (stats) => {
      if (!isLater(stats)) return false;
      isAsChecked = false;
      return true;
    };
    let copied = 0;
    const release = await writeRelease(directory, plan, {
      async prepare(current) {
        if (current !== null) refuseOtherKind(out, current.settings, drafts);
        if (drafts) await denyFolder(out, { '.gitignore': '*\n' });
        // No server that follows a release reads what it writes: `plan` has the same pages.
        await writePublicFiles(out, descriptions.files, own, isDurable);
        const shown = lazy(() => new Set(articles.flatMap((article) => article.media)));
        // Assets of articles that are skipped are not copied: anyone could get them.
        const used = media.used().filter(({ name }) => shown().has(name));
        copied = await copyMedia(used, out, isChanged);
      },
      writePages,
      known,
      isChanged,
      clock,
      keep,
      checkChanges,
      checksAll: before === null,
      durable: isDurable,
      onProgress: (done, total) => onProgress('writing', done, total),
    });
    // What nothing has changed since is not written down again.
    const isSame = isAsChecked && release.written.written === 0;
    return { ...release, copied, moment: isSame ? moment : fileClock(api) };
  });
  const written = { out: resolve(out), known: published.known, moment: published.moment };
  // Readers whose release is elsewhere do not have this one.
  const { release } = published.written;
  const moves = options.published === undefined ? toMoves(release, articles) : manifest.moves;
  return {
    written: { ...published.written, media: published.copied },
    changes: published.changes,
    plan,
    manifest: { ...manifest, moves, order: plan.order, descriptions, written },
  };

  function writePages(pages: readonly MissingPage<StoredArticle>[], onFiles: (count: number) => void): Promise<void> {
    const tasks = pages.map(({ page: { name, newestFirst }, wanted }) => {
      return { directory, name, refs: newestFirst.map(({ ref }) => ref), wanted, durable: isDurable };
    });
    return workers.writePages(tasks, { log: store.log }, (written, first) => {
      writeArticles(directory, written.flat());
      onFiles(tasks.slice(first, first + written.length).reduce((sum, { wanted }) => sum + wanted.size, 0));
    });
  }
}

/** What the next build finds where nothing changes: it has the release of these articles as its last one. */
function toMoves(release: string, articles: readonly StoredArticle[]): Manifest['moves'] {
  const unwritten = articles.flatMap(({ path, id, slug, unwritten: aliases }) =>
    aliases === undefined ? [] : [{ path, id, slug, aliases }],
  );
  const adopted = unwritten.map(({ path, id, aliases }) => ({ path, id, aliases }));
  return { release, lost: [], unwritten, adopted: adopted.sort((a, b) => compareText(a.path, b.path)), removed: [] };
}

/** What holds for readers on every platform; undefined where all is as by default. */
function toReaderSettings({ info: { cors, rateLimit }, ...options }: FullOptions): ReaderSettings | undefined {
  const articleUrl = options.articleUrl === usualArticleUrl ? undefined : options.articleUrl;
  const { drafts } = options.contentOptions;
  const isUsual = cors.length === 0 && rateLimit === null && articleUrl === undefined && drafts === undefined;
  return isUsual ? undefined : { cors: [...cors], rateLimit, articleUrl, drafts };
}

/** The pages that are served, without those that `own` has of the user's. */
function toOpenPages({ files, zipped }: Descriptions, own: ReadonlyMap<string, unknown>): OpenPage[] {
  const names = Object.keys(zipped).filter((name) => !own.has(name));
  return names.map((name) => {
    return { name, bytes: Buffer.from(files[name] ?? ''), zipped: Buffer.from(zipped[name] ?? '', 'base64') };
  });
}
