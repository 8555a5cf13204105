import { lazy } from '../../package/lazy.ts';
import type { Articles } from '../../release/article/resolve-address.ts';
import type { FileRecord } from '../incremental/file-record.ts';

export interface AddressOptions {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  /** What a link to another Markdown file becomes; `{site}` and `{slug}` are filled in. */
  articleUrl: string;
}

/** The addresses of all articles by the paths of their files. */
export interface ArticleAddresses extends Articles {
  all(): [path: string, address: string | null][];
}

export function articleAddresses(records: readonly FileRecord[], options: AddressOptions): ArticleAddresses {
  const byPath = lazy(() => new Map(records.map((record) => [record.path, record])));
  return {
    get(path) {
      const record = byPath().get(path);
      return record && articleAddress(record, options);
    },
    all: () => records.map((record) => [record.path, articleAddress(record, options)]),
  };
}

/** The paths of the articles that are shown. */
export function* pagesOf(addresses: Iterable<readonly [path: string, address: string | null]>): Iterable<string> {
  for (const [path, address] of addresses) if (address !== null) yield path;
}

/**
 * What a link to a file becomes; null where the file is hidden or no article. Of an invalid file it is the address that it will
 * have once it is fixed.
 */
export function articleAddress({ names }: FileRecord, { site, articleUrl }: AddressOptions): string | null {
  if (names === null) return null;
  return articleUrl.replaceAll('{site}', site).replaceAll('{slug}', encodeURIComponent(names.slug));
}
