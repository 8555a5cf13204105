import type { Awaitable } from './awaitable.ts';

/**
 * Remembers the results of `load` for the keys asked for most recently, `limit` at most; one that is known is given
 * without a promise. A failure is not kept.
 */
export function recent<K, V>(limit: number, load: (key: K) => Awaitable<V>): (key: K) => Awaitable<V> {
  const kept = new Map<K, Awaitable<V>>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) {
      // A Map keeps the order of insertion: the first key is the one that was not asked for longest.
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const loading = load(key);
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
  };
}
