import { integer, list, literal, nullable, object, optional, text, tuple, type ValueOf } from './shape.ts';

/**
 * What the files of a release hold. All are immutable and named by their content, except the pointer and the ledger.
 * All JSON but pages and articles is ASCII, so a platform without a text decoder can read it.
 *
 * A <hash> is 96 bits of the SHA-256 of the file and its CRC-32, so whoever reads a file by its name can check it.
 * A page is named by its articles; its table holds the checksums of its files.
 *
 *     release.json                  Pointer: rewritten last
 *     releases.json                 Ledger: the kept releases, rewritten before the pointer; see ledger.ts
 *     changes/<hash>.json           Delta: what an activation changed; see ledger.ts
 *     index.<hash>.json             Index: page files from the oldest, lookup shards
 *     pages/<hash>.json             a JSON array of up to 100 articles, newest first
 *     pages/<hash>.json.gz          the same as one gzip member: two deflate streams for each article, up to what is behind the text of
 *                                   `markdown`, and that
 *     pages/<hash>.without-h1.json.gz  those of its articles that have level-one headings, without them, in the same form; only where there are any
 *     pages/<hash>.table            PageTable: where each article stands in the others, its cuts, checksums, titles, slugs; see page-table.ts
 *     pages/<hash>.heads            the same JSON array with empty bodies and with details; then for each article a deflate stream of all
 *                                   but `html`, from which level-one headings can be cut
 *     lookup/<hash>.json            LookupShard: id, slug, former slug or asset → place in the order; ShardPaths: id → file
 *     terms/<hash>.json             TermIndex, TermShard: the articles of each tag, author, section, language, and field; see terms.ts
 *     terms/<hash>.places           PlaceSet: the articles of a term that many have; see place-set.ts
 *     open/<hash>.<ending>          a page that the build wrote and that needs no key, such as `index.html`
 *     open/<hash>.<ending>.gz       the same as a gzip member, with the hash of what it holds
 *     articles/<hh>/<id>.<hash>.json.gz  one article by itself as a gzip member, with the hash of what it holds, in one of 256 folders
 */
export const formatVersion = 9;

/** Articles in a full page file; the default `per_page`. */
export const pageFileCount = 100;

/** Bytes above which a page file closes early. */
export const pageFileBytes = 8 * 1024 * 1024;

/** Articles that one lookup shard holds on average, at most. */
export const shardArticles = 128;

/** Bytes of a page file, or of its gzip forms, that have a checksum of their own in the table. */
export const checkedBytes = 16 * 1024;

/**
 * Bytes of the largest file that is read whole; assets are read in chunks. No build writes a larger one, nor a larger
 * gzip form's content.
 */
export const maxWholeBytes = 64 * 1024 * 1024;

/** Where a release is below the folder that `galley build` wrote. All paths here are below it. */
export const releaseFolder = 'api/v1/';

export const pointerPath = 'release.json';
export const indexPath = (release: string): string => `index.${release}.json`;
export const pagePath = (page: string): string => `pages/${page}.json`;
export const gzipPath = (page: string): string => `pages/${page}.json.gz`;
export const withoutH1Path = (page: string): string => `pages/${page}.without-h1.json.gz`;
export const tablePath = (page: string): string => `pages/${page}.table`;
export const headsPath = (page: string): string => `pages/${page}.heads`;
export const termsPath = (name: string): string => `terms/${name}.json`;
export const placesPath = (name: string): string => `terms/${name}.places`;
export const lookupPath = (shard: string): string => `lookup/${shard}.json`;
/** `page` is its name as people know it. */
export const openPath = (page: string, hash: string): string => `open/${hash}.${page.split('.').at(-1)}`;
/** Many files in one folder take a file system several times as long. */
export const articleFolder = (hash: string): string => `articles/${hash.slice(0, 2)}`;
export const articlePath = (id: number, hash: string): string => `${articleFolder(hash)}/${id}.${hash}.json.gz`;

/** The CRC-32 of what a name that is a hash names. */
export const checksumOf = (hash: string): number => Number.parseInt(hash.slice(-8), 16);

const count = integer(0);
/** A <hash>. */
export const contentHash = text(/^[0-9a-f]{32}$/);
/** Whole seconds since 1970-01-01T00:00:00Z. */
const seconds = integer();

