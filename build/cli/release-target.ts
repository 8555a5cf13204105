import type { OpenLedger } from '../release/ledger/open-ledger.ts';
import type { Place } from '../release/ledger/storage-target.ts';

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
