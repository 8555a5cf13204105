import { join } from 'node:path';
import { UsageError } from '../../src/usage-error.ts';
import { withLock } from '../release/disk/with-lock.ts';
import { withDrafts } from '../release/disk/write-files.ts';
import { isEmpty, type OpenLedger, openLedger } from '../release/ledger/open-ledger.ts';
import { releaseStore } from '../release/store/disk-store.ts';
import type { FileStore } from '../release/store/file-store.ts';
import { chooseStore, type StoreFlags } from './choose-store.ts';
import { toBuildCommand } from './figures.ts';
import type { Config } from './settings.ts';

/** Where a command finds kept releases: in the folder `out`, or in an object store. */
export interface ReleaseTarget {
  /** What messages call it. */
  name: string;
  /** The command that publishes there. */
  publish: string;
  /** For reading. */
  open(): Promise<{ store: FileStore; ledger: OpenLedger }>;
  /** Runs `work` while nobody else writes there. Throws `UsageError` where somebody goes on doing so, and where there is no release. */
  change<T>(work: (store: FileStore, ledger: OpenLedger) => Promise<T>): Promise<T>;
  /** Whether a rollback reads all files to see whether they are whole; else those that the current release does not have. */
  isLocal: boolean;
}

/** Milliseconds for which a command waits for a build that is writing. */
const timeoutMs = 5000;

/** The client of stores is loaded only where it is needed. */
export async function chooseTarget(
  config: Pick<Config, 'out' | 'store' | 'drafts'>,
  flags: StoreFlags,
): Promise<ReleaseTarget> {
  const store = chooseStore(config, flags);
  if (store === null) return folderTarget(config.out);
  return (await import('./store.ts')).storeTarget(store.address, store.isLocked);
}

function folderTarget(out: string): ReleaseTarget {
  const directory = join(out, 'api', 'v1');
  return { name: out, publish: toBuildCommand(out), open, change, isLocal: true };

  async function open(): Promise<{ store: FileStore; ledger: OpenLedger }> {
    const store = releaseStore(directory, true);
    return { store, ledger: await openLedger(store) };
  }

  async function change<T>(work: (store: FileStore, ledger: OpenLedger) => Promise<T>): Promise<T> {
    // Before the lock, which would make the folder.
    if (isEmpty((await open()).ledger)) {
      throw new UsageError(
        `out: found ${out}, which has no release. Expected the folder that galley build wrote. Run galley build, or name ` +
          'the folder with --out, or an object store with --store.',
      );
    }
    return withLock(join(out, 'api', '.lock'), `writing to ${out}`, timeoutMs, async () => {
      const { store, ledger } = await open();
      return withDrafts(directory, () => work(store, ledger));
    });
  }
}
