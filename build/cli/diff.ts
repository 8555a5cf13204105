import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { toSite } from '../../src/adapters/node/address.ts';
import { DamagedFile, MissingFile } from '../../src/core/file-errors.ts';
import { Index, indexPath } from '../../src/core/format.ts';
import { readJson } from '../../src/core/read-json.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { UsageError } from '../../src/usage-error.ts';
import { detectDialects } from '../dialects/index.ts';
import type { BuildOptions, BuildResult } from '../pipeline/options.ts';
import { compareReleases } from '../release/changes/compare-releases.ts';
import type { ReleaseSource } from '../release/changes/release-view.ts';
import { checkOutCommit } from '../source/git-checkout.ts';
import { toBuildOptions } from './build-options.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';
import { buildTrial, makeFolders } from './diff/build-trial.ts';
import { type Against, findAgainst } from './diff/find-against.ts';
import { type DiffFormat, printDiff } from './diff/print-diff.ts';
import { withTemporaryFolder } from './diff/with-temporary-folder.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';

export interface DiffOptions {
  /** A kept release, by its id or the start of it, or what git calls a commit; the current release unless given. */
  against: string | undefined;
  format: DiffFormat;
  isAll: boolean;
}

/**
 * `galley diff`: what readers would get from the content as it is, compared with a release or a commit. Nothing is published.
 * 1 where the content has errors.
 */
export async function runDiff(config: Config, { against, ...printing }: DiffOptions, output: Output): Promise<0 | 1> {
  const storage = diskStorage(join(config.out, 'api', 'v1'));
  const progress = printing.format === 'json' ? null : showProgress(output.stderr);
  const now = clock();
  try {
    const found = await findAgainst(against, storage, config);
    const { result, changes } = await withTemporaryFolder(async (folder) => {
      const before = found.kind === 'release' ? { id: found.release, storage } : null;
      const site = config.site ?? (await siteOf(before)) ?? toSite(config.host, config.port);
      const options = toBuildOptions(config, site, progress?.update);
      const former = found.kind === 'commit' ? await buildCommit(found, options, folder, now, output) : before;
      const { result, source } = await buildTrial(options, join(folder, 'after'), former, now);
      return { result, changes: source === null ? null : await compareReleases(former, source, now) };
    });
    progress?.end();
    printDiff({ against: found, result, changes }, config, printing, output);
    return result.invalid.length > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof MissingFile || error instanceof DamagedFile)
      throw new UsageError(`${config.out}: ${error.message}`);
    throw error;
  } finally {
    progress?.end();
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
  makeFolders(content, folders);
  const other: BuildOptions = {
    ...options,
    ...{ content, out: join(folder, 'out'), invalid: 'skip', remembers: false },
    ...{ dialects: options.dialects ?? detectDialects(options.content), datesOf: { content: options.content, commit } },
  };
  const { result, source } = await buildTrial(other, join(folder, 'before'), null, now);
  rmSync(content, { recursive: true });
  reportInvalid(result, name, output);
  return source;
}

function reportInvalid({ invalid }: BuildResult, name: string, output: Output): void {
  if (invalid.length === 0) return;
  const files = invalid.map(({ path }) => path).join(', ');
  output.printError(`In ${name}, these files are invalid, and so no articles: ${files}.\n`);
}
