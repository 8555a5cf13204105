import type { Awaitable } from './awaitable.ts';

/** Gives what is remembered for a key, or else what `load` gives. */
export type Recall<K, V> = (key: K, load: () => Awaitable<V>) => Awaitable<V>;

/**
 * Remembers what was asked for most recently: `limit` keys at most, and the last half of that surely. What is known is
 * given without a promise. A failure is not kept.
 */
export function lru<K, V>(limit: number): Recall<K, V> {
  // Whatever is asked for is or goes into the newer one, and once that is full, it becomes the older one: cheaper than
  // an exact order, which a request would change each time.
  let newer = new Map<K, Awaitable<V>>();
  let older = new Map<K, Awaitable<V>>();
  return recall;

  function recall(key: K, load: () => Awaitable<V>): Awaitable<V> {
    const known = newer.get(key);
    if (known !== undefined) return known;
    const kept = older.get(key) ?? begin(key, load);
    if (newer.size >= limit / 2) {
      older = newer;
      newer = new Map();
    }
    newer.set(key, kept);
    return kept;
  }

  function begin(key: K, load: () => Awaitable<V>): Awaitable<V> {
    const loading = load();
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
 * The same from the second time on that a key is asked for: who asks for everything once, as a crawl does, leaves
 * nothing behind.
 */
export function admitOnSecondUse<K, V>(limit: number): Recall<K, V> {
  const recall = lru<K, V>(limit);
  let asked = new Set<K>();
  return (key, load) => {
    if (asked.has(key)) return recall(key, load);
    if (asked.size >= 2 * limit) asked = new Set();
    asked.add(key);
    return load();
  };
}
