import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findHidingPaths, type HidingPaths } from '../dialects/find-hiding-paths.ts';
import { dialects, originalFinder, withFoundInBodies } from '../dialects/index.ts';
import { isHiding } from '../front-matter/options.ts';
import { lazy } from '../package/lazy.ts';
import type { LastRelease } from '../release/disk/find-published.ts';
import type { Discovered } from '../source/discover.ts';
import { findMedia } from '../source/media.ts';
import { collectArticles, type OlderArticle } from './collect-articles.ts';
import type { CompileAddresses } from './compile-files.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import { planWork, type SaveFacts, toSaveFacts } from './incremental/plan-work.ts';
import { nameAndCompile } from './name-and-compile.ts';
import type { BuildResult, FullOptions } from './options.ts';
import { publish } from './publish.ts';
import { readFiles } from './read-files.ts';
import { reportLostDates } from './report-lost-dates.ts';
import { skipCopies } from './skip-copies.ts';
import { skipResources } from './skip-resources.ts';
import type { Workers } from './workers/workers.ts';

/** What a build found, and what the next one needs to know of it. */
export interface Built {
  result: BuildResult;
  manifest: Manifest;
  /** Those that were detected, and those that bodies use. */
  dialects: FullOptions['dialects'];
  addresses: CompileAddresses;
  facts(): SaveFacts;
  /** Articles of invalid files that stay as the last release has them. */
  older: readonly OlderArticle[];
  /** Null where nothing was written. */
  plan: FullOptions['before'];
}

/**
 * The row of stages. Files are read and their front matter is parsed; each article gets names of its own; with all
 * names known, bodies are rendered and articles encoded; those of the last release join them whose files are invalid;
 * the release is laid out and written. What an earlier build left in the store, and did not change, is taken over at
 * every stage.
 */
export async function build(
  given: FullOptions,
  found: Discovered,
  earlier: Manifest,
  last: LastRelease,
  { store, workers }: { store: Store; workers: Workers },
): Promise<Built> {
  const { folders } = given.contentOptions;
  const media = findMedia(given.content, folders, earlier.media, store.since, originalFinder(given.dialects));
  const hiding = await findHidingPaths(dialects, given.dialects, given.content, {
    files: found.listing.settings,
    since: store.since,
    earlier: earlier.hiding,
  });
  const { findRules, slow } = await ruleFinder(hiding, found, given);
  const planned = planWork(found.sources, earlier.records, findRules);
  const withoutResources = skipResources(await readFiles(found.sources, planned, workers, given), given.contentOptions);
  const files = skipCopies(withoutResources, given);
  const read = await reportLostDates(files, earlier.records, last, given.invalid);
  const toDialects = (records: readonly FileRecord[]) => withFoundInBodies(given.dialects, records);
  const options = { ...given, dialects: toDialects(read.records) };
  // Others than before read other bodies.
  const hasSameDialects = isDeepStrictEqual(options.dialects, toDialects(earlier.records));
  const content = { found, hiding, slow, earlier, reused: hasSameDialects ? earlier : null, media, last };
  const compiled = await nameAndCompile(read, content, { store, workers }, options);
  const { result, manifest } = compiled;
  const built = {
    manifest,
    dialects: options.dialects,
    addresses: compiled.addresses,
    facts: lazy(() => toSaveFacts(manifest.records)),
  };
  if (options.invalid === 'fail' && result.invalid.length > 0) return { ...built, result, older: [], plan: null };
  const collected = await collectArticles(compiled, last, store.log, options);
  const { older } = collected;
  if (options.write === 'nothing' || collected.result.refused !== null)
    return { ...built, result: collected.result, older, plan: null };
  const published = await publish(collected.articles, media, manifest, { store, workers }, options);
  const { written, changes, plan } = published;
  return { ...built, result: { ...collected.result, changes, written }, manifest: published.manifest, older, plan };
}

/** What finds the rules that hide a file, by its path in the content folder. */
async function ruleFinder(
  { rules }: HidingPaths,
  { sources }: Discovered,
  { contentOptions, dialects: { within = '' } }: FullOptions,
) {
  const left = rules.filter(({ name }) => isHiding(name, contentOptions));
  if (left.length === 0) return { findRules: () => [], slow: [] };
  const { createRuleFinder } = await import('../dialects/match-paths.ts');
  const toTop = (path: string): string => posix.join(within, path);
  const { findRules, slow } = createRuleFinder(
    left,
    Array.from(sources, ({ path }) => toTop(path)),
  );
  return { findRules: (path: string) => findRules(toTop(path)), slow };
}
