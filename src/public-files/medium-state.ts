import { type Awaitable, whenReady } from '../core/awaitable.ts';
import type { Release } from '../core/release.ts';

/**
 * What a name under `/media` is: of an article that is due, or only of scheduled ones. 'other' is of none: it was once, or somebody
 * put it there.
 */
export type MediumState = 'due' | 'scheduled' | 'other';

/** The state of a name at `now` (seconds); null where there is no release that could say. */
export function mediumState(release: Release | null, name: string, now: number): Awaitable<MediumState | null> {
  if (release === null) return null;
  return whenReady(release.dueCount(now), (due) => {
    return whenReady(release.findAsset(name), (place) => {
      if (place === null) return 'other';
      return place < due ? 'due' : 'scheduled';
    });
  });
}
