/** Calls `find` once for each key, and gives its result from then on. What is kept is bounded, since keys may be data of many files. */
export function memoize<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Value;
    const found = find(key);
    if (known.size < maxKnown) known.set(key, found);
    return found;
  };
}

const maxKnown = 10_000;
