import { lag } from './change-log.ts';
import { emptyDigest, extendDigest } from './hash.ts';
import type { Snapshot } from './parameters.ts';
import type { Release } from './release.ts';
import { firstIndex } from './search.ts';

/** Seconds by which the clock of a server may be behind that of the build. */
const skew = 3600;

/** Snapshots of a kept release that are remembered, at most: the newest. */
const maxGiven = 1024;

/** What is kept in memory of the order of a kept release: 12 bytes for each page file, 16 for each snapshot that it gave. */
export interface KeptOrder extends Pick<Release, 'terms' | 'find'> {
  /** The snapshots that it gave while it was current. */
  given: SnapshotRun;
  /** First place of each page file and, behind the last one, the number of all articles. */
  starts: Uint32Array;
  /** Running digest up to the end of each page file. */
  ends: Digests;
  /** How many articles were published before it stopped being current: no snapshot of it has more. */
  published: number;
}

/** The snapshots of `first` articles, of one more, and so on. */
export interface SnapshotRun {
  first: number;
  digests: Digests;
  /** When the newest article of each is published, in seconds; −∞ for none. */
  publishAt: Float64Array;
}

/** Digests of 64 bits, each two numbers. */
type Digests = Uint32Array;

/** The order of a release that was current from `since` to `until` (seconds). */
export async function toKeptOrder(release: Release, since: number, until: number): Promise<KeptOrder> {
  const published = await release.publishedCount(until + lag);
  const first = Math.max(await release.publishedCount(since - skew), published - maxGiven + 1, 0);
  const { pages } = release;
  const starts = new Uint32Array(pages.length + 1);
  const ends = new Uint32Array(pages.length * 2);
  for (const [page, [, count, , , digest]] of pages.entries()) {
    starts[page + 1] = (starts[page] ?? 0) + count;
    ends.set(toNumbers(digest), page * 2);
  }
  const { terms, find } = release;
  return { given: await toSnapshots(release, first, published), starts, ends, published, terms, find };
}

/** The snapshots of the oldest `first` up to `last` articles of a release. */
export async function toSnapshots(release: Release, first: number, last: number): Promise<SnapshotRun> {
  const digests = new Uint32Array((last - first + 1) * 2);
  const times = new Float64Array(last - first + 1);
  // One article fewer: its digest is the one to begin with.
  let count = Math.max(0, first - 1);
  let digest = count === 0 ? emptyDigest : await release.digestAt(count);
  const put = (publishAt: number): void => {
    if (count < first) return;
    digests.set(toNumbers(digest), (count - first) * 2);
    times[count - first] = publishAt;
  };
  if (count === 0) put(Number.NEGATIVE_INFINITY);
  for (const { table, from, to } of (await release.slices(count, last)).toReversed()) {
    for (let slot = to - 1; slot >= from; slot--) {
      digest = extendDigest(digest, table.id(slot));
      count++;
      put(table.publishAt(slot));
    }
  }
  return { first, digests, publishAt: times };
}

/** A snapshot that is searched in many orders. */
export interface WantedSnapshot {
  count: number;
  digest: readonly [high: number, low: number];
}

export function toWanted({ count, digest }: Snapshot): WantedSnapshot {
  return { count, digest: toNumbers(digest) };
}

/** When the newest article of a snapshot is published, in seconds; null where the run does not hold the snapshot. */
export function publishAtOf(run: SnapshotRun, { count, digest }: WantedSnapshot): number | null {
  const at = count - run.first;
  if (at < 0 || at >= run.publishAt.length) return null;
  return hasDigest(run.digests, at, digest) ? (run.publishAt[at] ?? null) : null;
}

/** The same for a snapshot of at least one article, read from a release. */
export async function newestOf(release: Release, { count }: WantedSnapshot): Promise<number> {
  const [slice] = await release.slices(count - 1, count);
  return slice?.table.publishAt(slice.from) ?? Number.POSITIVE_INFINITY;
}

/** The page file in which a snapshot ends. */
export interface SnapshotPage {
  /** The places from `first` up to but not including `last` are in it. */
  first: number;
  last: number;
  /** Running digests up to its first article, and up to its end. */
  digests: readonly number[];
}

/** The same for page files of the same articles. */
export function pageKey({ first, last, digests }: SnapshotPage): string {
  return [first, last, ...digests].join(' ');
}

/**
 * The page file in which a snapshot ends, if the order holds it; null where it certainly does not, and for one with the
 * articles of one that was `tried`. It is called for a thousand orders for one request, so it allocates nothing until one is found.
 */
export function pageOf(
  { starts, ends, published }: KeptOrder,
  { count, digest }: WantedSnapshot,
  tried: readonly SnapshotPage[],
): SnapshotPage | null {
  if (count === 0 || count > published) return null;
  const page = firstIndex(starts.length - 2, (i) => (starts[i + 1] ?? 0) >= count);
  const first = starts[page] ?? 0;
  const last = starts[page + 1] ?? 0;
  if (count === last && !hasDigest(ends, page, digest)) return null;
  for (const each of tried) {
    const isSame = each.first === first && each.last === last;
    if (isSame && each.digests.every((half, i) => half === (ends[page * 2 - 2 + i] ?? 0))) return null;
  }
  return { first, last, digests: [0, 1, 2, 3].map((i) => ends[page * 2 - 2 + i] ?? 0) };
}

function hasDigest(digests: Digests, at: number, [high, low]: readonly [number, number]): boolean {
  return digests[at * 2] === high && digests[at * 2 + 1] === low;
}

function toNumbers(digest: string): [high: number, low: number] {
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8), 16)];
}