export const Pointer = object({
  format: literal(formatVersion),
  /** Names the index file; what `Galley-Release` shows. */
  release: contentHash,
});
export type Pointer = ValueOf<typeof Pointer>;

/**
 * Scheme and authority under which an API is reached, as URL writes them: a name, or an address, and a port. Not
 * allowed are names that URL accepts and other programs refuse, nor names of more than 253 characters (RFC 1035 section
 * 2.3.4).
 */
export const sitePattern = /^(?=.{1,267}$)https?:\/\/(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Settings about readers: the build writes them, so that they hold on every platform. */
export const ReaderSettings = object({
  /** Origins whose pages may read the API, as browsers send them, or `*` for all. */
  cors: list(text()),
  /** How many requests each key may send in how many seconds; null for as many as it likes. */
  rateLimit: nullable(object({ requests: integer(1), seconds: integer(1) })),
  /** The address of an article, with `{site}` and `{slug}` in it; only where it is not the usual one. */
  articleUrl: optional(text()),
  /** Only in a release of drafts, which only keys of drafts open: it also has what readers do not get yet. */
  drafts: optional(literal(true)),
});
export type ReaderSettings = ValueOf<typeof ReaderSettings>;

export const Index = object({
  format: literal(formatVersion),
  /** `https://articles.example.com`. */
  site: text(sitePattern),
  /**
   * Page files, oldest first: name, articles, first and last `publish_at`, articles that have level-one headings.
   */
  pages: list(tuple([contentHash, count, seconds, seconds, count])),
  /** Lookup shards; their number is a power of two. */
  shards: list(contentHash),
  /** The index of terms; null where no article has any. */
  terms: nullable(contentHash),
  /** Names and hashes of open pages. Others are not of the release: they are as they are in the folder above. */
  open: list(tuple([text(/^[a-z]+(?:\.[a-z]+)+$/), contentHash])),
  /** Only where a setting is not its default; a release of an earlier version of Galley has none. */
  settings: optional(ReaderSettings),
  /**
   * Fields of authors that the settings declare, in their order: the name and the type of each. Only where there are
   * any.
   */
  fields: optional(list(tuple([text(), text()]))),
});
export type Index = ValueOf<typeof Index>;

export type DeclaredFields = readonly (readonly [name: string, type: string])[];

/** Places in the order (0 is the oldest) of ids and slugs, both sorted, of former slugs, and of assets. */
export const LookupShard = object({
  ids: list(count),
  /** The place of each id, and of each slug. */
  idPlaces: list(count),
  slugs: list(text()),
  slugPlaces: list(count),
  /** A former slug, the present one, and the place of the article. */
  moved: list(tuple([text(), text(), count])),
  /** The name of an asset, and the place of the oldest article that refers to it. */
  media: list(tuple([text(), count])),
});
export type LookupShard = ValueOf<typeof LookupShard>;

/** What a lookup shard holds for builds alone; servers skip it. A release of an earlier version of Galley has none. */
export interface ShardPaths {
  /** Of the file of each id, relative to the content folder. */
  paths: string[];
  /**
   * Places of articles whose files do not say all that readers know them by, and which aliases; absent where there are
   * none.
   */
  unwritten?: (readonly [number, readonly string[]])[];
}

/** The lookup shard of an id, or of the number that `hashId` makes of a slug. */
export function shardOf(number: number, shards: number): number {
  return number & (shards - 1);
}

/** Paths of the files that an index names, without the articles by themselves, which the tables name. */
export function pathsOfIndex({ pages, shards, open }: Pick<Index, 'pages' | 'shards' | 'open'>): string[] {
  return [
    ...shards.map(lookupPath),
    ...pathsOfOpen(open),
    ...pages.flatMap(([page, , , , headings]) => pathsOfPage(page, headings > 0)),
  ];
}

/** Paths of a page file, its other forms and its tables. */
export function pathsOfPage(page: string, hasHeadings: boolean): string[] {
  return [
    pagePath(page),
    gzipPath(page),
    ...(hasHeadings ? [withoutH1Path(page)] : []),
    tablePath(page),
    headsPath(page),
  ];
}

/** Paths of open pages and their gzip codings; an archive has none. */
export function pathsOfOpen(open: Index['open']): string[] {
  const paths = open.map((page) => openPath(...page));
  return paths.flatMap((path) => (path.endsWith('.tgz') ? [path] : [path, `${path}.gz`]));
}
