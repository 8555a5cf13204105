import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import fastGlob from 'fast-glob';
import { isLoopback } from '../../../src/adapters/node/address.ts';
import { readKeysFile } from '../../../src/adapters/node/keys/keys-file.ts';
import { Index, indexPath, pointerPath, releaseFolder } from '../../../src/core/format.ts';
import { isUsable } from '../../../src/core/keys.ts';
import { ledgerPath } from '../../../src/core/ledger.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { isKeysVariable, parseKeysVariable } from '../../../src/keys/keys-env.ts';
import { diskTarget } from '../../release/disk/disk-target.ts';
import { readCurrent } from '../../release/ledger/open-ledger.ts';
import { checkRelease, pathsOf, readReleaseFiles } from '../../release/ledger/release-files.ts';
import { clock, count, toDigits, toSize } from '../figures.ts';
import type { Output } from '../output.ts';
import type { Config } from '../settings.ts';
import { secretBytes } from './cloudflare-secrets.ts';
import { type Finding, type Report, reportTo, toFindingLine, validateWrangler } from './validate-wrangler.ts';
import { readWranglerFile } from './wrangler-file.ts';

export interface CheckCloudflareFlags {
  /** The configuration of wrangler; the usual one of the working directory by default. */
  config?: string;
  plan?: Plan;
  json?: boolean;
}

type Plan = 'free' | 'paid';

/** Files of one version of a Worker, and bytes of each (developers.cloudflare.com/workers/platform/limits). */
const maxFiles: Readonly<Record<Plan, number>> = { free: 20_000, paid: 100_000 };
const maxBytes = 25 * 1024 * 1024;

/** Names files that are not to be uploaded, as .gitignore does. */
const ignoreFile = '.assetsignore';

/** What wrangler reads as settings, and does not upload. */
const settingFiles = ['/.assetsignore', '/_redirects', '/_headers'];

/** Beside the configuration: secrets of `wrangler dev`. */
const devSecrets = '.dev.vars';

