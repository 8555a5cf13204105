import type { Delta } from '../../../src/core/ledger.ts';
import type { Release } from '../../../src/core/release.ts';
import type { ReleaseView } from './release-view.ts';

/**
 * The articles that differ between two releases in anything that readers can ask for, by their ids: `publish_at` and
 * slugs before.
 */
export async function findDelta(from: ReleaseView, to: ReleaseView): Promise<Differing> {
  const [before, after] = [await readStates(from.release, to.release), await readStates(to.release, from.release)];
  const ids = new Set([...before.keys(), ...after.keys()]);
  const differing = [...ids].filter((id) => before.get(id)?.state !== after.get(id)?.state);
  differing.sort((a, b) => a - b);
  const slugs = differing.flatMap((id): [number, string | null][] => {
    const [was, is] = [before.get(id), after.get(id)];
    if (was === undefined || (was.slug !== null && was.slug === is?.slug)) return [];
    // A release of an earlier version of Galley has no slugs.
    return [[id, is?.slug === null ? null : was.slug]];
  });
  return { articles: differing.map((id) => [id, before.get(id)?.publishAt ?? null]), slugs };
}

/** The part of a delta that depends on both releases alone. */
export type Differing = Pick<Delta, 'articles' | 'slugs'>;

interface State {
  publishAt: number;
  /** Null where it is unknown. */
  slug: string | null;
  /** Hash of all that readers can ask for. */
  state: string;
}

/** The articles of pages that the other release does not have. */
async function readStates(release: Release, other: Release): Promise<Map<number, State>> {
  const same = new Set(other.pages.map(([page]) => page));
  const states = new Map<number, State>();
  let start = 0;
  for (const [page, count] of release.pages) {
    for (const { table } of same.has(page) ? [] : await release.slices(start, start + count)) {
      for (let slot = 0; slot < table.length; slot++) {
        const state = [table.hash(slot), ...table.digest(slot, true), ...table.viewDigest(slot, 'details')].join();
        states.set(table.id(slot), { publishAt: table.publishAt(slot), slug: table.slug(slot), state });
      }
    }
    start += count;
  }
  return states;
}
