import { type Awaitable, whenReady } from './awaitable.ts';
import { LookupShard, lookupPath, shardOf } from './format.ts';
import { hashId } from './hash.ts';
import type { NamedFiles } from './lru.ts';
import { readJson } from './read-json.ts';
import { at, firstIndex } from './search.ts';
import type { Storage } from './storage.ts';

/** Places of the articles of a release in its order, by name. */
export interface Lookup {
  /** The place of an id or a slug. */
  find(article: number | string): Awaitable<Found | null>;
  /** The place of the oldest article that refers to an asset, by its name; null where none does. */
  findAsset(name: string): Awaitable<number | null>;
}

export interface Found {
  place: number;
  /** Its present slug, where it was asked for by a former one. */
  movedTo: string | null;
}

/** A lookup shard, for reading. */
type Shard = Omit<LookupShard, 'moved' | 'media'> & {
  moved: ReadonlyMap<string, Found>;
  media: ReadonlyMap<string, number>;
};

/** The lookup of a release whose shards have these names. Each is read when it is first asked for. */
export function openLookup(names: readonly string[], storage: Storage, files: NamedFiles): Lookup {
  return { find, findAsset };

  function find(article: number | string): Awaitable<Found | null> {
    if (names.length === 0) return null;
    return whenReady(shardFor(article), (found) => {
      const place =
        typeof article === 'number'
          ? found.idPlaces[indexOf(found.ids, article)]
          : found.slugPlaces[indexOf(found.slugs, article)];
      if (place !== undefined) return { place, movedTo: null };
      return (typeof article === 'string' && found.moved.get(article)) || null;
    });
  }

  function findAsset(name: string): Awaitable<number | null> {
    if (names.length === 0) return null;
    return whenReady(shardFor(name), ({ media }) => media.get(name) ?? null);
  }

  function shardFor(article: number | string): Awaitable<Shard> {
    const name = at(names, shardOf(typeof article === 'number' ? article : hashId(article), names.length));
    return files(name, async () => {
      const { moved, media, ...places } = await readJson(storage, lookupPath(name), LookupShard, name);
      const former = moved.map(([slug, movedTo, place]): [string, Found] => [slug, { place, movedTo }]);
      return { ...places, moved: new Map(former), media: new Map(media) };
    });
  }
}

/** The index of an item in a sorted list; -1 where it is not in it. */
function indexOf<T>(sorted: readonly T[], item: T): number {
  const index = firstIndex(sorted.length, (i) => at(sorted, i) >= item);
  return sorted[index] === item ? index : -1;
}
