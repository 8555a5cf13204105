/** Calls `make` when its result is first asked for, and gives that result from then on. */
export function lazy<T extends object | string>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
