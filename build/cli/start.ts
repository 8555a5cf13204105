import { toSite } from '../../src/adapters/node/address.ts';
import { checkOut } from '../release/disk/out-folder.ts';
import { type BuildFlags, buildWithProgress } from './build.ts';
import { listen, printAddress } from './listen.ts';
import type { Output } from './output.ts';
import { printReport } from './report.ts';
import { logProblems } from './server-log.ts';
import type { Config } from './settings.ts';
import { untilSignal } from './signals.ts';

/** `galley start`: listens first, so that links hold the real port, then builds. 1 where that wrote no release. */
export async function runStart(
  config: Config,
  { all = false, allowEmpty = false }: BuildFlags,
  output: Output,
): Promise<0 | 1> {
  const started = performance.now();
  checkOut(config.out);
  const { address, key, refresh, close } = await listen(config, logProblems(output), output);
  const site = config.site ?? toSite(config.host, Number(new URL(address).port));
  const result = await buildWithProgress(config, output, { site, allowEmpty });
  printReport(result, config, Math.round(performance.now() - started), all, output);
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
