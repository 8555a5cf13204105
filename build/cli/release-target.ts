import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pointerPath } from '../../src/core/format.ts';
import { ledgerPath } from '../../src/core/ledger.ts';
import { withLock } from '../../src/node/disk/lock.ts';
import { UsageError } from '../../src/usage-error.ts';
import { diskPlace } from '../release/disk/disk-place.ts';
import { withDrafts } from '../release/disk/with-drafts.ts';
import { type OpenLedger, openLedger } from '../release/ledger/open-ledger.ts';
import type { Place } from '../release/ledger/place.ts';

/** How long a command waits for a build that is writing, in milliseconds. */
const patience = 5000;

/** Where a command finds kept releases: in the folder `out`, or in an object store. */
export interface ReleaseTarget {
  /** What messages call it. */
  name: string;
  /** The command that publishes there. */
  publish: string;
  /** For reading; null where it holds no release. */
  open(): Promise<Place | null>;
  /** Runs `work` while nobody else writes there. Throws `UsageError` where somebody goes on doing so, and where there is no release. */
  change<T>(work: (place: Place, ledger: OpenLedger) => Promise<T>): Promise<T>;
  /** Whether files are read one by one to see whether they are whole; else articles by themselves only have to be there. */
  isLocal: boolean;
}

/** Options of commands that work on a folder or a store. */
export interface StoreFlags {
  /** `s3://BUCKET/PREFIX`. */
  store?: string | undefined;
  /** Nobody else writes there meanwhile. */
  isAlone?: boolean;
}

/** What an option `--store` names, or else the folder `out`. */
export async function releaseTarget(out: string, { store, isAlone = false }: StoreFlags): Promise<ReleaseTarget> {
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
