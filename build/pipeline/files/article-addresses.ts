import { basename } from 'node:path';
import { toArticleAddress } from '../../../src/core/links.ts';
import { lazy } from '../../package/lazy.ts';
import type { Articles } from '../../release/article/resolve-address.ts';
import type { FileRecord } from '../incremental/file-record.ts';
import { createPageFinder, type KnownPage } from './find-page.ts';

export interface AddressOptions {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  /** What a link to another Markdown file becomes; `{site}` and `{slug}` are filled in. */
  articleUrl: string;
  /** The content folder. */
  content: string;
}

/** The addresses of all articles by the paths of their files. */
export interface ArticleAddresses extends Articles {
  /** All files by their paths. */
  pages(): ReadonlyMap<string, KnownPage>;
}

export function articleAddresses(pages: ArticleAddresses['pages'], options: AddressOptions): ArticleAddresses {
  return {
    get(path) {
      const slug = pages().get(path)?.[0];
      return slug && toArticleAddress(options, encodeURIComponent(slug));
    },
    find: createPageFinder(pages, basename(options.content)),
    pages,
  };
}

/** What is known of all files. Of an invalid one, its slug is the one that it will have once it is fixed. */
export function pagesOf(records: readonly FileRecord[]): ArticleAddresses['pages'] {
  return lazy(() => {
    return new Map(
      records.map(({ path, names, identity }) => {
        return [path, [names?.slug ?? null, identity?.permalink ?? null, ...(identity?.formerAddresses ?? [])]];
      }),
    );
  });
}

/** The paths of the articles that are shown. */
export function* shownPaths({ pages }: ArticleAddresses): Iterable<string> {
  for (const [path, [slug]] of pages()) if (slug !== null) yield path;
}
