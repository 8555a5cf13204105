import { assetTypeOf, isShown } from '../../src/core/asset-name.ts';
import { decodePercent } from '../../src/core/encoding.ts';
import type { FoundDialects } from '../dialects/dialect.ts';
import { nameFinder, originalFinder } from '../dialects/index.ts';
import type { ContentOptions } from '../front-matter/options.ts';
import { lazy } from '../package/lazy.ts';
import { articleAddresses, pagesOf, shownPaths } from '../pipeline/files/article-addresses.ts';
import type { FileRecord } from '../pipeline/incremental/file-record.ts';
import type { Addresses } from '../release/article/resolve-address.ts';
import { findMedia } from '../source/media.ts';
import { readReal } from '../source/read-real.ts';
import { type PageQuery, toPageAddress } from './page-query.ts';
import { devPath, type PreviewReply, plainText } from './reply.ts';

export interface PreviewContent {
  content: string;
  site: string;
  articleUrl: string;
  dialects: FoundDialects;
  contentOptions: ContentOptions;
  /** What the last build found. */
  records(): readonly FileRecord[];
  /** Whether there is a file at a path. */
  isThere(path: string): boolean;
}

/** Where articles and images are found that a previewed article leads to, and the images that it has shown. */
export function previewAddresses({
  content,
  site,
  articleUrl,
  dialects,
  contentOptions,
  records,
  isThere,
}: PreviewContent) {
  const { folders } = contentOptions;
  /** Paths of the images that articles have shown, by name. */
  const images = new Map<string, string>();
  return { addresses, addressesHere, findImage };

  /** The addresses that readers of the API get. */
  function addresses(): Addresses {
    return { ...named(), site, media: media() };
  }

  /** Addresses of the same articles and images in the page at a place. */
  function addressesHere(origin: string, place: PageQuery): Addresses {
    const found = media();
    const { articles, findNamed } = named();
    return {
      findNamed,
      site: `${origin}${devPath.slice(0, -1)}`,
      media: {
        find(path) {
          const image = found.find(path);
          if (image !== null) images.set(image.name, path);
          return image;
        },
      },
      articles: {
        ...articles,
        get: (path) => (isThere(path) ? `${origin}${toPageAddress({ ...place, file: path, page: null })}` : null),
      },
    };
  }

  function named() {
    const articles = articleAddresses(pagesOf(records()), { site, articleUrl, content });
    return { articles, findNamed: nameFinder(dialects, content, folders, () => shownPaths(articles)) };
  }

  /** Reads the disk only when an image is looked up. */
  function media(): Pick<ReturnType<typeof findMedia>, 'find'> {
    const found = lazy(() => findMedia(content, folders, [], 0, originalFinder(dialects)));
    return { find: (path) => found().find(path) };
  }

  /**
   * An image that an article has shown; a 404 where its content is no longer the one that the name holds the hash of.
   * It is looked up as in a build, so that no link on disk leads out of the folder.
   */
  function findImage(segment: string): PreviewReply {
    const name = decodePercent(segment) ?? '';
    const path = images.get(name);
    const image = path === undefined ? null : media().find(path);
    const body = image?.name === name ? readOrNull(image.file) : null;
    if (body === null) return plainText(404, 'There is no such image.\n');
    const type = assetTypeOf(name);
    const headers = { 'Content-Disposition': isShown(type) ? 'inline' : 'attachment' };
    return { status: 200, type, body, policy: 'image', headers };
  }
}

/** The bytes of a file that a build found; null where it is gone, was replaced or cannot be read. */
export function readOrNull(file: string): Uint8Array | null {
  try {
    return readReal(file);
  } catch {
    return null;
  }
}
