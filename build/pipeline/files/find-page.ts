import { posix } from 'node:path';
import { pathDate, pathName, splitDate } from '../../front-matter/fields/path-name.ts';
import { lazy } from '../../package/lazy.ts';
import type { Articles } from '../../release/article/resolve-address.ts';
import { isLanguage, languageSuffix } from '../../source/is-language.ts';
import { markdownName } from '../../source/source-file.ts';

/** A Markdown file: the slug of its article, null where it is none; and the whole addresses that its front matter gives. */
export type KnownPage = readonly [slug: string | null, permalink: string | null, ...former: string[]];

/** Finds the files of articles by addresses of pages. `home` is the name of the content folder. */
export function createPageFinder(pages: () => ReadonlyMap<string, KnownPage>, home: string): Articles['find'] {
  const index = lazy(() => indexPages(pages()));
  return (address, from) => {
    const names = address.replace(/\.html?$/i, '').split('/');
    const isRooted = names[0] === '';
    const known = names.filter((name) => !/^\.{0,2}$/.test(name));
    if (isRooted && known.at(-1) === 'index') known.pop();
    if (known.length === 0) return null;
    if (!isRooted) return findNearby(names.join('/'), known, from, index());
    return findFromRoot(known, home, from, index(), pages());
  };
}

interface Index {
  /** Paths of all files, by their paths without ending and `/index`; `a.de.md` by `de/a`, too. */
  files: Map<string, string>;
  /** The same of articles without the dates in front of their names, where these are in their slugs. */
  undated: Map<string, string>;
  /** Also with the language of its file behind it, `name.de`, whether the slug is `name` or, since another article has that, `de-name`. */
  slugs: Map<string, string>;
  /** Likewise. */
  permalinks: Map<string, string>;
  /** Of articles. */
  formers: Map<string, string>;
  /** Names of folders. */
  folders: Set<string>;
}

function indexPages(pages: ReadonlyMap<string, KnownPage>): Index {
  const [files, undated, slugs, permalinks, formers] = [newMap(), newMap(), newMap(), newMap(), newMap()];
  const folders = new Set<string>();
  for (const [path, [slug, permalink, ...former]] of pages) {
    const key = pageKey(path);
    const suffix = languageSuffix(path);
    const keys = suffix === '' ? [key] : [key, `${suffix.slice(1)}/${key.slice(0, -suffix.length)}`];
    for (const each of keys) if (!files.has(each)) files.set(each, path);
    if (slug !== null) {
      for (const each of keys) {
        const { date, bare } = splitDate(posix.basename(each));
        const plain = posix.join(posix.dirname(each), bare);
        const isOfSlug = date !== null && slug.includes(bare.replace(suffix, ''));
        if (isOfSlug && !undated.has(plain)) undated.set(plain, path);
      }
      const bare = slug.startsWith(`${suffix.slice(1)}-`) ? slug.slice(suffix.length) : slug;
      if (!slugs.has(bare + suffix)) slugs.set(bare + suffix, path);
      slugs.set(slug, path);
      for (const each of former.flatMap((address) => [address, address + suffix]))
        if (!formers.has(each)) formers.set(each, path);
    }
    if (permalink !== null) {
      if (!permalinks.has(permalink)) permalinks.set(permalink, path);
      permalinks.set(permalink + suffix, path);
    }
    folders.add(posix.dirname(key));
  }
  const names = new Set([...folders].flatMap((folder) => folder.split('/')));
  return { files, undated, slugs, permalinks, formers, folders: names };
}

function newMap(): Map<string, string> {
  return new Map();
}

function pageKey(path: string): string {
  return path.replace(markdownName, '').replace(/\/index(?=$|\.[^./]*$)/, '');
}

/**
 * Beside the file, also as its page is served, in a folder of its own (`a/index.html`) or beside that; in the language
 * of the file before others. Or by its slug, with folders of its path before it.
 */
