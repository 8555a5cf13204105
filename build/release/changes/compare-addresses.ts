import { isDeepStrictEqual } from 'node:util';
import { LookupShard, lookupPath, shardOf } from '../../../src/core/format.ts';
import { hashId } from '../../../src/core/hash.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { groupBy } from '../../package/group-by.ts';
import type {
  AddressResponse,
  ArticleState,
  ChangedAddress,
  ChangedArticle,
  Changes,
  MovedArticle,
} from './changes.ts';
import type { ReleaseView } from './release-view.ts';

/** Asks both releases for every address whose response may have changed: ids, slugs and former slugs. */
export async function compareAddresses(
  from: ReleaseView,
  to: ReleaseView,
  { added, changed, removed }: Pick<Changes, 'added' | 'changed' | 'removed'>,
): Promise<ChangedAddress[]> {
  const moved = changed.filter(
    ({ before, after }) => before.slug !== after.slug || before.isPublished !== after.isPublished,
  );
  const states = [...added, ...moved.flatMap(({ before, after }) => [after, before]), ...removed];
  const aliases = await findAliases(from, to, new Set(flipped(changed).map(({ slug }) => slug)));
  const asked = [...new Set([...states.flatMap(({ id, slug }) => [id, slug]), ...aliases])];
  const ids = {
    before: idsBySlug([...removed, ...changed.map(({ before }) => before)]),
    after: idsBySlug([...added, ...changed.map(({ after }) => after)]),
  };
  const found = new Map<number | string, ChangedAddress>();
  for (const article of byShard(asked, Math.max(from.release.shards.length, to.release.shards.length))) {
    const before = await responseOf(from, article, ids.before);
    const after = await responseOf(to, article, ids.after);
    if (!isDeepStrictEqual(before, after)) found.set(article, { article: String(article), before, after });
  }
  return asked.flatMap((article) => found.get(article) ?? []);
}

function idsBySlug(states: readonly ArticleState[]): Map<string, number> {
  return new Map(states.map(({ id, slug }) => [slug, id]));
}

/** In an order in which each lookup shard is read once. */
function byShard(asked: readonly (number | string)[], shards: number): (number | string)[] {
  const placed = asked.map((article) => {
    const number = typeof article === 'number' ? article : hashId(article);
    return { article, shard: shardOf(number, Math.max(1, shards)) };
  });
  return placed.sort((a, b) => a.shard - b.shard).map(({ article }) => article);
}

/** Articles that are published in one release alone, under the same slug in both. */
function flipped(changed: readonly ChangedArticle[]): ArticleState[] {
  return changed.flatMap(({ before, after }) => (before.isPublished === after.isPublished ? [] : [before, after]));
}

/**
 * Former slugs that lead elsewhere, appear or go: they are in shards that differ. Those that lead to one of `slugs` may
 * be in any.
 */
async function findAliases(from: ReleaseView, to: ReleaseView, slugs: ReadonlySet<string>): Promise<string[]> {
  const [before, after] = [await readAliases(from, to, slugs), await readAliases(to, from, slugs)];
  const all = [...new Set([...before.keys(), ...after.keys()])].sort();
  return all.filter((alias) => {
    const [old, target] = [before.get(alias), after.get(alias)];
    return old !== target || (target !== undefined && slugs.has(target));
  });
}

async function readAliases(
  view: ReleaseView,
  other: ReleaseView,
  slugs: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const same = new Set(slugs.size > 0 ? [] : other.release.shards);
  const aliases = new Map<string, string>();
  for (const shard of view.release.shards) {
    if (same.has(shard)) continue;
    const { moved } = await readJson(view.storage, lookupPath(shard), LookupShard, shard);
    for (const [alias, slug] of moved) aliases.set(alias, slug);
  }
  return aliases;
}

const unknown: AddressResponse = { status: 404 };

/** What `fetchArticle` responds. `ids` are known ids of slugs, which then need no search. */
async function responseOf(
  { release, publishedCount }: ReleaseView,
  article: number | string,
  ids: ReadonlyMap<string, number>,
): Promise<AddressResponse> {
  const found = await release.find(article);
  if (found === null || found.place >= publishedCount) return unknown;
  if (found.movedTo !== null) return { status: 308, to: found.movedTo };
  const known = typeof article === 'number' ? article : ids.get(article);
  if (known !== undefined) return { status: 200, id: known };
  const [slice] = await release.slices(found.place, found.place + 1);
  return slice === undefined ? unknown : { status: 200, id: slice.table.id(slice.from) };
}

/**
 * Articles that have another slug: under the same id, and under another where title and date are the same, as after a
 * file whose id comes from its name was renamed. What fits more than one is passed over.
 */
export async function findMovedArticles(
  { release }: ReleaseView,
  { added, changed, removed }: Pick<Changes, 'added' | 'changed' | 'removed'>,
): Promise<MovedArticle[]> {
  const keyOf = ({ title, publishAt }: ArticleState): string => `${publishAt} ${title}`;
  const gone = groupBy(removed, keyOf);
  const renamed = [...groupBy(added, keyOf)].flatMap(([key, [after, ...others]]) => {
    const [before, ...more] = gone.get(key) ?? [];
    return before && after && others.length === 0 && more.length === 0 ? [{ before, after }] : [];
  });
  const moved = [...changed, ...renamed].filter(({ before, after }) => before.slug !== after.slug);
  const found: MovedArticle[] = [];
  for (const { before, after } of moved) {
    const { movedTo } = (await release.find(before.slug)) ?? {};
    // Published or not.
    found.push({ before, after, keepsSlug: movedTo === after.slug });
  }
  return found;
}
