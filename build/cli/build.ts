import { setFlagsFromString } from 'node:v8';
import { isLoopback, toSite } from '../../src/adapters/node/address.ts';
import type { Storage } from '../../src/core/storage.ts';
import { UsageError } from '../../src/usage-error.ts';
import { type BuiltFiles, buildOnce } from '../pipeline/builder.ts';
import type { BuildMoment, BuildOptions, BuildResult } from '../pipeline/options.ts';
import type { Changes } from '../release/changes/changes.ts';
import { checkRemoved, defaultMaxRemoved, type MaxRemoved } from '../release/changes/check-removed.ts';
import { checkOut } from '../release/disk/out-folder.ts';
import { toBuildOptions } from './build-options.ts';
import { toDraftsAddress } from './drafts.ts';
import { clock } from './figures.ts';
import type { Output } from './output.ts';
import { showProgress } from './output.ts';
import { isDraftsAlone, printReport, toWordedProblems, withFullPaths } from './report.ts';
import { type Config, configFile } from './settings.ts';

/** Options of a command that builds. */
export interface BuildFlags {
  /** Prints every problem and every change, instead of the first of each kind. */
  all?: boolean;
  /** A release without articles may follow one with some. */
  allowEmpty?: boolean;
  /** How many articles it may take from readers. */
  maxRemoved?: MaxRemoved;
  /** The object store that has the last release: `s3://BUCKET/PREFIX`; by default the folder `out` has it. */
  from?: string;
  json?: boolean;
}

/** `galley build`. 1 where the content has errors, or there is no article and `allowEmpty` does not say so. */
export async function runBuild(
  config: Config,
  { json = false, all = false, allowEmpty = false, maxRemoved = defaultMaxRemoved, from }: BuildFlags,
  output: Output,
): Promise<0 | 1> {
  const started = performance.now();
  checkOut(config.out);
  // By default V8 lets the heap of a large build grow to several times of what is in use.
  setFlagsFromString('--heap-growing-percent=30');
  const checkChanges = (changes: Changes | null): void => {
    const loss = allowEmpty && changes?.articles.after === 0 ? null : checkRemoved(changes, maxRemoved);
    if (loss !== null) throw new UsageError(loss);
  };
  const build = (storage?: Storage): Promise<BuildResult> =>
    buildWithProgress(config, output, {
      quiet: json,
      allowEmpty,
      checkChanges,
      ...(storage && { published: { storage } }),
    });
  const address = from !== undefined && config.drafts ? toDraftsAddress(from) : from;
  const result = address === undefined ? await build() : await (await import('./store.ts')).withRelease(address, build);
  const milliseconds = Math.round(performance.now() - started);
  if (json) {
    const [problems, invalid] = [toWordedProblems(result.problems, config), withFullPaths(result.invalid, config)];
    output.printJson({ ...result, problems, invalid, hiding: withFullPaths(result.hiding, config), milliseconds });
  } else printReport(result, config, milliseconds, all, output);
  const isEmpty = result.articles === 0 && !allowEmpty && !isDraftsAlone(result);
  return result.written === null || result.invalid.length > 0 || isEmpty ? 1 : 0;
}

export interface BuildProgress {
  /** Scheme and host of links; by default as configured. */
  site?: string;
  quiet?: boolean;
  write?: BuildMoment['write'];
  allowEmpty?: boolean;
  checkChanges?: NonNullable<BuildOptions['checkChanges']>;
  /** Called with what became of each file. */
  onFiles?: (files: BuiltFiles) => void;
  /** As in `BuildOptions`. */
  published?: NonNullable<BuildOptions['published']>;
}

/** Builds, with progress on standard error where that is a terminal. */
export async function buildWithProgress(
  config: Config,
  output: Output,
  {
    site = config.site ?? toSite(config.host, config.port),
    quiet = false,
    write = 'durable',
    checkChanges = () => {},
    ...more
  }: BuildProgress = {},
): Promise<BuildResult> {
  const progress = quiet ? null : showProgress(output.stderr);
  try {
    const options = toBuildOptions(config, site, progress?.update);
    return await buildOnce({
      ...options,
      ...more,
      now: clock(),
      write,
      clock,
      checkChanges(changes) {
        if (config.site === null) refuseLocal(changes);
        checkChanges(changes);
      },
    });
  } finally {
    progress?.end();
  }
}

/** Throws `UsageError` where links that lead to a website would lead to this machine, since no site is configured. */
function refuseLocal(changes: Changes | null): void {
  const { before, after } = changes?.site ?? { before: '', after: '' };
  if (before === after || isLoopback(new URL(before).hostname) || !isLoopback(new URL(after).hostname)) return;
  throw new UsageError(
    `Found no site, and a last release whose links begin with ${before}: now they would begin with ${after}, and ` +
      `lead to this machine. Nothing was changed for readers. Write site: ${before} into ${configFile}, or add ` +
      `--site ${before}; for a release for this machine, add --site ${after}.`,
  );
}
