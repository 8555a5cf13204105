import type { Addresses } from '../../release/article/resolve-address.ts';
import type { Medium } from '../../source/media.ts';

/**
 * A path that was looked up, and what was found: a picture's name, an article's address, `null` for a hidden one, the version
 * of its anchors, '' for nothing.
 */
export type Lookup = readonly [kind: 'picture' | 'article' | 'anchors', path: string, answer: string | null];

/** Addresses that write down what they are asked: an article must be set again where an answer has changed. */
export function recordLookups(addresses: Addresses): { addresses: Addresses; lookups: Lookup[] } {
  const lookups: Lookup[] = [];
  return {
    lookups,
    addresses: {
      site: addresses.site,
      media: {
        find(path): Medium | null {
          const found = addresses.media.find(path);
          lookups.push(['picture', path, found?.name ?? '']);
          return found;
        },
      },
      articles: {
        get(path): string | null | undefined {
          const found = addresses.articles.get(path);
          lookups.push(['article', path, found === undefined ? '' : found]);
          return found;
        },
        version(path): string {
          const version = addresses.articles.version(path);
          lookups.push(['anchors', path, version]);
          return version;
        },
        anchors: (path) => addresses.articles.anchors(path),
      },
    },
  };
}

/** Whether everything would be found as it was. */
export function isAnsweredAlike(lookups: readonly Lookup[], { media, articles }: Addresses): boolean {
  return lookups.every(([kind, path, answer]) => {
    if (kind === 'picture') return (media.find(path)?.name ?? '') === answer;
    if (kind === 'anchors') return articles.version(path) === answer;
    const found = articles.get(path);
    return (found === undefined ? '' : found) === answer;
  });
}
