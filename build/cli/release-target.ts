import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pointerPath } from '../../src/core/format.ts';
import { ledgerPath } from '../../src/core/ledger.ts';
import { UsageError } from '../../src/usage-error.ts';
import { diskTarget } from '../release/disk/disk-target.ts';
import { withLock } from '../release/disk/lock.ts';
import { withDrafts } from '../release/disk/write-files.ts';
import { type OpenLedger, openLedger } from '../release/ledger/open-ledger.ts';
import type { StorageTarget } from '../release/ledger/storage-target.ts';
import { chooseStore, type StoreFlags } from './choose-store.ts';
import { toBuildCommand } from './figures.ts';
import type { Config } from './settings.ts';

/** Where a command finds kept releases: in the folder `out`, or in an object store. */
export interface ReleaseTarget {
  /** What messages call it. */
  name: string;
  /** The command that publishes there. */
  publish: string;
  /** For reading; null where it holds no release. */
  open(): Promise<StorageTarget | null>;
  /** Runs `work` while nobody else writes there. Throws `UsageError` where somebody goes on doing so, and where there is no release. */
  change<T>(work: (place: StorageTarget, ledger: OpenLedger) => Promise<T>): Promise<T>;
  /** Whether a rollback reads all files to see whether they are whole; else those that the current release does not have. */
  isLocal: boolean;
}

/** Milliseconds for which a command waits for a build that is writing. */
const timeoutMs = 5000;

/** The client of stores is loaded only where it is needed. */
export async function chooseTarget(config: Pick<Config, 'out' | 'store'>, flags: StoreFlags): Promise<ReleaseTarget> {
  const store = chooseStore(config, flags);
  if (store === null) return folderTarget(config.out);
  return (await import('./store.ts')).storeTarget(store.address, store.isLocked);
}

function folderTarget(out: string): ReleaseTarget {
  const directory = join(out, 'api', 'v1');
  return { name: out, publish: toBuildCommand(out), open, change, isLocal: true };

  async function open(): Promise<StorageTarget | null> {
    const isThere = [pointerPath, ledgerPath].some((path) => existsSync(join(directory, path)));
    return isThere ? diskTarget(directory, true) : null;
  }

  async function change<T>(work: (place: StorageTarget, ledger: OpenLedger) => Promise<T>): Promise<T> {
    const place = await open();
    if (place === null) {
      throw new UsageError(
        `out: found ${out}, which has no release. Expected the folder that galley build wrote. Run galley build, or name ` +
          'the folder with --out, or an object store with --store.',
      );
    }
    return withLock(join(out, 'api', '.lock'), `writing to ${out}`, timeoutMs, async () => {
      const ledger = await openLedger(place);
      return withDrafts(directory, () => work(place, ledger));
    });
  }
}
