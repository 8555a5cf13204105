import type { Awaitable } from './awaitable.ts';
import { DamagedFile, isBroken } from './file-errors.ts';
import {
  type KeptOrder,
  newestOf,
  pageKey,
  pageOf,
  publishAtOf,
  type SnapshotPage,
  type SnapshotRun,
  toKeptOrder,
  toSnapshots,
  toWanted,
  type WantedSnapshot,
} from './kept-order.ts';
import { lru, namedFiles } from './lru.ts';
import type { PageSlice } from './page-table.ts';
import type { Snapshot } from './parameters.ts';
import type { Kept, KeptList } from './read-kept.ts';
import { openRelease, type Release } from './release.ts';
import type { SelectionSource } from './select.ts';
import type { Storage } from './storage.ts';
import type { Selection } from './terms.ts';

/** The places of a snapshot from `start` up to but not including `end`, at `now` (seconds). */
export interface SnapshotPlaces {
  snapshot: Snapshot;
  start: number;
  end: number;
  now: number;
}

/** What is selected of a kept release, in memory as far as it was asked for; and the release, null where it is not there any more. */
export interface KeptSource extends SelectionSource {
  open(): Promise<Release | null>;
}

/** A release that is to respond in place of the one that was asked. */
export interface Newer {
  newer: Release;
}

/** Kept releases that are open. */
const openReleases = 8;

/** Kept releases that are searched for the snapshot of a selection, at most. */
export const searchedReleases = 32;

/**
 * Page files whose snapshots are in memory, 1.6 kB each; and those that one request tries, so that a forged snapshot costs little more
 * than a page. The first one nearly always decides: what the oldest kept release does not hold, later ones hold only where articles came
 * back.
 */
const knownPages = 512;
const triedPages = 4;

/** Searches the kept releases of a list, and opens each when it is first searched. What is damaged goes to `onError`, and into the list. */
export function keptSearch(storage: Storage, onError: (error: unknown) => void) {
  const { noSharedWaits = false } = storage;
  const opened = lru<string, Release>(openReleases, noSharedWaits);
  const pages = lru<string, SnapshotRun>(knownPages, noSharedWaits);
  const selections = lru<string, Selection>(searchedReleases, noSharedWaits);
  const files = namedFiles(storage);
  return { search, sourcesOf };

  async function search(list: KeptList, places: SnapshotPlaces): Promise<PageSlice[] | Newer | null> {
    const wanted = toWanted(places.snapshot);
    return (await openNewer(list)) ?? (await findGiven(list, places, wanted)) ?? findOlder(list, places, wanted);
  }

  async function sourcesOf(list: KeptList): Promise<KeptSource[] | Newer> {
    const newer = await openNewer(list);
    if (newer !== null) return newer;
    const found: KeptSource[] = [];
    for (const kept of list.releases.slice(0, searchedReleases)) {
      const order = await orderOf(list, kept);
      const open = (): Promise<Release | null> => attempt(list, kept, () => openKept(kept));
      const recallSelection: KeptSource['recallSelection'] = (key, load) => selections(`${kept.release} ${key}`, load);
      if (order !== null) found.push({ ...order, open, recallSelection });
    }
    return found;
  }

  async function openNewer(list: KeptList): Promise<Newer | null> {
    const kept = list.newer;
    const newer = kept && (await attempt(list, kept, () => openKept(kept)));
    return newer && { newer };
  }

  /** Among the snapshots that the kept releases gave. */
  async function findGiven(
    list: KeptList,
    places: SnapshotPlaces,
    wanted: WantedSnapshot,
  ): Promise<PageSlice[] | null> {
    for (const kept of list.releases) {
      const loading = orderOf(list, kept);
      const order = loading instanceof Promise ? await loading : loading;
      const publishAt = order && publishAtOf(order.given, wanted);
      const found = publishAt !== null && publishAt <= places.now ? await slicesOf(list, kept, places) : null;
      if (found !== null) return found;
    }
    return null;
  }

  /** Among those from before their time, which only they still hold. */
  async function findOlder(
    list: KeptList,
    places: SnapshotPlaces,
    wanted: WantedSnapshot,
  ): Promise<PageSlice[] | null> {
    const tried: SnapshotPage[] = [];
    for (const kept of list.releases.toReversed()) {
      if (tried.length === triedPages) break;
      const loading = orderOf(list, kept);
      const order = loading instanceof Promise ? await loading : loading;
      const page = order && pageOf(order, wanted, tried);
      if (page === null) continue;
      const run = await attempt(list, kept, () => {
        return pages(pageKey(page), async () => toSnapshots(await openKept(kept), page.first + 1, page.last));
      });
      const isHeld = run !== null && publishAtOf(run, wanted) !== null;
      // By its own dates: the same articles in the same order may have others in the release that was read.
      const publishAt = isHeld ? await attempt(list, kept, async () => newestOf(await openKept(kept), wanted)) : null;
      const found = publishAt === null || publishAt > places.now ? null : await slicesOf(list, kept, places);
      if (found !== null) return found;
      if (run !== null) tried.push(page);
    }
    return null;
  }

  /** Without a promise where it is known: there may be a thousand. */
  function orderOf(list: KeptList, kept: Kept): Awaitable<KeptOrder | null> {
    if (kept.isGone) return null;
    if (kept.order !== null) return kept.order;
    const loading = loadOrder(list, kept);
    if (!noSharedWaits) kept.order = loading;
    return loading;
  }

  async function loadOrder(list: KeptList, kept: Kept): Promise<KeptOrder | null> {
    try {
      kept.order = await attempt(list, kept, async () => toKeptOrder(await openKept(kept), kept.since, kept.until));
      return kept.order;
    } catch (error) {
      // Such as too many open files: it is tried again.
      kept.order = null;
      throw error;
    }
  }

  function slicesOf(list: KeptList, kept: Kept, { start, end }: SnapshotPlaces): Promise<PageSlice[] | null> {
    return attempt(list, kept, async () => (await openKept(kept)).slices(start, end));
  }

  /** Null where a file of the release is not there, since it was removed meanwhile, or is damaged. */
  async function attempt<T>(list: KeptList, kept: Kept, use: () => Awaitable<T>): Promise<T | null> {
    if (kept.isGone) return null;
    try {
      return await use();
    } catch (error) {
      if (!isBroken(error)) throw error;
      kept.isGone = true;
      if (error instanceof DamagedFile) {
        list.damage = error;
        onError(error);
      }
      return null;
    }
  }

  function openKept({ release }: Kept): Awaitable<Release> {
    return opened(release, () => openRelease(release, storage, files));
  }
}
