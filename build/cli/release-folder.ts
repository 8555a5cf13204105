import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pointerPath } from '../../src/core/format.ts';
import { ledgerPath } from '../../src/core/ledger.ts';
import { withLock } from '../../src/node/disk/lock.ts';
import { UsageError } from '../../src/usage-error.ts';
import { type OpenLedger, openLedger } from '../release/disk/open-ledger.ts';

/** How long a command waits for a build that is writing, in milliseconds. */
const patience = 5000;

/** Whether `out` holds a release. */
export function hasRelease(out: string): boolean {
  return [pointerPath, ledgerPath].some((path) => existsSync(join(directoryOf(out), path)));
}

/** The folder of the release. */
export function directoryOf(out: string): string {
  return join(out, 'api', 'v1');
}

/** Throws `UsageError` where `out` holds no release. */
export function refuseNone(out: string): void {
  if (hasRelease(out)) return;
  throw new UsageError(
    `out: found ${out}, which holds no release. Expected the folder that galley build wrote. Run galley build, or name ` +
      'the folder with --out.',
  );
}

/** Runs `work` while no build and no other command writes to `out`. Throws `UsageError` where one goes on doing so. */
export function changeReleases<T>(
  out: string,
  work: (directory: string, ledger: OpenLedger) => Promise<T>,
): Promise<T> {
  return withLock(join(out, 'api', '.lock'), `writing to ${out}`, patience, async () => {
    const directory = directoryOf(out);
    return work(directory, await openLedger(directory));
  });
}
