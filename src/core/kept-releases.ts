import type { Awaitable } from './awaitable.ts';
import { DamagedFile, isBroken } from './file-errors.ts';
import {
  type KeptOrder,
  keyOf,
  newestOf,
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
import { type Kept, type KeptList, nothingRead, readKept } from './read-kept.ts';
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

/**
 * Reads the ledger when a snapshot is asked for that neither the current release holds nor a kept one that is known already.
 * Opens each kept release when it is first searched. What is damaged goes to `onError`.
 */
export function keptReleases(storage: Storage, onError: (error: unknown) => void = () => {}): KeptReleases {
  const { noSharedWaits = false } = storage;
  const opened = lru<string, Release>(openReleases, noSharedWaits);
  const pages = lru<string, SnapshotRun>(knownPages, noSharedWaits);
  const selections = lru<string, Selection>(searchedReleases, noSharedWaits);
  const files = namedFiles(storage);
  let reading: Reading | null = null;
  return { find, list };

  async function find(current: Release, places: SnapshotPlaces): Promise<PageSlice[] | Newer | null> {
    const known = reading?.of === current ? reading : null;
    const found = known && (await search(known, places));
    // A newer release may have been taken back since the reading.
    if (found !== null && !('newer' in found)) return found;
    // Published since the reading, perhaps. All requests that came before the next one begins share it.
    const isShared = !noSharedWaits && reading !== known && reading?.of === current;
    const next = isShared && reading !== null ? reading : readLedgerAgain(current, places.now);
    const isSame = found === null && known !== null && (await known.kept) === (await next.kept);
    const foundNext = isSame ? null : await search(next, places);
    if (foundNext === null && next.damage !== null) throw next.damage;
    return foundNext;
  }

  async function list(current: Release, now: number): Promise<KeptSource[] | Newer> {
    const known = readLedgerAgain(current, now);
    const { releases, newer } = await known.kept;
    const later = await openNewer(known, newer);
    if (later !== null) return later;
    const found: KeptSource[] = [];
    for (const kept of releases.slice(0, searchedReleases)) {
      const order = await orderOf(known, kept);
      const open = (): Promise<Release | null> => attempt(known, kept, () => openKept(kept));
      const recallSelection: KeptSource['recallSelection'] = (key, load) => selections(`${kept.release} ${key}`, load);
      if (order !== null) found.push({ ...order, open, recallSelection });
    }
    return found;
  }

  function readLedgerAgain(current: Release, now: number): Reading {
    const before = reading;
    const kept = readList();
    const next: Reading = { of: current, damage: null, kept };
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
        const list = await readKept(storage, current, now, earlier);
        if (list === earlier) next.damage = before?.damage ?? null;
        return list;
      } catch (error) {
        if (error instanceof DamagedFile) {
          reportDamage(next, error);
          return { ...nothingRead, releases: earlier?.releases ?? [] };
        }
        if (reading === next) reading = null;
        throw error;
      }
    }
  }

  async function search(known: Reading, places: SnapshotPlaces): Promise<PageSlice[] | Newer | null> {
    const { releases, newer } = await known.kept;
    const later = await openNewer(known, newer);
    if (later !== null) return later;
    const wanted = toWanted(places.snapshot);
    return (await findGiven(known, releases, places, wanted)) ?? findOlder(known, releases, places, wanted);
  }

  async function openNewer(known: Reading, newer: Kept | null): Promise<Newer | null> {
    const opened = newer && (await attempt(known, newer, () => openKept(newer)));
    return opened && { newer: opened };
  }

  /** Among the snapshots that the kept releases gave. */
  async function findGiven(
    known: Reading,
    newestFirst: readonly Kept[],
    places: SnapshotPlaces,
    wanted: WantedSnapshot,
  ): Promise<PageSlice[] | null> {
    for (const kept of newestFirst) {
      const loading = orderOf(known, kept);
      const order = loading instanceof Promise ? await loading : loading;
      const publishAt = order && publishAtOf(order.given, wanted);
      const found = publishAt !== null && publishAt <= places.now ? await slicesOf(known, kept, places) : null;
      if (found !== null) return found;
    }
    return null;
  }

  /** Among those from before their time, which only they still hold. */
  async function findOlder(
    known: Reading,
    newestFirst: readonly Kept[],
    places: SnapshotPlaces,
    wanted: WantedSnapshot,
  ): Promise<PageSlice[] | null> {
    const tried: SnapshotPage[] = [];
    for (let i = newestFirst.length - 1; i >= 0 && tried.length < triedPages; i--) {
      const kept = newestFirst[i] as Kept;
      const loading = orderOf(known, kept);
      const order = loading instanceof Promise ? await loading : loading;
      const page = order && pageOf(order, wanted, tried);
      if (page === null) continue;
      const run = await attempt(known, kept, () => {
        return pages(keyOf(page), async () => toSnapshots(await openKept(kept), page.first + 1, page.last));
      });
      const isHeld = run !== null && publishAtOf(run, wanted) !== null;
      // By its own dates: the same articles in the same order may have others in the release that was read.
      const publishAt = isHeld ? await attempt(known, kept, async () => newestOf(await openKept(kept), wanted)) : null;
      const found = publishAt === null || publishAt > places.now ? null : await slicesOf(known, kept, places);
      if (found !== null) return found;
      if (run !== null) tried.push(page);
    }
    return null;
  }

  /** Without a promise where it is known: there may be a thousand. */
  function orderOf(known: Reading, kept: Kept): Awaitable<KeptOrder | null> {
    if (kept.isGone) return null;
    if (kept.order !== null) return kept.order;
    const loading = loadOrder(known, kept);
    if (!noSharedWaits) kept.order = loading;
    return loading;
  }

  async function loadOrder(known: Reading, kept: Kept): Promise<KeptOrder | null> {
    try {
      kept.order = await attempt(known, kept, async () => toKeptOrder(await openKept(kept), kept.since, kept.until));
      return kept.order;
    } catch (error) {
      // Such as too many open files: it is tried again.
      kept.order = null;
      throw error;
    }
  }

  function slicesOf(known: Reading, kept: Kept, { start, end }: SnapshotPlaces): Promise<PageSlice[] | null> {
    return attempt(known, kept, async () => (await openKept(kept)).slices(start, end));
  }

  /** Null where a file of the release is not there, since it was removed meanwhile, or is damaged. */
  async function attempt<T>(known: Reading, kept: Kept, use: () => Awaitable<T>): Promise<T | null> {
    if (kept.isGone) return null;
    try {
      return await use();
    } catch (error) {
      if (!isBroken(error)) throw error;
      kept.isGone = true;
      if (error instanceof DamagedFile) reportDamage(known, error);
      return null;
    }
  }

  function openKept({ release }: Kept): Awaitable<Release> {
    return opened(release, () => openRelease(release, storage, files));
  }

  function reportDamage(known: Reading, error: DamagedFile): void {
    known.damage = error;
    onError(error);
  }
}

/** What the ledger said when it was last read. */
interface Reading {
  /** The release that was current. */
  of: Release;
  kept: Awaitable<KeptList>;
  /** The last file that was found damaged. */
  damage: DamagedFile | null;
}
