import { pathName, splitDate } from '../../front-matter/fields/path-name.ts';
import { addressSegments } from '../../front-matter/fields/slug.ts';
import { groupBy } from '../../package/group-by.ts';
import type { FileRecord } from '../../pipeline/incremental/file-record.ts';
import { isLanguage } from '../../source/is-language.ts';
import { toTime } from '../figures.ts';

/** How the articles here and the pages of a website differ. */
export interface SiteDifferences {
  /** Pages of the site. */
  addresses: number;
  /** Published here, and not there. */
  onlyHere: { path: string; slug: string }[];
  /** Paths of pages that are no article here. */
  onlyThere: string[];
}

/** Segments of a path that are compared, from its end on. */
const maxDepth = 6;

/**
 * Finds the page of each article: the one whose path has most segments in common with it, from the end on. A page is
 * that of one article alone. `titleOf` is asked for those without a page by their names: some programs make addresses
 * of titles.
 */
export function compareSite(
  articles: readonly FileRecord[],
  addresses: readonly string[],
  titleOf: (path: string) => string | null,
): SiteDifferences {
  const pages = new Map(addresses.map((address) => [address, toSegments(address)]));
  let left = match(
    articles.map((article) => ({ article, paths: toPaths(article, namesOf(article)) })),
    pages,
  );
  left = match(
    left.map((article) => ({ article, paths: toPaths(article, [titleOf(article.path) ?? '']) })),
    pages,
  );
  return {
    addresses: addresses.length,
    onlyHere: left.map(({ path, names }) => ({ path, slug: names?.slug ?? '' })),
    onlyThere: [...pages.keys()].filter((address) => !assets.test(address)),
  };
}

const assets = /\.(?:xml|rss|atom|json|webmanifest|txt|pdf|zip|css|js|ico|jpe?g|png|gif|webp|avif|svg|mp[34]|webm)$/i;

/** Takes the pages of articles out of `pages`, and gives the articles that have none. */
function match(
  wanted: readonly { article: FileRecord; paths: readonly (readonly string[])[] }[],
  pages: Map<string, readonly string[]>,
): FileRecord[] {
  let left = wanted;
  for (let depth = maxDepth; depth > 0 && left.length > 0; depth--) {
    const endOf = (segments: readonly string[]): string => segments.slice(-depth).join('/');
    const isDeep = (segments: readonly string[]): boolean => segments.length >= depth;
    const open = [...pages].filter(([, segments]) => isDeep(segments) && !(depth === 1 && isListing(segments)));
    const byEnd = groupBy(open, ([, segments]) => endOf(segments));
    left = left.filter(({ paths }) => {
      const found = paths
        .filter(isDeep)
        .map(endOf)
        .find((end) => byEnd.get(end)?.length);
      const [address] = (found !== undefined && byEnd.get(found)?.pop()) || [];
      return address === undefined || !pages.delete(address);
    });
  }
  return left.map(({ article }) => article);
}

/** Where a site lists articles: a page there that is called like an article is none. */
const listings = /^(?:tags?|categor(?:y|ies)|topics?|series|authors?|archives?|pages?)$/;

function isListing(segments: readonly string[]): boolean {
  return listings.test(segments.at(-2) ?? '');
}

/** `index` for the first page of a site. */
function toSegments(address: string): string[] {
  const segments = addressSegments(address).map(fold);
  return segments.length === 0 ? ['index'] : [...segments.slice(0, -1), splitDate(segments.at(-1) ?? '').bare];
}

/** Programs write names in addresses with or without capitals, accents and other characters. */
function fold(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return letters.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

/** What a site may call an article, which may be called otherwise here so that no other has its slug. */
function namesOf({ path, names, identity }: FileRecord): string[] {
  const { own, bare } = pathName(path);
  const plain = bare.replace(/\.([^.]+)$/, (ending, language: string) => (isLanguage(language) ? '' : ending));
  return [names?.slug ?? '', identity?.slug ?? '', bare, plain, own.replace(/^\d+[-_. ]+/, '')];
}

/** Paths that the page of an article may have: in its folders, those of its language, or those of its date. */
function toPaths({ path, identity, body }: FileRecord, names: readonly string[]): string[][] {
  const { own, folders } = pathName(path);
  const [around, date] = [
    folders.map(fold),
    toTime(body?.article?.publishAt ?? 0)
      .slice(0, 10)
      .split('-'),
  ];
  const language = identity?.language ?? null;
  const called = [...new Set(names.map(fold))].filter((name) => name !== '');
  return [
    ...(identity?.permalink === undefined ? [] : [toSegments(identity.permalink)]),
    ...called.flatMap((name) => [
      ...(language === null ? [] : [[fold(language), ...around, name]]),
      [...around, name],
      [...date, name],
    ]),
    ...(/^readme$/i.test(own) ? [around.length === 0 ? ['index'] : around] : []),
  ];
}
