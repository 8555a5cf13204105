import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toSite } from '../../src/adapters/node/address.ts';
import { writeWhole } from '../../src/adapters/node/disk/write-whole.ts';
import { newKey } from '../../src/adapters/node/keys/new-key.ts';
import { checkOut } from '../release/disk/out-folder.ts';
import { type BuildFlags, buildWithProgress } from './build.ts';
import { cacheFolder } from './build-options.ts';
import { listen, printAddress } from './listen.ts';
import type { Output } from './output.ts';
import { printReport } from './report.ts';
import { logProblems } from './server-log.ts';
import type { Config } from './settings.ts';
import { untilSignal } from './signals.ts';

/**
 * `galley start`: listens first, so that links hold the real port, then builds. The address, the key and a request to
 * paste are printed above the report. 1 where the build wrote no release.
 */
export async function runStart(
  config: Config,
  { all = false, allowEmpty = false }: BuildFlags,
  output: Output,
): Promise<0 | 1> {
  const started = performance.now();
  checkOut(config.out);
  const ownKey = (): Promise<string> => keepKey(join(cacheFolder, 'start-key'));
  const { address, key, refresh, close } = await listen(config, logProblems(output), output, { ownKey });
  const site = config.site ?? toSite(config.host, Number(new URL(address).port));
  const result = await buildWithProgress(config, output, { site, allowEmpty });
  const milliseconds = Math.round(performance.now() - started);
  if (result.written === null) {
    printReport(result, config, milliseconds, all, output);
    await close();
    return 1;
  }
  await refresh();
  const ended = untilSignal();
  printAddress(address, key, output, 'of this folder, until you make your own with galley key new');
  printReport(result, config, milliseconds, all, output);
  output.print(
    '\nTo write, run npx galley dev instead: it builds at each save, and shows each article in the browser.',
  );
  await ended;
  await close();
  return 0;
}

/** The key of the last start, or a new one in a file that its owner alone may read. Where it cannot be written, each start has another. */
async function keepKey(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (/^gly_[A-Za-z\d]{36}$/.test(kept)) return kept;
  const key = newKey();
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeWhole(file, `${file}.new`, key, { durable: false, mode: 0o600 });
  } catch {}
  return key;
}
