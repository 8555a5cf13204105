import { pointerPath } from '../../src/core/format.ts';
import { ledgerPath } from '../../src/core/ledger.ts';
import { UsageError } from '../../src/usage-error.ts';
import { openLedger } from '../release/ledger/open-ledger.ts';
import { openStorePlace, type StorePlace } from '../release/store/store-target.ts';
import type { ReleaseTarget } from './release-target.ts';
import { withStore, withStoreLock } from './with-store.ts';

/** The releases of an object store, `s3://BUCKET/PREFIX`. */
export function storeTarget(address: string, isAlone: boolean): ReleaseTarget {
  return {
    name: address,
    publish: `galley push ${address}`,
    isLocal: false,
    open: () =>
      withStore(address, async (client, prefix) => {
        const place = await openStorePlace(client, prefix, null);
        return isEmpty(place) ? null : place;
      }),
    change: (work) =>
      withStore(address, (client, prefix) =>
        withStoreLock(client, isAlone, async (lock) => {
          const place = await openStorePlace(client, prefix, lock);
          if (isEmpty(place)) throw new UsageError(`${address} holds no release. Run galley push ${address}.`);
          return work(place, await openLedger(place));
        }),
      ),
  };
}

function isEmpty({ stateOf }: StorePlace): boolean {
  return stateOf(pointerPath) === null && stateOf(ledgerPath) === null;
}
