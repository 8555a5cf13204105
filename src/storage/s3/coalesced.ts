/** Who asks for what is on its way waits for the same. */
export function coalesced<T>(): (key: string, load: () => Promise<T>) => Promise<T> {
  const loading = new Map<string, Promise<T>>();
  return (key, load) => {
    const known = loading.get(key);
    if (known !== undefined) return known;
    const begun = load().finally(() => loading.delete(key));
    loading.set(key, begun);
    return begun;
  };
}
