import { type Awaitable, whenReady } from './awaitable.ts';

/** Gives the value that is kept for a key, or else what `load` gives. */
export type Recall<K, V> = (key: K, load: () => Awaitable<V>) => Awaitable<V>;

/**
 * Keeps the values of at most `limit` keys: at least of the `limit / 2` that were used last. A value that is kept comes without
 * a promise. A failure is not kept. Who asks for what is on its way gets the same promise, unless each `noSharedWaits`.
 */
export function lru<K, V>(limit: number, noSharedWaits = false): Recall<K, V> {
  // Two maps are cheaper than an exact order, which each use would change: a value that is used goes into the newer
  // map, and a full newer map becomes the older one.
  let newer = new Map<K, Awaitable<V>>();
  let older = new Map<K, Awaitable<V>>();
  return recall;

  function recall(key: K, load: () => Awaitable<V>): Awaitable<V> {
    const known = newer.get(key);
    if (known !== undefined) return known;
    const kept = older.get(key) ?? begin(key, load);
    if (!(noSharedWaits && kept instanceof Promise)) keep(key, kept);
    return kept;
  }

  function keep(key: K, value: Awaitable<V>): void {
    if (newer.size >= limit / 2) {
      older = newer;
      newer = new Map();
    }
    newer.set(key, value);
  }

  function begin(key: K, load: () => Awaitable<V>): Awaitable<V> {
    const loading = load();
    if (noSharedWaits)
      return whenReady(loading, (value) => {
        keep(key, value);
        return value;
      });
    if (loading instanceof Promise) {
      const among = (): Map<K, Awaitable<V>>[] => [newer, older].filter((kept) => kept.get(key) === loading);
      loading.then(
        (value) => {
          for (const kept of among()) kept.set(key, value);
        },
        () => {
          for (const kept of among()) kept.delete(key);
        },
      );
    }
    return loading;
  }
}

/**
 * The same, but keeps a value only from the second use of its key on: a crawl, which uses each key once, pushes nothing
 * out.
 */
export function admitOnSecondUse<K, V>(limit: number, noSharedWaits = false): Recall<K, V> {
  const recall = lru<K, V>(limit, noSharedWaits);
  let asked = new Set<K>();
  return (key, load) => {
    if (asked.has(key)) return recall(key, load);
    if (asked.size >= 2 * limit) asked = new Set();
    asked.add(key);
    return load();
  };
}
