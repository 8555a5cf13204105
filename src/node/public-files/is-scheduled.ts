import { type Awaitable, whenReady } from '../../core/awaitable.ts';
import type { Release } from '../../core/release.ts';

/**
 * Whether only articles that are not due at `now` (seconds) refer to a name under `/media`; null where there is no release that
 * could say. A name that the release does not know is not scheduled: it was of an article once, or somebody put it there.
 */
export function isScheduled(release: Release | null, name: string, now: number): Awaitable<boolean | null> {
  if (release === null) return null;
  return whenReady(release.dueCount(now), (due) => {
    return whenReady(release.findMedium(name), (place) => place !== null && place >= due);
  });
}
