import type { HidingPaths } from '../dialects/find-hiding-paths.ts';
import type { UnreadSetting } from '../dialects/hiding.ts';
import { createNameFinder } from '../dialects/index.ts';
import type { Problem } from '../problems/problem.ts';
import type { Discovered } from '../source/discover.ts';
import type { Media } from '../source/media.ts';
import { checkFragments, createAnchorReader } from './check-fragments.ts';
import { compileFiles } from './compile-files.ts';
import { articleAddresses, pagesOf, shownPaths } from './files/article-addresses.ts';
import { findMoved } from './find-moved.ts';
import { identifyFiles } from './identify-files.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import { type HeldNames, type Kept, keepPublished } from './keep-published.ts';
import type { LastReleases } from './last-releases.ts';
import type { BuildResult, FullOptions } from './options.ts';
import type { FileInWork } from './read-files.ts';
import { reportMoved, reportRemoved } from './report-moved.ts';
import { toResult } from './to-result.ts';
import type { Workers } from './workers/workers.ts';

/** What all files of the content have in common. */
export interface Content {
  found: Discovered;
  hiding: HidingPaths;
  /** Rules of it that were given up. */
  slow: readonly UnreadSetting[];
  earlier: Manifest;
  /** The one whose renderings hold; null where none does. */
  reused: Manifest | null;
  media: Media;
  last: LastReleases;
}

export interface CompiledContent {
  result: BuildResult;
  manifest: Manifest;
  kept: Kept;
}

/**
 * Gives each file names of its own, and compiles it. Where a file is invalid, or takes what a published article has, names that readers know
 * may have gone to another: then once more, with these names held.
 */
export async function nameAndCompile(
  files: readonly FileInWork[],
  { found, hiding, slow, earlier, reused, media, last }: Content,
  { store, workers }: { store: Store; workers: Workers },
  options: FullOptions,
  held: HeldNames = new Map(),
  errors: readonly Problem[] = [],
): Promise<CompiledContent> {
  const named = identifyFiles(files, earlier, held);
  const articles = articleAddresses(pagesOf(named.value.map(({ record }) => record)), options);
  const { content, contentOptions, dialects } = options;
  const findNamed = createNameFinder(dialects, content, contentOptions.folders, () => shownPaths(articles));
  const addresses = { site: options.site, media, articles, findNamed };
  const compiled = await compileFiles(named.value, addresses, reused, { store, workers }, options);
  const records = checkFragments(compiled, createAnchorReader(store.log));
  const moves = await findMoved(records, earlier, options.now, last, store.log);
  const clashes = [...errors, ...named.problems, ...reportMoved(moves.articles, records), ...moves.takeovers];
  const others = [...found.problems, ...reportRemoved(moves.removed, records)];
  const result = toResult(records, others, clashes, [...hiding.unread, ...slow], options);
  const left = { listing: found.listing, hiding, media: media.remember(), clashes: named.problems, moves };
  const kept = await keepPublished(records, result, moves.takeovers, held, last, options.invalid);
  if (kept.held === held) return { result, manifest: { ...earlier, records, ...left }, kept };
  const again = files.map(({ source }, i): FileInWork => {
    const record = records[i];
    if (record === undefined) throw new RangeError(`There is no record of ${source.path}.`);
    return { source, record, body: null, thread: null };
  });
  // They are of the names that these files asked for, and do not get.
  const refused = clashes.filter(
    ({ path, severity }) => severity === 'error' && (kept.held.get(path) ?? 'first') !== 'first',
  );
  const of = { found, hiding, slow, earlier, reused: reused ?? { ...earlier, records: [] }, media, last };
  return nameAndCompile(again, of, { store, workers }, options, kept.held, [...new Set(refused)]);
}
