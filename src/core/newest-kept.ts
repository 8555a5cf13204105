import { isBroken } from './file-errors.ts';
import { Pointer, pointerPath } from './format.ts';
import { readLedger } from './ledger.ts';
import { readJson } from './read-json.ts';
import type { Release } from './release.ts';
import type { Storage } from './storage.ts';
import { openWithout } from './without-articles.ts';

/**
 * The release that became current last of those that the ledger names and that can be opened, without what was taken down since: what
 * is served where the one that should be served cannot be opened. Null where there is none, and where it is unknown what was taken down.
 */
export async function newestKept(storage: Storage): Promise<Release | null> {
  const pointer = await unlessUnreadable(readJson(storage, pointerPath, Pointer));
  const { releases } = (await unlessUnreadable(readLedger(storage))) ?? { releases: [] };
  // Those behind the current one never became current. A ledger that lacks it may lack others.
  const last =
    pointer === null ? releases.length - 1 : releases.findLastIndex((each) => each.release === pointer.release);
  const gone = new Set<number>();
  for (const { release, takenDown } of releases.slice(0, last + 1).reverse()) {
    const opened = await unlessUnreadable(openWithout(release, gone, storage));
    if (opened !== null) return opened;
    if (takenDown === null) return null;
    for (const id of takenDown) gone.add(id);
  }
  return null;
}

async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isBroken(error)) return null;
    throw error;
  }
}
