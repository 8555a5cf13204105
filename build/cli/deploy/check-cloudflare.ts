import { dirname, join, resolve } from 'node:path';
import { isLoopback } from '../../../src/adapters/node/address.ts';
import { Index, indexPath, pointerPath, releaseFolder } from '../../../src/core/format.ts';
import { ledgerPath } from '../../../src/core/ledger.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { diskPlace } from '../../release/disk/disk-target.ts';
import { readCurrent } from '../../release/ledger/open-ledger.ts';
import { checkRelease, pathsOf, readReleaseFiles } from '../../release/ledger/release-files.ts';
import { clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { count } from '../count.ts';
import type { Output } from '../output.ts';
import { type Finding, type Report, reporter, toLine } from './finding.ts';
import { judgeAssets, type Plan } from './judge-assets.ts';
import { judgeKeySettings, judgeKeys } from './judge-keys.ts';
import { judgeSettings } from './judge-settings.ts';
import { readWranglerFile } from './wrangler-file.ts';

export interface CheckCloudflareOptions {
  /** The configuration of wrangler; null is the usual one of the working directory. */
  config: string | null;
  plan: Plan;
  json: boolean;
}

/** `galley deploy check cloudflare`: finds what would leak or fail once it is deployed. 1 where there is an error. */
export async function runCheckCloudflare(
  { out, keys }: Config,
  options: CheckCloudflareOptions,
  output: Output,
): Promise<0 | 1> {
  const file = await readWranglerFile(options.config);
  const findings: Finding[] = [];
  const reportOf = (name: string): Report => reporter(findings, name);
  const folders = new Set<string>();
  for (const environment of file.environments) {
    const { assets } = judgeSettings(file, environment, reportOf(file.path));
    judgeKeySettings(file, environment, reportOf(file.path));
    if (assets !== null) folders.add(assets);
  }
  await judgeKeys(dirname(resolve(file.path)), keys, process.env, clock(), reportOf);
  const needed = await judgeRelease(out, reportOf(out));
  for (const folder of folders) {
    if (folder === resolve(out)) await judgeAssets(folder, options.plan, needed, reportOf);
    else
      reportOf(file.path)(
        `assets.directory: found ${folder}. Expected ${resolve(out)}, the folder that galley build writes (setting: out).`,
      );
  }
  print(findings, file.path, options.json, output);
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** Reports what is wrong with the release; returns the paths below `out` of the files that a Worker reads. */
async function judgeRelease(out: string, report: Report): Promise<string[]> {
  const place = diskPlace(join(out, 'api', 'v1'), false);
  const { release, problem } = await readCurrent(place);
  if (release === null) {
    report(problem ?? 'Found no release. Expected one. Run galley build --site https://…');
    return [];
  }
  const problems = await checkRelease(place, release, false);
  if (problems.length > 0) {
    const more = problems.length > 1 ? ` And ${count(problems.length - 1, 'more file')} like it.` : '';
    report(`Found a damaged release. Expected a whole one. ${problems[0]}${more}`);
    return [];
  }
  const { site } = await readJson(place.storage, indexPath(release), Index, release);
  const { protocol, hostname } = new URL(site);
  if (isLoopback(hostname) || protocol !== 'https:') {
    report(
      `Found a release whose links begin with ${site}. Expected the address of the Worker, with https. Write it into galley.config.yaml as site, and run galley build.`,
    );
  }
  const paths = [pointerPath, ledgerPath, ...pathsOf(await readReleaseFiles(place.storage, release))];
  return ['index.html', 'openapi.json', ...paths.map((path) => releaseFolder + path)];
}

function print(findings: readonly Finding[], path: string, json: boolean, output: Output): void {
  if (json) {
    output.printJson(findings);
    return;
  }
  for (const finding of findings) output.print(toLine(finding));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) output.print(`${path} and the release can be deployed.`);
  else output.print(`\n${count(errors, 'error')}. Do not deploy this.`);
}
