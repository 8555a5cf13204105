import type { Addresses } from '../../release/article/resolve-address.ts';

/**
 * A path that an article asked for, and what was there: the name of a picture, the address of an article, null for a file
 * that is no article, '' for nothing.
 */
export type Dependency = readonly [kind: 'picture' | 'article', path: string, found: string | null];

/** Addresses that record what is asked of them. */
export function recordDependencies(addresses: Addresses): { addresses: Addresses; dependencies: Dependency[] } {
  const dependencies: Dependency[] = [];
  return {
    dependencies,
    addresses: {
      site: addresses.site,
      media: {
        find(path) {
          const medium = addresses.media.find(path);
          dependencies.push(['picture', path, medium?.name ?? '']);
          return medium;
        },
      },
      articles: {
        get(path) {
          const address = addresses.articles.get(path);
          dependencies.push(['article', path, address === undefined ? '' : address]);
          return address;
        },
      },
    },
  };
}

/** Whether everything is there as it was. */
export function isUnchanged(dependencies: readonly Dependency[], { media, articles }: Addresses): boolean {
  return dependencies.every(([kind, path, found]) => {
    if (kind === 'picture') return (media.find(path)?.name ?? '') === found;
    const address = articles.get(path);
    return (address === undefined ? '' : address) === found;
  });
}
