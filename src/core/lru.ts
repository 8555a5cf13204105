import { type Awaitable, whenReady } from './awaitable.ts';

/** Gives the value that is kept for a key, or else what `load` gives. */
export type Recall<K, V> = (key: K, load: () => Awaitable<V>) => Awaitable<V>;

/**
 * Keeps the values of at most `limit` keys: at least of the `limit / 2` that were used last. A value that is kept comes without
 * a promise. A failure is not kept, nor what `mayKeep` refuses. Requests for a value that is being loaded get the same promise, except with `noSharedWaits`.
 */
export function lru<K, V>(
  limit: number,
  noSharedWaits = false,
  mayKeep: (value: V) => boolean = () => true,
): Recall<K, V> {
  // Two maps are cheaper than an exact order, which each use would change: a value that is used goes into the newer
  // map, and a full newer map becomes the older one.
  let newer = new Map<K, Awaitable<V>>();
  let older = new Map<K, Awaitable<V>>();
  return (key, load) => {
    const known = newer.get(key);
    if (known !== undefined) return known;
    const kept = older.get(key) ?? begin(key, load);
    if (!(noSharedWaits && kept instanceof Promise)) keep(key, kept);
    return kept;
  };

  function keep(key: K, value: Awaitable<V>): void {
    if (!(value instanceof Promise) && !mayKeep(value)) return;
    if (newer.size >= limit / 2) {
      older = newer;
      newer = new Map();
    }
    newer.set(key, value);
  }

  function begin(key: K, load: () => Awaitable<V>): Awaitable<V> {
    const loading = load();
    if (noSharedWaits) {
      return whenReady(loading, (value) => {
        keep(key, value);
        return value;
      });
    }
    if (loading instanceof Promise) {
      const replace = (value?: V): void => {
        for (const kept of [newer, older]) {
          if (kept.get(key) !== loading) continue;
          if (value === undefined || !mayKeep(value)) kept.delete(key);
          else kept.set(key, value);
        }
      };
      loading.then(replace, () => replace());
    }
    return loading;
  }
}

/** The same, but keeps a value only from the second use of its key on: a crawl, which uses each key once, pushes nothing out. */
export function admitOnSecondUse<K, V>(
  limit: number,
  noSharedWaits = false,
  mayKeep?: (value: V) => boolean,
): Recall<K, V> {
  const recall = lru<K, V>(limit, noSharedWaits, mayKeep);
  let asked = new Set<K>();
  return (key, load) => {
    if (asked.has(key)) return recall(key, load);
    if (asked.size >= 2 * limit) asked = new Set();
    asked.add(key);
    return load();
  };
}

/** Files that are kept in memory, enough for tables and lookup of 150,000 articles and their terms; one is some 30 kB, or less. */
const keptFiles = 4096;

/** Keeps what was read from files that are named by their content, for one release or several. */
export type NamedFiles = <T>(name: string, load: () => Awaitable<T>) => Awaitable<T>;

export function namedFiles({ noSharedWaits }: { noSharedWaits?: boolean }): NamedFiles {
  return lru(keptFiles, noSharedWaits) as NamedFiles;
}
