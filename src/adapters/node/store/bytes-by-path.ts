/** The bytes of files: of those that were used last, as many as fit into a budget. */
export interface BytesByPath {
  get(path: string): Uint8Array | undefined;
  set(path: string, bytes: Uint8Array): void;
  delete(path: string): void;
}

/** `budget` in bytes. */
export function bytesByPath(budget: number): BytesByPath {
  // The least recently used first.
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  const remove = (path: string): void => {
    size -= kept.get(path)?.length ?? 0;
    kept.delete(path);
  };
  return {
    get(path) {
      const bytes = kept.get(path);
      if (bytes === undefined) return undefined;
      kept.delete(path);
      kept.set(path, bytes);
      return bytes;
    },
    set(path, bytes) {
      remove(path);
      // It would push out all others.
      if (bytes.length > budget) return;
      kept.set(path, bytes);
      size += bytes.length;
      for (const oldest of kept.keys()) {
        if (size <= budget) return;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
