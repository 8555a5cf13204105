import { crc32 } from 'node:zlib';
import type { Article, ArticleDetails } from '../../../src/core/article.ts';
import { assetFolderOf } from '../../../src/core/asset-name.ts';
import { decodePercent } from '../../../src/core/encoding.ts';
import { DamagedFile, isBroken } from '../../../src/core/file-errors.ts';
import {
  type DeclaredFields,
  headsPath,
  LookupShard,
  lookupPath,
  pagePath,
  type ShardPaths,
} from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { openRelease, type Release } from '../../../src/core/release.ts';
import { integer, list, type Shape, text, tuple, type ValueOf } from '../../../src/core/shape.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { readPointer } from '../../../src/follow-release.ts';
import { inLanes } from '../../package/in-lanes.ts';
import { lazy } from '../../package/lazy.ts';
import { hashBytes } from '../../source/hash-bytes.ts';
import { type EncodedArticle, encodeJson } from '../article/encode-article.ts';
import { readOwn } from '../changes/read-own.ts';

/** The release that a new one follows. It is opened when it is first asked for. */
export interface LastRelease {
  /** Null where there is none. */
  id(): Promise<string | null>;
  /** Null where there is none, or none that can be read; rejects where the storage did not give it. */
  open(): Promise<Published | null>;
}

export interface Published {
  articles: number;
  /** The names of all articles. Throws where a part of the release is gone, as `find` and `read` do. */
  names(): Promise<readonly PublishedNames[]>;
  /** The article that has a slug; null where none has it, or it has it as a former one. */
  find(slug: string): Promise<PublishedArticle | null>;
  /** An article as it would be encoded again, with the fields of authors that are declared now. */
  read(names: PublishedNames, declared: DeclaredFields): Promise<EncodedArticle & { media: string[] }>;
  /** Whether the pointer still names it. */
  isCurrent(): Promise<boolean>;
}

export interface PublishedNames {
  place: number;
  id: number;
  slug: string;
  aliases: readonly string[];
  /** Of its file; null in a release of an earlier version of Galley. */
  path: string | null;
  /** As in `UniqueNames`. */
  unwritten?: readonly string[];
}

export interface PublishedArticle {
  id: number;
  /** In seconds. */
  publishAt: number;
  read(): Promise<Article>;
}

/** The release of an id, or the one that the pointer names. */
export function findLastRelease(source: PublishedSource | null): LastRelease {
  if (source === null) return { id: async () => null, open: async () => null };
  const { storage, id } = source;
  const readId = lazy(async () => id ?? (await readPointer(storage)));
  return {
    id: () => readId().catch(() => null),
    open: lazy(async () => {
      try {
        return openPublished(await openRelease(await readId(), storage), storage, id !== undefined);
      } catch (error) {
        if (isBroken(error)) return null;
        throw error;
      }
    }),
  };
}

/** Where a release is; without an id, the current one. */
export interface PublishedSource {
  storage: Storage;
  id?: string;
}

/** Shards that are read at the same time. */
const concurrency = 16;

function openPublished(release: Release, storage: Storage, isFixed: boolean): Published {
  const readAll = lazy(() => readNames(release.shards, storage));
  return {
    articles: release.total,
    names: async () => (await readAll()).names,
    find,
    read,
    isCurrent: async () => isFixed || (await readPointer(storage)) === release.id,
  };

  async function find(slug: string): Promise<PublishedArticle | null> {
    const found = await release.find(slug);
    if (found === null || found.movedTo !== null) return null;
    const { id, publishAt, bytes } = await readPlace(release, storage, found.place);
    return { id, publishAt, read: async () => JSON.parse((await bytes()).toString()) as Article };
  }

  async function read(
    { place, slug, aliases }: PublishedNames,
    declared: DeclaredFields,
  ): Promise<EncodedArticle & { media: string[] }> {
    const { cuts, bytes, sizes, details, ...entry } = await readPlace(release, storage, place);
    const json = await bytes();
    const { media } = await readAll();
    const written = withDeclared(await details(), release.fields, declared);
    const fields = { ...entry, slug, aliases, details: written, declared };
    const encoded = encodeJson({ bytes: json, ...sizes() }, cuts(), fields);
    const texts = `${json} ${JSON.stringify(written)}`;
    return { ...encoded, media: findMedia(texts, release).filter((name) => media.has(name)) };
  }
}

