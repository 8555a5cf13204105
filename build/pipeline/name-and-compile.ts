import { isDeepStrictEqual } from 'node:util';
import { assetFolderOf } from '../../src/core/asset-name.ts';
import type { HidingPaths } from '../dialects/find-hiding-paths.ts';
import type { UnreadSetting } from '../dialects/hiding.ts';
import { nameFinder } from '../dialects/index.ts';
import type { Problem } from '../problems/problem.ts';
import type { LastRelease } from '../release/disk/find-published.ts';
import type { Discovered } from '../source/discover.ts';
import type { Media } from '../source/media.ts';
import { checkFragments, createAnchorReader } from './check-fragments.ts';
import { type CompileAddresses, compileFiles } from './compile-files.ts';
import { articleAddresses, pagesOf, shownPaths } from './files/article-addresses.ts';
import { findMoved } from './find-moved.ts';
import type { FileRecord, Moves } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { Store } from './incremental/open-store.ts';
import { findStale } from './incremental/plan-work.ts';
import { type Named, nameFiles } from './name-files.ts';
import type { BuildResult, FullOptions } from './options.ts';
import type { Files } from './read-files.ts';
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
  last: LastRelease;
}

export interface CompiledContent extends Pick<Named, 'kept' | 'withdrawn'> {
  result: BuildResult;
  manifest: Manifest;
  addresses: CompileAddresses;
}

/** Gives each file names of its own, and compiles it. */
export async function nameAndCompile(
  files: Files,
  content: Content,
  { store, workers }: { store: Store; workers: Workers },
  options: FullOptions,
): Promise<CompiledContent> {
  const { found, hiding, slow, earlier, media } = content;
  const { named, records, addresses, moves } = await compileNamed(files, content, { store, workers }, options);
  const clashes = [...named.clashes, ...reportMoved(records, named.clashes)];
  const others = [...found.problems, ...reportRemoved(moves.removed, records)];
  const result = toResult(records, others, clashes, [...hiding.unread, ...slow], options);
  const left = { listing: found.listing, hiding, media: media.remember(), clashes: named.clashes, moves };
  const { kept, withdrawn } = named;
  const hasHeld = kept.size > 0;
  const { notRead } = found.listing;
  return {
    result: { ...result, notRead },
    kept,
    withdrawn,
    addresses,
    manifest: { ...earlier, records, ...left, hasHeld },
  };
}

/**
 * Names are given before rendering. They are given again only where a body cannot be rendered, which gives those back
 * that its file has now, and where an article proves to be one that was moved.
 */
async function compileNamed(
  files: Files,
  { found, earlier, reused, media, last }: Content,
  { store, workers }: { store: Store; workers: Workers },
  options: FullOptions,
): Promise<{ named: Named; records: FileRecord[]; addresses: CompileAddresses; moves: Moves }> {
  const { content, contentOptions, dialects, site } = options;
  const invalid = invalidPaths(files.records, found.problems);
  // Of what is not published yet, nothing is taken for granted.
  const isFresh = earlier.moves.adopted.some(({ from }) => from !== undefined);
  let adopted = isFresh ? [] : earlier.moves.adopted;
  let moves: Moves | null = null;
  for (let [given, known] = [files, reused]; ; known = reused ?? { ...earlier, records: [] }) {
    const named = await nameFiles(given.records, invalid, earlier, last, options.invalid, adopted);
    const articles = articleAddresses(pagesOf(named.records), options);
    const findNamed = nameFinder(dialects, content, contentOptions.folders, () => shownPaths(articles));
    const addresses = { site, assetFolder: assetFolderOf(contentOptions), media, articles, findNamed };
    const stale = findStale(named.records, addresses, known?.records ?? null);
    const all = { ...given, records: named.records };
    const compiled = await compileFiles(all, stale, addresses, known, { store, workers }, options);
    const records = checkFragments(compiled, createAnchorReader(store.log));
    const compiledNow = records.filter((record, i) => record !== given.records[i]);
    const more = [...invalidPaths(compiledNow, [])].filter((path) => !invalid.has(path));
    for (const path of more) invalid.add(path);
    if (more.length > 0) moves = null;
    else {
      const held = adopted.filter(({ path, from }) => from !== undefined && named.kept.has(path));
      // They follow from the slugs, and from texts that change with the slugs alone.
      if (moves === null || !haveSameSlugs(records, given.records)) {
        moves = await findMoved(records, held, earlier, options.now, last, store.log);
      }
      if (isDeepStrictEqual(moves.adopted, adopted)) return { named, records, addresses, moves };
      ({ adopted } = moves);
    }
    given = { ...files, records };
  }
}

function haveSameSlugs(records: readonly FileRecord[], others: readonly FileRecord[]): boolean {
  return records.every(({ names }, i) => names?.slug === others[i]?.names?.slug);
}

/** The paths of invalid files. `found` are problems of what cannot be read. */
function invalidPaths(records: readonly FileRecord[], found: readonly Problem[]): Set<string> {
  const isError = ({ severity }: Problem): boolean => severity === 'error';
  const isInvalid = ({ problems, body }: FileRecord) =>
    problems.some(isError) || body?.problems.some(({ severity }) => severity === 'error');
  return new Set([...records.filter(isInvalid), ...found.filter(isError)].map(({ path }) => path));
}
