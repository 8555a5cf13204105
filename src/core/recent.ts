import type { Awaitable } from './awaitable.ts';

/** Gives what is remembered for a key, or else what `load` gives. */
export type Recall<K, V> = (key: K, load: () => Awaitable<V>) => Awaitable<V>;

/**
 * Remembers what was asked for most recently, `limit` keys at most; what is known is given without a promise. A failure
 * is not kept.
 */
export function recent<K, V>(limit: number): Recall<K, V> {
  const kept = new Map<K, Awaitable<V>>();
  return recall;

  function recall(key: K, load: () => Awaitable<V>): Awaitable<V> {
    const known = kept.get(key);
    if (known !== undefined) {
      // A Map keeps the order of insertion: the first key is the one that was not asked for longest.
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const loading = load();
    kept.set(key, loading);
    if (loading instanceof Promise) {
      loading.then(
        (value) => kept.get(key) === loading && kept.set(key, value),
        () => kept.get(key) === loading && kept.delete(key),
      );
    }
    const oldest = kept.keys().next();
    if (kept.size > limit && oldest.done !== true) kept.delete(oldest.value);
    return loading;
  }
}

/**
 * The same from the second time on that a key is asked for: who asks for everything once, as a crawl does, leaves
 * nothing behind.
 */
export function recurrent<K, V>(limit: number): Recall<K, V> {
  const recall = recent<K, V>(limit);
  let asked = new Set<K>();
  return (key, load) => {
    if (asked.has(key)) return recall(key, load);
    if (asked.size >= 2 * limit) asked = new Set();
    asked.add(key);
    return load();
  };
}