/** `galley deploy check cloudflare`: finds what would leak or fail once it is deployed. 1 where there is an error. */
export async function runCheckCloudflare(
  { out, keys }: Config,
  { config, plan = 'free', json = false }: CheckCloudflareFlags,
  output: Output,
): Promise<0 | 1> {
  const file = await readWranglerFile(config);
  const findings: Finding[] = [];
  const report = reportTo(findings);
  const folders = new Set(file.environments.map((environment) => validateWrangler(file, environment, report)));
  await validateKeysAtHand(dirname(resolve(file.path)), keys, process.env, clock(), report);
  const needed = await validateRelease(out, report);
  for (const folder of folders) {
    if (folder === resolve(out)) await validateAssets(folder, plan, needed, report);
    else if (folder !== null)
      report(
        file.path,
        `assets.directory: found ${folder}. Expected ${resolve(out)}, the folder that galley build writes (setting: out).`,
      );
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (json) output.printJson(findings);
  else {
    for (const finding of findings) output.print(toFindingLine(finding));
    output.print(
      errors === 0
        ? `${file.path} and the release can be deployed.`
        : `\n${count(errors, 'error')}. Do not deploy this.`,
    );
  }
  return errors > 0 ? 1 : 0;
}

/** Reports what is wrong with the release; returns the paths below `out` of the files that a Worker reads. */
async function validateRelease(out: string, report: Report): Promise<string[]> {
  const target = diskTarget(join(out, 'api', 'v1'), false);
  const { release, problem } = await readCurrent(target);
  if (release === null) {
    report(out, problem ?? 'Found no release. Run galley build --site https://…');
    return [];
  }
  const problems = await checkRelease(target, release, false);
  if (problems.length > 0) {
    const more = problems.length > 1 ? ` The same is true of ${count(problems.length - 1, 'more file')}.` : '';
    report(out, `Found a damaged release. ${problems[0]}${more}`);
    return [];
  }
  const { site } = await readJson(target.storage, indexPath(release), Index, release);
  const { protocol, hostname } = new URL(site);
  if (isLoopback(hostname) || protocol !== 'https:') {
    report(
      out,
      `Found a release whose links begin with ${site}. Expected the address of the Worker, with https. Write it into galley.config.yaml as site, and run galley build.`,
    );
  }
  const files = await readReleaseFiles(target.storage, release);
  if (files.articles === 0)
    report(
      out,
      'Found a release without articles. Expected at least one. Check that the content folder is complete, and run galley build.',
    );
  const paths = [pointerPath, ledgerPath, ...pathsOf(files)];
  return ['index.html', 'openapi.json', ...paths.map((path) => releaseFolder + path)];
}

/** Reports keys at hand that cannot be used or do not fit a secret. `at` is the time in seconds. */
export async function validateKeysAtHand(
  folder: string,
  keysFile: string,
  environment: NodeJS.ProcessEnv,
  at: number,
  report: Report,
): Promise<void> {
  const file = join(folder, devSecrets);
  const local = existsSync(file) ? parseEnv(await readFile(file, 'utf8')) : {};
  const found = [...(await readKeysFile(keysFile))];
  for (const [source, variables] of Object.entries({ [devSecrets]: local, environment })) {
    for (const [name, value = ''] of Object.entries(variables)) {
      if (!isKeysVariable(name)) continue;
      const size = Buffer.byteLength(value);
      if (size > secretBytes)
        report(
          source,
          `${name}: found ${size} bytes. Expected at most ${secretBytes} bytes, the limit of a secret. Divide the keys among ${name}, GALLEY_KEYS_2 and so on, as galley deploy keys cloudflare does.`,
        );
      found.push(...parseKeysVariable(value, name));
    }
  }
  if (found.length === 0)
    report(
      keysFile,
      'Found no keys here. If the Worker already has keys as secrets, that is correct. Otherwise make a key with npx galley key new NAME, and run npx galley deploy keys cloudflare | npx wrangler secret bulk',
      null,
      'warning',
    );
  else if (!found.some((key) => isUsable(key, at)))
    report(
      keysFile,
      `Found ${count(found.length, 'key')}, all revoked or expired. Expected an active key. Make one with npx galley key new NAME.`,
    );
}

/** Reports files of the assets that are too many, too large, or change what is served. `needed` are paths that must be among them. */
export async function validateAssets(
  directory: string,
  plan: Plan,
  needed: readonly string[],
  report: Report,
): Promise<void> {
  const { default: ignore } = await import('ignore');
  const patterns = await readFile(join(directory, ignoreFile), 'utf8').catch(() => '');
  const ignored = ignore().add(settingFiles).add(patterns);
  const all = await fastGlob('**', { cwd: directory, dot: true, stats: true });
  const files = all.filter(({ path }) => !ignored.ignores(path));
  const paths = new Set(files.map(({ path }) => path));
  const missing = needed.filter((path) => !paths.has(path) && existsSync(join(directory, path)));
  if (missing.length > 0) {
    const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
    report(
      ignoreFile,
      `This file excludes ${missing[0]}${more}, but the release needs it. Exclude nothing of api/v1 except articles/.`,
    );
  }
  const tooMany = validateNumber([...paths], plan);
  if (tooMany !== null) report(directory, tooMany);
  for (const { path, stats } of files) {
    const size = stats?.size ?? 0;
    if (size > maxBytes)
      report(
        path,
        `Found ${toSize(size)}. Expected at most 25 MiB, the limit of a static asset. Keep the release in a bucket of R2, or ${path.startsWith('media/') ? 'make the file smaller' : 'split the article'}.`,
      );
  }
  if (existsSync(join(directory, '_redirects')))
    report(
      '_redirects',
      'Found redirects in the folder of the release. Expected none, because redirects go before files of the release. Move them into the Worker.',
    );
  if (paths.has('_worker.js'))
    report(
      '_worker.js',
      'Found a Worker among the assets. wrangler refuses to upload it. Move it to another folder, and name it in main.',
    );
}

/** What to do where there are more files than a plan takes; else null. */
export function validateNumber(paths: readonly string[], plan: Plan): string | null {
  const found = paths.length;
  if (found <= maxFiles[plan]) return null;
  const articles = paths.filter((path) => path.startsWith('api/v1/articles/')).length;
  const start = `Found ${toDigits(found)} files. Expected at most ${toDigits(maxFiles[plan])}, the limit of the ${plan} plan.`;
  const wayOut =
    'Keep the release in a bucket of R2 (galley push). With the paid plan, which has up to 100,000 files, add --plan paid.';
  if (articles === 0 || found - articles > maxFiles[plan]) return `${start} ${wayOut}`;
  return `${start} ${toDigits(articles)} of them are files of single articles, which may be excluded: write api/v1/articles/ into ${ignoreFile} in that folder. Single articles are then read from files of whole pages. Or: ${wayOut}`;
}
