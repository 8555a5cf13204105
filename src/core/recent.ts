/** Remembers the results of `load` for the keys asked for most recently, `limit` at most. A failure is not kept. */
export function recent<K, V>(limit: number, load: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const kept = new Map<K, Promise<V>>();
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
    loading.catch(() => kept.delete(key));
    const oldest = kept.keys().next();
    if (kept.size > limit && oldest.done !== true) kept.delete(oldest.value);
    return loading;
  };
}
