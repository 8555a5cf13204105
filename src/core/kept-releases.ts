import type { Awaitable } from './awaitable.ts';
import { DamagedFile } from './file-errors.ts';
import { type KeptSource, keptSearch, type Newer, type SnapshotPlaces } from './kept-search.ts';
import type { PageSlice } from './page-table.ts';
import { type KeptList, nothingRead, readKept } from './read-kept.ts';
import type { Release } from './release.ts';
import type { Storage } from './storage.ts';

/** Earlier releases that are still there, for the order of their articles. */
export interface KeptReleases {
  /**
   * Places of a snapshot that `current` does not hold as it was, newest first, as a kept release has them. Null where none has it, or
   * where not all its articles were published by the dates of that release, at `now` and while it was current. Throws `DamagedFile` where a
   * damaged file may have held it.
   *
   * `Newer` where a release became current after `current`, which this server has not activated yet: others may have given snapshots of
   * it, and `current` may lack some of their articles.
   */
  find(current: Release, places: SnapshotPlaces): Promise<PageSlice[] | Newer | null>;
  /** The newest 32 of those that are not `current`, the newest first. `Newer` as above. */
  list(current: Release, now: number): Promise<readonly KeptSource[] | Newer>;
}

/** Reads the ledger when a snapshot is asked for that neither the current release holds nor a kept one that is known already. */
export function keptReleases(storage: Storage, onError: (error: unknown) => void = () => {}): KeptReleases {
  const { noSharedWaits = false } = storage;
  const { search, sourcesOf } = keptSearch(storage, onError);
  let reading: Reading | null = null;
  return {
    find,
    list: async (current, now) => sourcesOf(await readLedgerAgain(current, now).kept),
  };

  async function find(current: Release, places: SnapshotPlaces): Promise<PageSlice[] | Newer | null> {
    const known = reading?.of === current ? reading : null;
    const found = known && (await search(await known.kept, places));
    // A newer release may have been taken back since the reading.
    if (found !== null && !('newer' in found)) return found;
    // Published since the reading, perhaps. All requests that came before the next one begins share it.
    const isShared = !noSharedWaits && reading !== known && reading?.of === current;
    const next = isShared && reading !== null ? reading : readLedgerAgain(current, places.now);
    const list = await next.kept;
    const isSame = found === null && known !== null && (await known.kept) === list;
    const foundNext = isSame ? null : await search(list, places);
    if (foundNext === null && list.damage !== null) throw list.damage;
    return foundNext;
  }

  function readLedgerAgain(current: Release, now: number): Reading {
    const before = reading;
    const kept = readList();
    const next: Reading = { of: current, kept };
    if (!noSharedWaits) reading = next;
    else {
      const share = (found: KeptList): void => {
        next.kept = found;
        reading = next;
      };
      void kept.then(share, () => {});
    }
    return next;

    async function readList(): Promise<KeptList> {
      const earlier = await Promise.resolve(before?.kept ?? null).catch(() => null);
      try {
        return await readKept(storage, current, now, earlier);
      } catch (error) {
        if (error instanceof DamagedFile) {
          onError(error);
          return { ...nothingRead, releases: earlier?.releases ?? [], damage: error };
        }
        if (reading === next) reading = null;
        throw error;
      }
    }
  }
}

/** What the ledger said when it was last read. */
interface Reading {
  /** The release that was current. */
  of: Release;
  kept: Awaitable<KeptList>;
}