function findNearby(
  address: string,
  names: readonly string[],
  from: string,
  { files, undated, slugs }: Index,
): string | null {
  const page = pageKey(from);
  for (const folder of [posix.dirname(from), page, posix.dirname(page)]) {
    const key = posix.join(folder, address).replace(/(?:\/index)?\/?$/, '');
    const found = findInLanguage(files, key, from) ?? findInLanguage(undated, key, from);
    if (found !== undefined) return found;
  }
  const path = findInLanguage(slugs, names.at(-1) ?? '', from);
  return path !== undefined && `/${path}`.includes(['', ...names.slice(0, -1), ''].join('/')) ? path : null;
}

/** A translation for a file in its language, if there is one. */
function findInLanguage(paths: ReadonlyMap<string, string>, key: string, from: string): string | undefined {
  return paths.get(key + languageSuffix(from)) ?? paths.get(key);
}

/**
 * An address of the website is that of an article where it is certain: a whole address that its front matter gives, the
 * path of its file, or an end of that; or its slug, of several words, with the date of its path, or right below
 * `posts`.
 */
function findFromRoot(
  names: readonly string[],
  home: string,
  from: string,
  { files, slugs, permalinks, formers, folders }: Index,
  pages: ReadonlyMap<string, KnownPage>,
): string | null {
  const findWhole = (start: number): string | null => {
    const rest = names.slice(start).join('/');
    const path = findInLanguage(permalinks, rest, from) ?? findInLanguage(files, rest, from);
    const [slug, permalink] = pages.get(path ?? '') ?? [null];
    return path !== undefined && slug !== null && (permalink ?? rest) === rest ? path : null;
  };
  const whole =
    findWhole(0) ??
    findInLanguage(formers, names.join('/'), from) ??
    (names[0] === home && names.length > 1 ? findWhole(1) : null);
  if (whole !== null) return whole;
  // A website may put folders before all its addresses.
  for (let start = 1; start <= maxBase && start < names.length - 1; start++) {
    const path = findWhole(start);
    if (path !== null && mayHold(names.slice(0, start), path, folders)) return path;
  }
  const last = names.at(-1) ?? '';
  const before = names.slice(0, -1);
  const { date, bare } = splitDate(last);
  const path = findInLanguage(slugs, last, from) ?? findInLanguage(slugs, bare, from);
  if (path === undefined || pages.get(path)?.[1] !== null) return null;
  const ends = [`/${names.join('/')}`, `/${names.join('/')}${languageSuffix(path)}`];
  if (before.length > 0 && ends.some((end) => `/${path.replace(markdownName, '')}`.endsWith(end))) return path;
  const days = [...before, ...(date ?? '').split(/[-_.]/)].filter((name) => /^\d+$/.test(name)).map(Number);
  const own = days.length === 0 ? undefined : pathDate(pathName(path))?.split('-').map(Number);
  if (days.some((day, i) => (own === undefined ? i === 0 && day < 1000 : day !== own[i]))) return null;
  const isDated = own !== undefined && days.length > 1;
  const isCertain = severalWords.test(bare) ? !folders.has(last) : isDated || ofArticles.test(before.join('/'));
  return isCertain && mayHold(before, path, folders) ? path : null;
}

const maxBase = 3;

/** What many websites have before each article. */
const ofArticles = /^(?:blog|posts?|articles?|entry|entries|news|notes?)$/i;

/** A word alone may be the name of a tag, or of a page that lies elsewhere. */
const severalWords = /[\p{L}\p{N}][-_][\p{L}\p{N}]/u;

/** Whether an article may be below such folders of a website: those of its own path, and those that are not known to be of others. */
function mayHold(names: readonly string[], path: string, folders: ReadonlySet<string>): boolean {
  const own = path.split(/[/.]/);
  return names.every((name) => own.includes(name) || !(folders.has(name) || isLanguage(name) || ofOthers.test(name)));
}

/** Folders of a website that hold lists, other pages or files, or another version of all pages. */
const ofOthers =
  /^(?:tags?|categor(?:y|ies)|topics?|labels?|keywords?|series|archives?|authors?|users?|people|pages?|projects?|products?|talks?|events?|demos?|downloads?|files?|assets?|static|images?|img|media|api|search|feeds?|latest|next|v\d[\d.x]*|\d+\.[\d.x]+)$/i;
