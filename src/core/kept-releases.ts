import type { Awaitable } from './awaitable.ts';
import { DamagedFile, MissingFile } from './file-errors.ts';
import {
  dueAtOf,
  type KeptOrder,
  keyOf,
  newestOf,
  pageOf,
  type SnapshotPage,
  type SnapshotRun,
  toKeptOrder,
  toSnapshots,
  toWanted,
} from './kept-order.ts';
import { lru } from './lru.ts';
import type { PageSlice } from './page-table.ts';
import type { Snapshot } from './parameters.ts';
import { type Kept, type KeptList, nothingRead, readKept } from './read-kept.ts';
import { openRelease, type Release } from './release.ts';
import type { Storage } from './storage.ts';

/** Earlier releases that are still there, for the order of their articles. */
export interface KeptReleases {
  /**
   * The places from `start` up to but not including `end` of a snapshot that `current` does not hold as it was, newest
   * first, as a kept release has them. Null where none has it, or where not all its articles were due by the dates of that
   * release, at `now` (seconds) and while it was current. Throws `DamagedFile` where a damaged file may have held it.
   *
   * `Newer` where a release became current after `current`, which this server has not taken up yet: others may have given
   * snapshots of it, and `current` may lack some of their articles.
   */
  find(
    current: Release,
    snapshot: Snapshot,
    start: number,
    end: number,
    now: number,
  ): Promise<PageSlice[] | Newer | null>;
}

/** A release that is to answer in place of the one that was asked. */
export interface Newer {
  newer: Release;
}

/** Kept releases that are open, and the tables of each in memory; one is some 10 kB. */
const openReleases = 8;
const openTables = 32;

/**
 * Page files whose snapshots are in memory, 1.6 kB each; and those that one request tries, so that a forged snapshot costs little more
 * than a page. The first one nearly always tells: what the oldest kept release does not hold, later ones hold only where articles came
 * back.
 */
const knownPages = 512;
const triedPages = 4;

/**
 * Reads the ledger when a snapshot is asked for that neither the current release holds nor a kept one that is known already.
 * Opens each kept release when it is first looked through. What is damaged goes to `onError`.
 */
export function keptReleases(storage: Storage, onError: (error: unknown) => void = () => {}): KeptReleases {
  const { noSharedWaits = false } = storage;
  const open = lru<string, Release>(openReleases, noSharedWaits);
  const pages = lru<string, SnapshotRun>(knownPages, noSharedWaits);
  let reading: Reading | null = null;
  return { find };

  async function find(
    current: Release,
    snapshot: Snapshot,
    start: number,
    end: number,
    now: number,
  ): Promise<PageSlice[] | Newer | null> {
    const known = reading?.of === current ? reading : null;
    const found = known && (await look(known, snapshot, start, end, now));
    // A newer release may have been taken back since the reading.
    if (found !== null && !('newer' in found)) return found;
    // Published since the reading, perhaps. All requests that came before the next one begins share it.
    const anew = noSharedWaits || reading === known || reading?.of !== current ? readAnew(current, now) : reading;
    const isSame = found === null && known !== null && (await known.kept) === (await anew.kept);
    const foundAnew = isSame ? null : await look(anew, snapshot, start, end, now);
    if (foundAnew === null && anew.damage !== null) throw anew.damage;
    return foundAnew;
  }

  async function look(
    known: Reading,
    snapshot: Snapshot,
    start: number,
    end: number,
    now: number,
  ): Promise<PageSlice[] | Newer | null> {
    const { releases, newer } = await known.kept;
    const opened = newer && (await attempt(known, newer, () => openKept(newer)));
    return opened === null ? search(known, releases, snapshot, start, end, now) : { newer: opened };
  }

  function readAnew(current: Release, now: number): Reading {
    const before = reading;
    const kept = readLedger();
    const next: Reading = { of: current, damage: null, kept };
    const share = (found: KeptList): void => {
      next.kept = found;
      reading = next;
    };
    if (noSharedWaits) void kept.then(share, () => {});
    else reading = next;
    return next;

    async function readLedger(): Promise<KeptList> {
      const earlier = await Promise.resolve(before?.kept).catch(() => null);
      try {
        const list = await readKept(storage, current.id, now, earlier ?? null);
        if (list === earlier) next.damage = before?.damage ?? null;
        return list;
      } catch (error) {
        if (error instanceof DamagedFile) {
          damage(next, error);
          return { ...nothingRead, releases: earlier?.releases ?? [] };
        }
        if (reading === next) reading = null;
        throw error;
      }
    }
  }

  /** First the snapshots that the kept releases gave; then those from before their time, which only they still hold. */
  async function search(
    known: Reading,
    newestFirst: readonly Kept[],
    snapshot: Snapshot,
    start: number,
    end: number,
    now: number,
  ): Promise<PageSlice[] | null> {
    const wanted = toWanted(snapshot);
    for (const kept of newestFirst) {
      const loading = orderOf(known, kept);
      const order = loading instanceof Promise ? await loading : loading;
      const dueAt = order && dueAtOf(order.given, wanted);
      if (dueAt === null || dueAt > now) continue;
      const found = await slicesOf(known, kept, start, end);
      if (found !== null) return found;
    }
    const tried: SnapshotPage[] = [];
    for (let i = newestFirst.length - 1; i >= 0; i--) {
      const kept = newestFirst[i] as Kept;
      const loading = orderOf(known, kept);
      const order = loading instanceof Promise ? await loading : loading;
      const page = order && pageOf(order, wanted, tried);
      if (page === null) continue;
      const run = await attempt(known, kept, () => {
        return pages(keyOf(page), async () => toSnapshots(await openKept(kept), page.first + 1, page.last));
      });
      const isHeld = run !== null && dueAtOf(run, wanted) !== null;
      // By its own dates: the same articles in the same order may have others in the release that was read.
      const dueAt = isHeld ? await attempt(known, kept, async () => newestOf(await openKept(kept), wanted)) : null;
      const found = dueAt === null || dueAt > now ? null : await slicesOf(known, kept, start, end);
      if (found !== null) return found;
      if (run !== null) tried.push(page);
      if (tried.length === triedPages) return null;
    }
    return null;
  }

  /** Without a promise where it is known: there may be a thousand. */
  function orderOf(known: Reading, kept: Kept): KeptOrder | null | Promise<KeptOrder | null> {
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

  function slicesOf(known: Reading, kept: Kept, start: number, end: number): Promise<PageSlice[] | null> {
    return attempt(known, kept, async () => (await openKept(kept)).slices(start, end));
  }

  /** Null where a file of the release is not there, since it was removed meanwhile, or is damaged. */
  async function attempt<T>(known: Reading, kept: Kept, use: () => Awaitable<T>): Promise<T | null> {
    if (kept.isGone) return null;
    try {
      return await use();
    } catch (error) {
      if (!(error instanceof MissingFile || error instanceof DamagedFile)) throw error;
      kept.isGone = true;
      if (error instanceof DamagedFile) damage(known, error);
      return null;
    }
  }

  function openKept({ release }: Kept): Awaitable<Release> {
    return open(release, () => openRelease(release, storage, openTables));
  }

  function damage(known: Reading, error: DamagedFile): void {
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
