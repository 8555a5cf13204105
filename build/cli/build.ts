import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { toSite } from '../../src/node/address.ts';
import type { Reading } from '../front-matter/options.ts';
import type { BuildResult, RebuildOptions } from '../pipeline/build.ts';
import { build } from '../pipeline/build-once.ts';
import type { SessionOptions } from '../pipeline/builder.ts';
import { checkOut } from '../release/disk/check-out.ts';
import type { Config } from './config.ts';
import { showProgress } from './progress.ts';
import { printReport, withFullPaths } from './report.ts';

/** Below the working directory, where tools keep what may go at any time. */
const cacheFolder = join('node_modules', '.cache', 'galley');

/** `galley build`. 1 where the content has errors; nothing was written then. */
export async function runBuild(config: Config, { json }: { json: boolean }): Promise<0 | 1> {
  const started = performance.now();
  checkOut(config.out);
  // Left to itself, V8 lets the heap of a large build grow to several times what is in use, to collect it less often.
  setFlagsFromString('--heap-growing-percent=30');
  const result = await buildWithProgress(config, config.site ?? toSite(config.host, config.port), { quiet: json });
  const milliseconds = Math.round(performance.now() - started);
  if (json) {
    const problems = withFullPaths(result.problems, config);
    console.log(JSON.stringify({ ...result, problems, milliseconds }, null, 2));
  } else printReport(result, config, milliseconds);
  return result.written === null ? 1 : 0;
}

/** Builds, with progress on standard error where that is a terminal. */
export async function buildWithProgress(
  config: Config,
  site: string,
  { quiet = false, write = 'durable' }: { quiet?: boolean; write?: RebuildOptions['write'] } = {},
): Promise<BuildResult> {
  const progress = quiet ? null : showProgress(process.stderr);
  try {
    const now = Math.floor(Date.now() / 1000);
    return await build({ ...sessionOptions(config, site, progress?.update), now, write });
  } finally {
    progress?.end();
  }
}

export function sessionOptions(config: Config, site: string, onProgress: SessionOptions['onProgress']): SessionOptions {
  const { content, out, articleUrl, trustedHtml, title, contact, color, rateLimit, cors } = config;
  const reading = toReading(config);
  const info = { title, contact, color, rateLimit, cors };
  const options = { content: content.root, out, cache: cacheFolder, site, articleUrl, trustedHtml, reading, info };
  return { ...options, ...(onProgress && { onProgress }) };
}

/** The settings that say what files mean. */
export function toReading({ content, exclude, frontMatter, timeZone, gitDates, maxFileSize }: Config): Reading {
  return { folders: content.folders, exclude, frontMatter, timeZone, gitDates, maxFileSize };
}
