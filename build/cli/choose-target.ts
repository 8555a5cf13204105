import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../src/adapters/node/disk/lock.ts';
import { pointerPath } from '../../src/core/format.ts';
import { ledgerPath } from '../../src/core/ledger.ts';
import { UsageError } from '../../src/usage-error.ts';
import { diskPlace } from '../release/disk/disk-target.ts';
import { withDrafts } from '../release/disk/write-files.ts';
import { type OpenLedger, openLedger } from '../release/ledger/open-ledger.ts';
import type { Place } from '../release/ledger/storage-target.ts';
import type { ReleaseTarget, StoreFlags } from './release-target.ts';

/** How long a command waits for a build that is writing, in milliseconds. */
const patience = 5000;

/** What an option `--store` names, or else the folder `out`. */
export async function chooseTarget(out: string, { store, isAlone = false }: StoreFlags): Promise<ReleaseTarget> {
  if (store === undefined) return folderTarget(out);
  return (await import('./store-target.ts')).storeTarget(store, isAlone);
}

function folderTarget(out: string): ReleaseTarget {
  const directory = join(out, 'api', 'v1');
  return { name: out, publish: 'galley build', open, change, isLocal: true };

  async function open(): Promise<Place | null> {
    const isThere = [pointerPath, ledgerPath].some((path) => existsSync(join(directory, path)));
    return isThere ? diskPlace(directory, true) : null;
  }

  async function change<T>(work: (place: Place, ledger: OpenLedger) => Promise<T>): Promise<T> {
    const place = await open();
    if (place === null) {
      throw new UsageError(
        `out: found ${out}, which holds no release. Expected the folder that galley build wrote. Run galley build, or name ` +
          'the folder with --out, or an object store with --store.',
      );
    }
    return withLock(join(out, 'api', '.lock'), `writing to ${out}`, patience, async () => {
      const ledger = await openLedger(place);
      return withDrafts(directory, () => work(place, ledger));
    });
  }
}
