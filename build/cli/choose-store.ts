import { toDraftsAddress } from './drafts.ts';
import type { Config } from './settings.ts';

/** Options of commands that work on a folder or a store. */
export interface StoreFlags {
  /** `s3://BUCKET/PREFIX`. */
  store?: string | undefined;
  /** Present where the folder is an option and no setting. */
  out?: string | undefined;
  /** False: nobody else writes there meanwhile. */
  lock?: boolean | undefined;
  json?: boolean;
}

/** The object store that an option or else the setting names; null for the folder `out`. */
export function chooseStore(
  { store: setting, drafts }: Pick<Config, 'store' | 'drafts'>,
  { store, out, lock = true }: StoreFlags,
): { address: string; isLocked: boolean } | null {
  const address = store ?? (out === undefined ? setting?.address : undefined);
  if (address === undefined) return null;
  return {
    address: drafts ? toDraftsAddress(address) : address,
    isLocked: lock && (address !== setting?.address || setting.lock),
  };
}
