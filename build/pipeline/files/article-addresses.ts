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
  /** Slugs by the paths of files; null for a file that became no article. */
  slugs(): ReadonlyMap<string, string | null>;
}

export function articleAddresses(slugs: ArticleAddresses['slugs'], options: AddressOptions): ArticleAddresses {
  const paths = lazy(() => new Map([...slugs()].map(([path, slug]) => [slug, path])));
  return {
    get(path) {
      const slug = slugs().get(path);
      return slug && articleAddress(slug, options);
    },
    pathOf: (slug) => paths().get(slug) ?? null,
    slugs,
  };
}

/** Slugs by path. Of an invalid file it is the one that it will have once it is fixed. */
export function slugsOf(records: readonly FileRecord[]): ArticleAddresses['slugs'] {
  return lazy(() => new Map(records.map(({ path, names }) => [path, names?.slug ?? null])));
}

/** The paths of the articles that are shown. */
export function* pagesOf({ slugs }: ArticleAddresses): Iterable<string> {
  for (const [path, slug] of slugs()) if (slug !== null) yield path;
}

/** What a link to an article becomes. */
function articleAddress(slug: string, { site, articleUrl }: AddressOptions): string {
  return articleUrl.replaceAll('{site}', site).replaceAll('{slug}', encodeURIComponent(slug));
}
