import { toAsciiJson } from '../../../src/core/encoding.ts';
import { type LookupShard, type ShardPaths, shardArticles, shardOf } from '../../../src/core/format.ts';
import { hashId } from '../../../src/core/hash.ts';
import { compareText } from '../../problems/problem.ts';

/** An article and what it is found by. */
export interface WithNames {
  /** Of its file, relative to the content folder. */
  path: string;
  id: number;
  slug: string;
  /** Former slugs. */
  aliases: readonly string[];
  /** Those that its file does not say; absent where it says all, its id too. */
  unwritten?: readonly string[];
  /** Names under `/media` of the assets that it refers to. */
  media: readonly string[];
}

/**
 * The places of all ids, slugs and assets, in shards. A slug is in the shard of the id that is derived from it, so
 * that an article without an id of its own changes one shard only. `articles` are ordered, the oldest first.
 */
export function planLookup(articles: readonly WithNames[]): Buffer[] {
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, articles.length / shardArticles)));
  const shards = Array.from(
    { length: count },
    (): Entries => ({ ids: [], slugs: [], moved: [], media: [], unwritten: [] }),
  );
  const shard = (number: number): Entries => {
    const found = shards[shardOf(number, count)];
    if (found === undefined) throw new RangeError(`No shard for ${number} among ${count}.`);
    return found;
  };
  const placed = new Set<string>();
  for (const [place, { path, id, slug, aliases, unwritten, media }] of articles.entries()) {
    shard(id).ids.push([id, place, path]);
    shard(hashId(slug)).slugs.push([slug, place]);
    for (const alias of aliases) shard(hashId(alias)).moved.push([alias, slug, place]);
    if (unwritten) shard(id).unwritten.push([place, unwritten]);
    for (const name of media) {
      if (!placed.has(name)) shard(hashId(name)).media.push([name, place]);
      placed.add(name);
    }
  }
  return shards.map((entries) => Buffer.from(toAsciiJson(toShard(entries))));
}

/** Each with its place in the order, or its present slug; an id also with the path of its file. */
interface Entries {
  ids: [number, number, string][];
  slugs: [string, number][];
  moved: [string, string, number][];
  media: [string, number][];
  unwritten: [number, readonly string[]][];
}

function toShard({ ids, slugs, moved, media, unwritten }: Entries): LookupShard & ShardPaths {
  ids.sort(([a], [b]) => a - b);
  slugs.sort(([a], [b]) => compareText(a, b));
  return {
    ids: ids.map(([id]) => id),
    idPlaces: ids.map(([, place]) => place),
    slugs: slugs.map(([slug]) => slug),
    slugPlaces: slugs.map(([, place]) => place),
    moved,
    media,
    paths: ids.map(([, , path]) => path),
    ...(unwritten.length > 0 && { unwritten }),
  };
}
