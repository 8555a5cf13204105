import { originalFinder } from '../dialects/index.ts';
import type { LastRelease } from '../release/disk/find-published.ts';
import type { ReleasePlan } from '../release/layout/plan-release.ts';
import type { Discovered } from '../source/discover.ts';
import { findMedia } from '../source/media.ts';
import type { Built } from './build.ts';
import { compileFiles } from './compile-files.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { Store } from './incremental/open-store.ts';
import { isReadAgain } from './incremental/plan-work.ts';
import type { FullOptions } from './options.ts';
import { publish } from './publish.ts';
import { readFiles } from './read-files.ts';
import { isLinking } from './to-result.ts';
import type { Workers } from './workers/workers.ts';

/**
 * The build after files were saved, those at `places` of `found`, where their text is all that changed: they are
 * articles without problems, before and after, with the same names, and no link leads to one of their headings. Null
 * where that is not so, or is not known: then all files are to be checked. `before` is what this process built last.
 */
export async function buildSaved(
  given: FullOptions,
  found: Discovered,
  places: readonly number[],
  before: Built,
  last: LastRelease,
  { store, workers }: { store: Store; workers: Workers },
): Promise<Built | null> {
  const { manifest, result, plan } = before;
  const { records, moves } = manifest;
  if (plan === null || result.invalid.length > 0 || moves.lost.length > 0) return null;
  if (before.facts().isReadAgain || moves.release !== (await last.id())) return null;
  if (places.some((place) => before.facts().targets.has(records[place]?.path ?? ''))) return null;
  const toRead = places.flatMap((place) => {
    const [source, record] = [found.sources[place], records[place]];
    return source && record ? [{ source, place, before: record, hiddenBy: [] }] : [];
  });
  const options = { ...given, dialects: before.dialects };
  const read = await readFiles(found.sources, { toRead, known: records }, workers, options);
  if (!places.every((place) => isNamedAs(records[place], read.records[place]))) return null;
  const { content, contentOptions } = options;
  const media = findMedia(
    ...([content, contentOptions.folders, manifest.media, store.since] as const),
    originalFinder(given.dialects),
  );
  const addresses = { ...before.addresses, media };
  const stale = places.filter((place) => read.records[place]?.body === null);
  const compiled = await compileFiles(read, stale, addresses, null, { store, workers }, options);
  const articles = [...plan.articles];
  let { linking } = result;
  for (const place of stale) {
    const [was, now] = [records[place]?.body, compiled[place]?.body];
    if (!was?.article || !now?.article || !isSilent(was) || !isSilent(now) || was.ownLinks !== now.ownLinks)
      return null;
    articles[articles.indexOf(was.article)] = now.article;
    linking += Number(isLinking(now)) - Number(isLinking(was));
  }
  const known = new Map([...manifest.media, ...media.remember()].map((asset) => [asset[0], asset]));
  const next = { ...manifest, records: compiled, listing: found.listing, media: [...known.values()] };
  const published = await publish(articles, media, next, { store, workers }, options);
  return {
    ...before,
    addresses,
    plan: published.plan,
    manifest: published.manifest,
    result: {
      ...result,
      linking,
      scheduled: countScheduled(published.plan?.pages ?? [], options.now),
      changes: published.changes,
      written: published.written,
    },
  };
}

/** How many articles are published later: the pages are oldest first. */
function countScheduled(pages: ReleasePlan['pages'], now: number): number {
  let count = 0;
  for (const { newestFirst } of pages.toReversed()) {
    const later = newestFirst.filter(({ publishAt }) => publishAt > now).length;
    count += later;
    if (later < newestFirst.length) break;
  }
  return count;
}

/** Whether a file is the article that it was, as far as its header says what others see of it. */
function isNamedAs(was: FileRecord | undefined, now: FileRecord | undefined): boolean {
  if (was?.kind !== 'article' || now?.kind !== 'article' || isReadAgain(now)) return false;
  const isPlain = [was, now].every(({ hiddenBy, problems }) => hiddenBy === undefined && problems.length === 0);
  return isPlain && now.names !== null && was.usesMath === now.usesMath;
}

/** Whether nothing of a body is reported, nor compared with what others report. */
function isSilent({ problems, fragments, dependencies }: NonNullable<FileRecord['body']>): boolean {
  const isMissing = dependencies.some(
    ([kind, , found, line]) => kind === 'asset' && found === '' && line !== undefined,
  );
  return problems.length + fragments.length === 0 && !isMissing;
}
