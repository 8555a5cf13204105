/** Values by path: those that were used last, as many as fit into a budget of bytes. */
export interface ByteCache<T> {
  get(path: string): T | undefined;
  set(path: string, value: T): void;
  delete(path: string): void;
}

/** Own code: lru-cache would make the Worker a quarter larger. */
export function byteCache<T>(budget: number, sizeOf: (value: T) => number): ByteCache<T> {
  // The least recently used first.
  const kept = new Map<string, T>();
  let size = 0;
  const remove = (path: string): void => {
    const value = kept.get(path);
    if (value === undefined) return;
    size -= sizeOf(value);
    kept.delete(path);
  };
  return {
    get(path) {
      const value = kept.get(path);
      if (value === undefined) return undefined;
      kept.delete(path);
      kept.set(path, value);
      return value;
    },
    set(path, value) {
      remove(path);
      // It would push out all others.
      if (sizeOf(value) > budget) return;
      kept.set(path, value);
      size += sizeOf(value);
      for (const oldest of kept.keys()) {
        if (size <= budget) return;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
