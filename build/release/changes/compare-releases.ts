import type { Changes } from './changes.ts';
import { compareAddresses, markKept } from './compare-addresses.ts';
import { compareArticles } from './compare-articles.ts';
import { compareList, firstList } from './compare-list.ts';
import { pairMoved } from './pair-moved.ts';
import { openSide, type ReleaseSource, readRows, type Side } from './side.ts';

/**
 * What readers get from `after` and not from `before`, and the other way about; `now` is in seconds. The work follows what
 * differs: pages and lookup shards that both have are not read. Throws `MissingFile` or `DamagedFile`.
 */
export async function compareReleases(
  before: ReleaseSource | null,
  after: ReleaseSource,
  now: number,
): Promise<Changes> {
  const to = await openSide(after, now);
  if (before === null) return toFirst(to);
  const from = await openSide(before, now);
  const rows = { before: await readRows(from, to), after: await readRows(to, from) };
  const { media, ...articles } = await compareArticles(from, to, rows, now);
  const [was, is] = [from.release, to.release];
  return {
    before: was.id,
    after: is.id,
    articles: { before: was.total, after: is.total },
    site: was.site === is.site ? null : { before: was.site, after: is.site },
    ...articles,
    moved: await markKept(to, pairMoved(articles)),
    addresses: await compareAddresses(from, to, articles),
    list: await compareList(from, to, rows),
    media,
  };
}

/** After none, all is new, so that nothing need be listed. */
function toFirst({ release, due }: Side): Changes {
  return {
    before: null,
    after: release.id,
    articles: { before: 0, after: release.total },
    site: null,
    ...{ added: [], changed: [], removed: [], moved: [], addresses: [] },
    list: firstList(due),
    media: { added: [], removed: [] },
  };
}
