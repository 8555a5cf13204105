/**
 * Finds the first of some texts at an index or behind it; `Infinity` if there is none. For rising indexes it goes
 * over the text once, however often it is called.
 */
export function createCloseFinder(text: string, closes: readonly string[]): (from: number) => number {
  const known = closes.map(() => -1);
  return (from) => {
    for (const [i, close] of closes.entries()) {
      if ((known[i] ?? 0) >= from) continue;
      const at = text.indexOf(close, from);
      known[i] = at === -1 ? Number.POSITIVE_INFINITY : at;
    }
    return Math.min(...known);
  };
}
