import { toSite } from '../../src/adapters/node/address.ts';
import { checkOut } from '../release/disk/out-folder.ts';
import { type BuildFlags, buildWithProgress } from './build.ts';
import type { Config } from './config.ts';
import type { Output } from './output.ts';
import { printReport } from './report.ts';
import { listen } from './serve.ts';
import { logProblems } from './server-log.ts';
import { untilSignal } from './until-signal.ts';

/**
 * `galley start`: listens first, so that links hold the real port, then builds. 1 where that wrote no release.
 */
export async function runStart(config: Config, { isAll, allowEmpty }: BuildFlags, output: Output): Promise<0 | 1> {
  const started = performance.now();
  checkOut(config.out);
  const { address, key, refresh, close } = await listen(config, logProblems(output), output);
  const site = config.site ?? toSite(config.host, Number(new URL(address).port));
  const result = await buildWithProgress(config, site, output, { allowEmpty });
  printReport(result, config, Math.round(performance.now() - started), { isAll }, output);
  if (result.written === null) {
    await close();
    return 1;
  }
  await refresh();
  const ended = untilSignal();
  printAddress(address, key, output);
  await ended;
  await close();
  return 0;
}

/** Prints the address, the key of this run and a request to paste. */
export function printAddress(address: string, key: string | null, output: Output): void {
  output.print(`\nlistening on ${address}`);
  if (key !== null) output.print(`key for this run: ${key}`);
  else output.print('key: export KEY=... with one that you made; galley key list names them');
  output.print(`\n  curl -H "X-Api-Key: ${key ?? '$KEY'}" '${address}/api/v1/articles?per_page=2'\n`);
}
