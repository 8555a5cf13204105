import type { Delta } from '../../../src/core/ledger.ts';
import type { Release } from '../../../src/core/release.ts';
import type { ReleaseView } from './release-view.ts';

/** The articles that differ between two releases in anything that readers can ask for, by their ids: their `publish_at` before. */
export async function findDelta(from: ReleaseView, to: ReleaseView): Promise<Delta['articles']> {
  const [before, after] = [await readStates(from.release, to.release), await readStates(to.release, from.release)];
  const ids = new Set([...before.keys(), ...after.keys()]);
  const differing = [...ids].filter((id) => before.get(id)?.state !== after.get(id)?.state);
  return differing.sort((a, b) => a - b).map((id) => [id, before.get(id)?.publishAt ?? null]);
}

/** The articles of pages that the other release does not have. */
async function readStates(
  release: Release,
  other: Release,
): Promise<Map<number, { publishAt: number; state: string }>> {
  const same = new Set(other.pages.map(([page]) => page));
  const states = new Map<number, { publishAt: number; state: string }>();
  let start = 0;
  for (const [page, count] of release.pages) {
    for (const { table } of same.has(page) ? [] : await release.slices(start, start + count)) {
      for (let slot = 0; slot < table.length; slot++) {
        const state = [table.hash(slot), ...table.digest(slot, true), ...table.viewDigest(slot, 'details')].join();
        states.set(table.id(slot), { publishAt: table.publishAt(slot), state });
      }
    }
    start += count;
  }
  return states;
}
