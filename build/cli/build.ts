import { setFlagsFromString } from 'node:v8';
import { toSite } from '../../src/adapters/node/address.ts';
import { buildOnce } from '../pipeline/builder.ts';
import type { BuildMoment, BuildResult } from '../pipeline/options.ts';
import { checkOut } from '../release/disk/out-folder.ts';
import { toBuildOptions } from './build-options.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';
import { printReport, type ReportOptions, withFullPaths } from './report.ts';

/** What a command that builds is told besides its settings. */
export interface BuildFlags extends ReportOptions {
  /** Whether a release without articles may follow one with some. */
  allowEmpty: boolean;
}

/** `galley build`. 1 where the content has errors, or the release would be empty and the last one is not. */
export async function runBuild(
  config: Config,
  { json, isAll, allowEmpty }: BuildFlags & { json: boolean },
  output: Output,
): Promise<0 | 1> {
  const started = performance.now();
  checkOut(config.out);
  // By default V8 lets the heap of a large build grow to several times of what is in use.
  setFlagsFromString('--heap-growing-percent=30');
  const result = await buildWithProgress(config, config.site ?? toSite(config.host, config.port), output, {
    quiet: json,
    allowEmpty,
  });
  const milliseconds = Math.round(performance.now() - started);
  if (json) {
    const [problems, invalid] = [withFullPaths(result.problems, config), withFullPaths(result.invalid, config)];
    output.printJson({ ...result, problems, invalid, milliseconds });
  } else printReport(result, config, milliseconds, { isAll }, output);
  return result.written === null || result.invalid.length > 0 ? 1 : 0;
}

/** Builds, with progress on standard error where that is a terminal. */
export async function buildWithProgress(
  config: Config,
  site: string,
  output: Output,
  {
    quiet = false,
    write = 'durable',
    allowEmpty = false,
  }: { quiet?: boolean; write?: BuildMoment['write']; allowEmpty?: boolean } = {},
): Promise<BuildResult> {
  const progress = quiet ? null : showProgress(output.stderr);
  try {
    const options = toBuildOptions(config, site, progress?.update);
    return await buildOnce({ ...options, allowEmpty, now: clock(), write, clock });
  } finally {
    progress?.end();
  }
}
