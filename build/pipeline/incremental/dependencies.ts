import type { Position } from '../../problems/problem.ts';
import { topOfFile } from '../../problems/report-problem.ts';
import type { Addresses } from '../../release/article/resolve-address.ts';

/**
 * A path that an article asked for, and what was there: the name of an asset, the address of an article, null for a
 * file that is no article, '' for nothing. Of an article, and of a file from the root of a website, also where it was
 * asked for. Or a name or the address of a page, behind the file that has it, and the path of what it leads to. Or the
 * address of the site, of an article that shows it.
 */
export type Dependency = readonly [
  kind: 'asset' | 'article' | 'page' | 'name' | 'site',
  path: string,
  found: string | null,
  line?: number,
  column?: number,
];

/** Addresses that record what is asked of them. */
export function recordDependencies(addresses: Addresses): { addresses: Addresses; dependencies: Dependency[] } {
  const dependencies: Dependency[] = [];
  let showsSite = false;
  return {
    dependencies,
    addresses: {
      get site() {
        if (!showsSite) dependencies.push(['site', '', addresses.site]);
        showsSite = true;
        return addresses.site;
      },
      assetFolder: addresses.assetFolder,
      findNamed(name, from) {
        const found = addresses.findNamed?.(name, from) ?? null;
        dependencies.push(['name', `${from}\n${name}`, found]);
        return found;
      },
      media: {
        find(path, at) {
          const asset = addresses.media.find(path);
          const found = asset?.name ?? '';
          dependencies.push(at === undefined ? ['asset', path, found] : ['asset', path, found, at.line, at.column]);
          return asset;
        },
      },
      articles: {
        get(path, at: Position) {
          const address = addresses.articles.get(path, at);
          dependencies.push(['article', path, address === undefined ? '' : address, at.line, at.column]);
          return address;
        },
        find(address, from) {
          const path = addresses.articles.find(address, from);
          dependencies.push(['page', `${from}\n${address}`, path]);
          return path;
        },
      },
    },
  };
}

/** The same, `lines` further down. */
export function moveDependency(dependency: Dependency, lines: number): Dependency {
  const [kind, path, found, line, column] = dependency;
  return line === undefined || column === undefined ? dependency : [kind, path, found, line + lines, column];
}

/** Whether everything is there as it was. */
export function isUnchanged(
  dependencies: readonly Dependency[],
  { site, media, articles, findNamed }: Addresses,
): boolean {
  return dependencies.every(([kind, path, found]) => {
    if (kind === 'site') return site === found;
    if (kind === 'name' || kind === 'page') {
      const [from = '', ...name] = path.split('\n');
      const find = kind === 'page' ? articles.find : findNamed;
      return (find?.(name.join('\n'), from) ?? null) === found;
    }
    if (kind === 'asset') return (media.find(path)?.name ?? '') === found;
    const address = articles.get(path, topOfFile);
    return (address === undefined ? '' : address) === found;
  });
}
