import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { toSite } from '../../src/adapters/node/address.ts';
import { DamagedFile, MissingFile } from '../../src/core/file-errors.ts';
import { Index, indexPath } from '../../src/core/format.ts';
import { readJson } from '../../src/core/read-json.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { UsageError } from '../../src/usage-error.ts';
import { detectDialects } from '../dialects/index.ts';
import { buildOnce } from '../pipeline/builder.ts';
import type { BuildOptions, BuildResult } from '../pipeline/options.ts';
import type { ReleaseSource } from '../release/changes/release-view.ts';
import { checkOutCommit } from '../source/git-checkout.ts';
import { type Against, findAgainst } from './against.ts';
import { toBuildOptions } from './build-options.ts';
import { clock } from './figures.ts';
import type { Output } from './output.ts';
import type { Config } from './settings.ts';
import { beforeSignal } from './signals.ts';

/** What the content is compared with. */
interface Former {
  against: Against;
  /** Its release; null where it has none. */
  former: ReleaseSource | null;
  /** For files that are needed until `work` ends. */
  folder: string;
  /** In seconds. */
  now: number;
  /** Those of a build of the content as it is. */
  options: BuildOptions;
}

/**
 * Runs `work` with a release or a commit to compare with: see `findAgainst`. That of a commit is built for it. Throws
 * `UsageError`.
 */
export async function withFormer<T>(
  config: Config,
  { against, onProgress }: { against: string | undefined } & Pick<BuildOptions, 'onProgress'>,
  output: Output,
  work: (former: Former) => Promise<T>,
): Promise<T> {
  const storage = diskStorage(join(config.out, 'api', 'v1'));
  const now = clock();
  try {
    const found = await findAgainst(against, storage, config);
    return await withTemporaryFolder(async (folder) => {
      const release = found.kind === 'release' ? { id: found.release, storage } : null;
      const site = config.site ?? (await siteOf(release)) ?? toSite(config.host, config.port);
      const options = toBuildOptions(config, site, onProgress);
      const former = found.kind === 'commit' ? await buildCommit(found, options, folder, now, output) : release;
      return await work({ against: found, former, folder, now, options });
    });
  } catch (error) {
    if (error instanceof MissingFile || error instanceof DamagedFile)
      throw new UsageError(`${config.out}: ${error.message}`);
    throw error;
  } finally {
    storage.close();
  }
}

/** The address in the links of a release, so that another port of this machine makes no difference. */
async function siteOf(source: ReleaseSource | null): Promise<string | null> {
  return source && (await readJson(source.storage, indexPath(source.id), Index, source.id)).site;
}

/** The release that the content of a commit makes with the configuration of today. Its invalid files are skipped. */
async function buildCommit(
  { name, commit }: Extract<Against, { kind: 'commit' }>,
  options: BuildOptions,
  folder: string,
  now: number,
  output: Output,
): Promise<ReleaseSource | null> {
  const content = join(folder, 'checkout');
  const folders = options.contentOptions?.folders ?? [''];
  await checkOutCommit(options.content, folders, commit, content);
  // A folder that the commit has not held no article then.
  for (const each of folders) mkdirSync(join(content, each), { recursive: true });
  const dialects = options.dialects ?? detectDialects(options.content);
  // Settings above the content folder are those of today.
  const above = dialects.above && relative(content, resolve(options.content, dialects.above));
  const other: BuildOptions = {
    ...options,
    content,
    out: join(folder, 'out'),
    invalid: 'skip',
    remembers: false,
    dialects: { ...dialects, ...(above && { above }) },
    datesOf: { content: options.content, commit },
  };
  const { result, source } = await buildApart(other, join(folder, 'before'), null, now);
  rmSync(content, { recursive: true });
  if (result.invalid.length > 0) {
    const files = result.invalid.map(({ path }) => path).join(', ');
    output.printError(`These files are invalid in ${name}, so it has no articles of them: ${files}.\n`);
  }
  return source;
}

/**
 * Builds a release into `directory`, which holds nothing yet. What `other` has as well is read from there. `source` is
 * null where problems kept it from being built.
 */
export async function buildApart(
  options: BuildOptions,
  directory: string,
  other: ReleaseSource | null,
  now: number,
): Promise<{ result: BuildResult; source: ReleaseSource | null }> {
  mkdirSync(directory, { recursive: true });
  const pages = other === null ? [] : (await readJson(other.storage, indexPath(other.id), Index, other.id)).pages;
  const dryRun = { directory, pages: new Set(pages.map(([page]) => page)), other };
  const result = await buildOnce({ ...options, allowEmpty: true, now, write: 'quick', dryRun });
  if (result.written === null) return { result, source: null };
  const own = diskStorage(directory);
  const read: ReleaseSource['storage']['read'] = async (...range) =>
    (await own.read(...range)) ?? (await other?.storage.read(...range)) ?? null;
  return { result, source: { id: result.written.release, storage: { read } } };
}

/** Runs `work` with a folder that is removed after it, also where it throws or a signal ends the process. */
async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-diff-'));
  // Threads may still write.
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return beforeSignal(remove, () => work(folder));
}
