import type { Article } from '../../../src/core/article.ts';
import {
  articlePath,
  Index,
  indexPath,
  LookupShard,
  lookupPath,
  Pointer,
  pointerPath,
} from '../../../src/core/format.ts';
import { readChecked, readJson } from '../../../src/core/read-json.ts';
import { openRelease, type Release } from '../../../src/core/release.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { diskStorage } from '../../../src/storage/disk.ts';

/** The names of an article. */
interface Names {
  id: number;
  slug: string;
}

/** The release that readers are served at the moment. */
export interface Published {
  articles: number;
  /** Whether it holds an article of that id or slug. */
  holds(names: Names): Promise<boolean>;
  /** All slugs, without former ones. Throws where a part of the release is gone, as `find` does. */
  slugs(): Promise<string[]>;
  /** The article that has a slug; null where none has it, or it has it as a former one. */
  find(slug: string): Promise<PublishedArticle | null>;
  close(): void;
}

export interface PublishedArticle {
  id: number;
  /** In seconds. */
  publishAt: number;
  /** Reads the article. */
  title(): Promise<string>;
}

/** The release that the pointer below `directory` names. Null where there is none, or none that can be read. */
export async function findPublished(directory: string): Promise<Published | null> {
  const storage = diskStorage(directory);
  try {
    const { release: id } = await readJson(storage, pointerPath, Pointer);
    const release = await openRelease(id, storage);
    return {
      articles: release.total,
      holds: (names) => holds(release, names),
      slugs: () => readSlugs(id, storage),
      find: (slug) => find(release, slug, storage),
      close: storage.close,
    };
  } catch {
    storage.close();
    return null;
  }
}

async function holds(release: Release, { id, slug }: Names): Promise<boolean> {
  try {
    return (await release.find(id)) !== null || (await release.find(slug)) !== null;
  } catch {
    // A part of the release is gone.
    return false;
  }
}

async function readSlugs(release: string, storage: Storage): Promise<string[]> {
  const { shards } = await readJson(storage, indexPath(release), Index, release);
  const slugs: string[] = [];
  for (const shard of shards) {
    const read = await readJson(storage, lookupPath(shard), LookupShard, shard);
    for (const slug of read.slugs) slugs.push(slug);
  }
  return slugs;
}

async function find(release: Release, slug: string, storage: Storage): Promise<PublishedArticle | null> {
  const found = await release.find(slug);
  if (found === null || found.movedTo !== null) return null;
  const [slice] = await release.slices(found.place, found.place + 1);
  if (slice === undefined) return null;
  const { table, from: slot } = slice;
  const id = table.id(slot);
  const hash = table.hash(slot);
  return {
    id,
    publishAt: table.publishAt(slot),
    async title() {
      const bytes = await readChecked(storage, articlePath(id, hash), hash);
      const { title }: Article = JSON.parse(Buffer.from(bytes).toString());
      return title;
    },
  };
}
