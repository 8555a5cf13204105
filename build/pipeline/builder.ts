import { join, resolve } from 'node:path';
import { diskStorage } from '../../src/storage/disk.ts';
import { detectDialects, withDialectFolders } from '../dialects/index.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { plainInfo } from '../release/description/service-info.ts';
import { findLastRelease, type LastRelease, type PublishedSource } from '../release/disk/find-published.ts';
import { defaultKeep } from '../release/ledger/kept-entries.ts';
import { checkAgain } from '../source/check-again.ts';
import { type Discovered, discover, type FoundFile, ofRelease } from '../source/discover.ts';
import { ChangedMeanwhile, isReplaced } from '../source/read-real.ts';
import { markdownName } from '../source/source-file.ts';
import { type Built, build } from './build.ts';
import { buildSaved } from './build-saved.ts';
import type { FileRecord } from './incremental/file-record.ts';
import { storeKey, withStore } from './incremental/open-store.ts';
import type { BuildMoment, BuildOptions, BuildResult, FullOptions } from './options.ts';
import { createWorkers } from './workers/workers.ts';

/** Several builds of the same content, each of which knows what the one before it found. */
export interface Builder {
  /** Checks all files; with `changed`, paths relative to the content folder of all that was saved, these alone. */
  build(moment: BuildMoment, changed?: readonly string[]): Promise<BuildResult>;
  /** The folders that the last build read, relative to the content folder: that itself is ''. */
  folders(): string[];
  /**
   * What the last build that came to an end found. What did not change since the build before it is the same object.
   */
  files(): BuiltFiles;
}

/** Markdown files, and what became of each, both in the order of their paths. */
export interface BuiltFiles {
  sources: readonly FoundFile[];
  records: readonly FileRecord[];
  /** Articles of invalid files that stay as they were last published. */
  older: Built['older'];
}

const defaults = {
  invalid: 'skip' as const,
  allowEmpty: false,
  keep: defaultKeep,
  contentOptions: defaultContentOptions,
  info: plainInfo,
  onProgress: () => {},
};

/** How often a build is tried while files are changed under its hands. */
const maxTries = 10;

/**
 * Builds a release once, by default one that survives a power cut. Throws `UsageError` for a missing folder or another
 * build under way.
 */
export function buildOnce({
  now,
  write = 'durable',
  clock = () => now,
  onFiles = () => {},
  ...options
}: BuildOptions &
  Pick<BuildMoment, 'now'> &
  Partial<BuildMoment> & { onFiles?: ((files: BuiltFiles) => void) | undefined }): Promise<BuildResult> {
  return withBuilder(options, async (builder) => {
    const result = await builder.build({ now, write, clock });
    onFiles(builder.files());
    return result;
  });
}

/**
 * Runs `work`, then leaves what its builds found to the next builder, unless `remembers` is false. Throws as
 * `buildOnce` does.
 */
export function withBuilder<T>(options: BuildOptions, work: (builder: Builder) => Promise<T>): Promise<T> {
  const { content, articleUrl, trustedHtml, cache } = options;
  const dialects = options.dialects ?? detectDialects(content);
  const own = options.contentOptions ?? defaultContentOptions;
  const given = options.drafts ? { ...own, drafts: true as const } : own;
  const contentOptions = withDialectFolders(given, dialects, content);
  const full = { ...defaults, ...options, dialects, contentOptions };
  return withStore(
    cache,
    // The address of the site is a dependency of those articles that show it.
    storeKey([articleUrl, trustedHtml, contentOptions, dialects]),
    async (store) => {
      const workers = createWorkers(options.workers ?? null);
      let { manifest } = store;
      /** The release that was written last. */
      let written: FullOptions['before'] = null;
      /** The last build; null where one after it came to no end. */
      let before: Built | null = null;
      let found: Discovered | null = null;
      let files: BuiltFiles = { sources: [], records: [], older: [] };

      const check = (last: LastRelease): Promise<Discovered> => {
        const findPaths = async () => (await (await last.open())?.names())?.flatMap(({ path }) => path ?? []) ?? [];
        return discover(content, manifest.listing, store.since, contentOptions, options.datesOf, findPaths);
      };
      const tryBuild = async (moment: BuildMoment, changed?: readonly string[]): Promise<Built> => {
        const options = { ...full, ...moment, before: written };
        /** Files that were other than they had been found. Where one is found again, it is reported. */
        const failed = new Set<string | undefined>();
        for (let tries = 1; ; tries++) {
          const last = findLastRelease(whichLast(options));
          try {
            const again = tries === 1 && changed && found ? checkAgain(found, changed, store.since) : null;
            const { sources, ...others } = again?.found ?? (await check(last));
            const toFound = (each: FoundFile): FoundFile =>
              failed.has(each.file) ? { ...each, isCertain: true } : each;
            found = { ...others, sources: tries === 1 ? sources : sources.map(toFound) };
            if (again?.places.length && before !== null && changed?.every((name) => markdownName.test(name))) {
              const saved = await buildSaved(options, found, again.places, before, last, { store, workers });
              if (saved !== null) return saved;
            }
            // Images are read again, too.
            const known = tries === 1 ? manifest : { ...manifest, media: [] };
            return await build(options, found, known, last, { store, workers });
          } catch (error) {
            before = null;
            const isChanged = error instanceof ChangedMeanwhile || isGone(error, content);
            if (!isChanged || tries === maxTries) throw error;
            if (error instanceof ChangedMeanwhile) failed.add(error.file);
          }
        }
      };
      const builder: Builder = {
        async build(moment, changed) {
          try {
            const built = await tryBuild(moment, changed);
            before = built;
            manifest = built.manifest;
            written = built.plan ?? written;
            files = { sources: found?.sources ?? [], records: manifest.records, older: built.older };
            return built.result;
          } finally {
            await workers.end();
          }
        },
        files: () => files,
        folders: () => found?.listing.folders.flatMap(([path, names]) => (names === ofRelease ? [] : [path])) ?? [],
      };
      const result = await work(builder);
      if (options.remembers !== false) store.save(manifest);
      return result;
    },
  );
}

/** For a comparison the other one, else the one that readers get. */
function whichLast({ out, published, dryRun }: FullOptions): PublishedSource | null {
  return dryRun ? dryRun.other : (published ?? { storage: diskStorage(join(out, 'api', 'v1')) });
}

/** Whether an error says that something in a folder disappeared, or that something else took its place. */
function isGone(error: unknown, folder: string): boolean {
  const { path = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return isReplaced(error) && resolve(path).startsWith(resolve(folder));
}
