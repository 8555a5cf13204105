import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pagePath, pointerPath, tablePath } from '../../../src/core/format.ts';
import type { Changes } from '../changes/changes.ts';
import { sizePage } from '../layout/page-files.ts';
import type { PlannedArticle, PlannedFile, ReleasePlan } from '../layout/plan-release.ts';
import { type EnterOptions, enterRelease } from '../ledger/activate-release.ts';
import { toKeptReleases } from '../ledger/kept-entries.ts';
import { type OpenLedger, openLedger, readCurrent } from '../ledger/open-ledger.ts';
import { removeUnused, toPlaced } from '../ledger/remove-unused.ts';
import { releaseStore } from '../store/disk-store.ts';
import type { FileStore } from '../store/file-store.ts';
import { findMissing, type MissingPage, type Written } from './find-missing.ts';
import { type IsChanged, isAsKnown, type KnownFolder, releaseFolders, toKnownFolder } from './known-folder.ts';
import { draftFolder, flushFolders, withDrafts, writeFiles } from './write-files.ts';

interface WriteOptions<T extends PlannedArticle> extends Pick<EnterOptions, 'clock' | 'keep' | 'checkChanges'> {
  /** Called before any file is written, with what the current release has; throws where this one must not follow it. */
  prepare?: (files: OpenLedger['current']['files']) => Promise<void>;
  /** Whether all that readers need survives a power cut. */
  durable: boolean;
  /** Assembles pages and writes their missing files with `writeFiles`; reports how many files it has written. */
  writePages(missing: readonly MissingPage<T>[], onFiles: (count: number) => void): Promise<void>;
  /** The folder as the last build left it; null where that is unknown. */
  known: KnownFolder | null;
  /** Whether the size of each file is checked. Otherwise the pages that the last build left are taken to be whole. */
  checksAll: boolean;
  /** Whether a file that is checked may have been changed: its bytes are then read. */
  isChanged: IsChanged;
  onProgress?: (done: number, total: number) => void;
}

interface WrittenRelease {
  written: Written;
  /** What it changes for readers; null where the release before is the same, or cannot be read. */
  changes: Changes | null;
  known: KnownFolder | null;
}

/** Files that are written at the same time. */
const concurrency = 16;

/**
 * Writes a release below `directory`: each file whole under its final name or not at all, then the ledger, the pointer
 * last, so that a build that dies at any moment changes nothing that is served. A file that exists with the right size
 * is not written again, since its name is the hash of its content. With `durable` all that readers need survives a
 * power cut.
 */
export async function writeRelease<T extends PlannedArticle>(
  directory: string,
  plan: ReleasePlan<T>,
  { prepare, writePages, known, checksAll, isChanged, onProgress = () => {}, ...options }: WriteOptions<T>,
): Promise<WrittenRelease> {
  const { durable } = options;
  for (const name of releaseFolders) mkdirSync(join(directory, name), { recursive: true });
  const store = releaseStore(directory, durable);
  const ledger = await openLedger(store);
  const { current } = ledger;
  await prepare?.(current.files);
  const isKnown = known !== null && current.release === known.release && isAsKnown(directory, known);
  const whole = isKnown && !checksAll ? current : null;
  const { pages, files, made, written } = await findMissing(directory, plan, ledger.current, whole, isChanged);
  let done = 0;
  const advance = (count: number): void => {
    done += count;
    onProgress(done, made.length);
  };
  return withDrafts(directory, async () => {
    try {
      return await writeAll();
    } catch (error) {
      await removeMade(store, made, ledger);
      throw error;
    }
  });

  async function writeAll(): Promise<WrittenRelease> {
    await writePages(pages, advance);
    for (const { page, wanted } of pages)
      for (const [path, size] of sizePage(page))
        if (size === null && wanted.has(path))
          written.bytes += statSync(join(directory, path), { throwIfNoEntry: false })?.size ?? 0;
    const others = files.filter(({ path }) => path !== pointerPath);
    while (others.length > 0) await write(others.splice(0, concurrency));
    if (durable) await flushNames(directory, made);
    const articles = plan.pages.reduce((sum, { newestFirst }) => sum + newestFirst.length, 0);
    const own = { release: plan.release, articles, bytes: written.bytes };
    const isCurrent = files.every(({ path }) => path !== pointerPath);
    const entering = { ...options, isKnown, isCurrent, listsArticles: true };
    const { changes, notes, isClean } = await enterRelease(store, own, ledger, entering);
    if (!isCurrent) advance(1);
    return { written: { ...written, notes }, changes, known: isClean ? toKnownFolder(directory, plan.release) : null };
  }

  async function write(group: readonly PlannedFile[]): Promise<void> {
    const set = group.map(({ path, bytes }) => ({ path, bytes: bytes() }));
    await writeFiles(directory, set, durable);
    advance(group.length);
  }
}

/**
 * Puts names on the disk, which `writeFiles` does not. An article by itself is a second copy of what its page holds:
 * where a power cut takes it, readers get it from the page, and the next build writes it again.
 */
async function flushNames(directory: string, made: readonly string[]): Promise<void> {
  const needed = made.filter((path) => !path.startsWith('articles/'));
  const folders = needed.map((path) => dirname(join(directory, path)));
  await flushFolders(new Set([...folders, directory, dirname(directory), dirname(dirname(directory))]));
}

/** Frees a full disk for a smaller release. Does nothing where the pointer was moved: what was made may be served. */
async function removeMade(store: FileStore, made: readonly string[], { current, entries }: OpenLedger): Promise<void> {
  const { release, problem } = await readCurrent(store);
  if (release !== current.release || problem !== current.problem) return;
  await removeUnused(store, toKeptReleases(entries, release), () => ({ files: toPlaced(made), isWhole: true }));
}

/** A release that is compared with another, and not served. */
export interface DryRun {
  /** Where it goes. */
  directory: string;
  /** Names of pages that the other release has: they are not written. */
  pages: ReadonlySet<string>;
}

/** Writes of a release what a comparison reads: no pointer, no gzip form, and no article by itself. */
export async function writeDryRun<T extends PlannedArticle>(
  { directory, pages }: DryRun,
  plan: ReleasePlan<T>,
  writePages: WriteOptions<T>['writePages'],
): Promise<Written> {
  for (const name of [draftFolder, 'pages', 'lookup', 'terms']) mkdirSync(join(directory, name), { recursive: true });
  const missing = plan.pages.filter(({ name }) => !pages.has(name));
  const written: Written = { release: plan.release, written: 0, reused: 0, repaired: [], bytes: 0, notes: [] };
  await writePages(
    missing.map((page) => ({ page, wanted: new Set([pagePath(page.name), tablePath(page.name)]) })),
    (count) => {
      written.written += count;
    },
  );
  const files = plan.files.filter(({ path }) => path !== pointerPath && !path.startsWith('open/'));
  for (const { path, bytes } of files) await writeFiles(directory, [{ path, bytes: bytes() }], false);
  return written;
}
