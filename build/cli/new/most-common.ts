/** The item that stands most often in a list, of several the first; null for an empty list. */
export function mostCommon<Item>(items: readonly Item[]): Item | null {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  let best: Item | null = null;
  for (const [item, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = item;
  return best;
}