/** Details with the values of those fields that had the same type `before`. */
function withDeclared(
  { fields = {}, hidden, ...details }: ArticleDetails,
  before: Release['fields'],
  declared: DeclaredFields,
): ArticleDetails {
  if (declared.length === 0) return { ...details, hidden };
  const values = new Map<string, unknown>(Object.entries(fields));
  const types = new Map(before);
  const kept = declared.map(([name, type]) => [name, types.get(name) === type ? (values.get(name) ?? null) : null]);
  return { ...details, fields: Object.fromEntries(kept), hidden };
}

/** Reads all lookup shards. */
async function readNames(
  shards: readonly string[],
  storage: Storage,
): Promise<{ names: PublishedNames[]; media: ReadonlySet<string> }> {
  const read: ValueOf<typeof WholeShard>[] = [];
  await inLanes(concurrency, shards.entries(), async ([i, name]) => {
    read[i] = await readJson(storage, lookupPath(name), WholeShard, name);
  });
  const names: (PublishedNames & { aliases: string[] })[] = [];
  const at = (place = 0) => {
    names[place] ??= { place, id: 0, slug: '', aliases: [], path: null };
    return names[place];
  };
  for (const { ids, idPlaces, slugs, slugPlaces, moved, paths, unwritten = [] } of read) {
    for (const [i, id] of ids.entries()) Object.assign(at(idPlaces[i]), { id, path: paths[i] ?? null });
    for (const [i, slug] of slugs.entries()) at(slugPlaces[i]).slug = slug;
    for (const [alias, , place] of moved) at(place).aliases.push(alias);
    for (const [place, aliases] of unwritten) at(place).unwritten = aliases;
  }
  return { names, media: new Set(read.flatMap(({ media }) => media.map(([name]) => name))) };
}

const Unwritten = list(tuple([integer(0), list(text())]));

/** A lookup shard with what servers skip. */
const WholeShard: Shape<LookupShard & ShardPaths> = {
  parse(value) {
    const shard = LookupShard.parse(value);
    const { paths = [], unwritten = [] } = value as Partial<ShardPaths>;
    return { ...shard, paths: list(text()).parse(paths), unwritten: Unwritten.parse(unwritten) };
  },
};

async function readPlace(release: Release, storage: Storage, place: number) {
  const [slice] = await release.slices(place, place + 1);
  if (slice === undefined) throw new RangeError(`There is no article ${place}.`);
  const { page, table, from: slot } = slice;
  const [id, hash] = [table.id(slot), table.hash(slot)];
  const [start, end] = [table.start(slot, 'identity', false), table.end(slot, 'identity', false)];
  const dates = { publishAt: table.publishAt(slot), modified: table.modified(slot) };
  return { id, ...dates, title: table.title(slot), cuts, bytes, sizes, details };

  function sizes() {
    const [before, html] = [table.view(slot, 'before'), table.view(slot, 'html')];
    return { before, html, markdown: table.view(slot, 'markdown') };
  }

  async function details(): Promise<ArticleDetails> {
    const found = Buffer.from((await storage.read(headsPath(page), ...table.details(slot))) ?? []);
    if (crc32(found) !== table.view(slot, 'crcDetails')) throw new DamagedFile(headsPath(page));
    return JSON.parse(`{${found.toString().slice(1)}}`).details;
  }

  /** Pairs of offsets from its first byte. */
  function cuts(): number[] {
    return [...table.cuts()].filter((at) => at >= start && at <= end).map((at) => at - start);
  }

  /** From its page, or where it is damaged there from its own file. */
  async function bytes(): Promise<Buffer> {
    for (const read of [() => storage.read(pagePath(page), start, end), () => readOwn(storage, id, hash)]) {
      const found = Buffer.from((await read()) ?? []);
      if (hashBytes(found) === hash) return found;
    }
    throw new DamagedFile(pagePath(page), `article ${id} in it is not what its table says`);
  }
}

/** Names that may be those of assets in the JSON of an article. */
function findMedia(json: string, { site, settings }: Release): string[] {
  const parts = json.split(`${site}/${assetFolderOf(settings)}`).slice(1);
  // What `encodeURIComponent` makes of a name. A full stop may end a sentence.
  const names = parts.map((part) => decodePercent(/^[\w.%-]*[\w%-]/.exec(part)?.[0] ?? '') ?? '');
  return [...new Set(names)].sort();
}
