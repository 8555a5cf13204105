/**
 * Calls `find` once for each key, and gives its result from then on. Keys may be data of many files: `most` are kept,
 * then all are forgotten.
 */
export function memoize<Key, Value>(find: (key: Key) => Value, most = 10_000): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Value;
    const found = find(key);
    if (known.size >= most) known.clear();
    known.set(key, found);
    return found;
  };
}
