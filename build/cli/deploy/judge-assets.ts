import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { toDigits } from '../count.ts';
import { toSize } from '../to-size.ts';
import type { Report } from './finding.ts';

export type Plan = 'free' | 'paid';

/** Files of one version of a Worker, and bytes of each (developers.cloudflare.com/workers/platform/limits). */
const mostFiles: Readonly<Record<Plan, number>> = { free: 20_000, paid: 100_000 };
const mostBytes = 25 * 1024 * 1024;

/** Names files that are not to be uploaded, as .gitignore does. */
const ignoreFile = '.assetsignore';

/** What wrangler takes for settings, and does not upload. */
const settings = ['/.assetsignore', '/_redirects', '/_headers'];

/** Reports files of the assets that are too many, too large, or change what is served. `needed` are paths that must be among them. */
export async function judgeAssets(
  directory: string,
  plan: Plan,
  needed: readonly string[],
  report: (file: string) => Report,
): Promise<void> {
  const { default: ignore } = await import('ignore');
  const patterns = await readFile(join(directory, ignoreFile), 'utf8').catch(() => '');
  const ignored = ignore().add(settings).add(patterns);
  const all = await fastGlob('**', { cwd: directory, dot: true, stats: true });
  const files = all.filter(({ path }) => !ignored.ignores(path));
  const paths = new Set(files.map(({ path }) => path));
  const missing = needed.filter((path) => !paths.has(path) && existsSync(join(directory, path)));
  if (missing.length > 0) {
    report(ignoreFile)(
      `Found that it leaves out ${missing[0]}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}, which the release needs. Expected all of api/v1 but articles/.`,
    );
  }
  const tooMany = judgeNumber([...paths], plan);
  if (tooMany !== null) report(directory)(tooMany);
  for (const { path, stats } of files) {
    const size = stats?.size ?? 0;
    if (size > mostBytes)
      report(path)(
        `Found ${toSize(size)}. Expected at most 25 MiB, which a static asset may have. Keep the release in a bucket of R2, or ${path.startsWith('media/') ? 'make the file smaller' : 'split the article'}.`,
      );
  }
  if (existsSync(join(directory, '_redirects')))
    report('_redirects')(
      'Found redirects beside the release. Expected none: the assets would follow them in the place of files of the release. Move them into the Worker.',
    );
  if (paths.has('_worker.js'))
    report('_worker.js')(
      'Found a Worker among the assets, which wrangler refuses to upload. Expected it elsewhere, named by main.',
    );
}

/** Says so where there are more files than a plan takes; else null. */
export function judgeNumber(paths: readonly string[], plan: Plan): string | null {
  const found = paths.length;
  if (found <= mostFiles[plan]) return null;
  const articles = paths.filter((path) => path.startsWith('api/v1/articles/')).length;
  const others = found - articles;
  const start = `Found ${toDigits(found)} files. Expected at most ${toDigits(mostFiles[plan])}, which the ${plan} plan takes.`;
  const wayOut =
    'Keep the release in a bucket of R2 (galley push), or, on the paid plan, of up to 100,000 files, name --plan paid.';
  if (articles === 0 || others > mostFiles[plan]) return `${start} ${wayOut}`;
  return `${start} ${toDigits(articles)} of them are articles by themselves, which may be left out: write api/v1/articles/ into ${ignoreFile} in that folder. One article then costs the reading of a page file. Or: ${wayOut}`;
}
