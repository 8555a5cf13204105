import { posix } from 'node:path';
import { assetFolder } from '../../../src/core/asset-name.ts';
import { decodeAddress } from '../../markdown/walk/anchors.ts';
import { type BodyProblem, warnInBody } from '../../markdown/walk/body-problems.ts';
import type { AddressKind } from '../../markdown/walk/find-addresses.ts';
import type { Position } from '../../problems/problem.ts';
import { shorten } from '../../problems/report-problem.ts';
import { isAssetPath, isShownPath, isSourcePath } from '../../source/asset-paths.ts';
import { languageSuffix } from '../../source/is-language.ts';
import type { Asset, Media } from '../../source/media.ts';
import { type FindNamed, markdownName } from '../../source/source-file.ts';

/** What the addresses in articles may lead to. */
export interface Addresses {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  /** See `assetFolderOf`; that of a public release by default. */
  assetFolder?: string | undefined;
  media: Pick<Media, 'find'>;
  articles: Articles;
  /** The path of the file that a link by name stands for; absent where there are no such links. */
  findNamed?: FindNamed;
}

/** What Markdown files became, by their paths. */
export interface Articles {
  /** The address of an article; null for a file that became none, undefined for no file. `at` is where it is asked for. */
  get(path: string, at: Position): string | null | undefined;
  /** The path of the file whose page has an address without an ending, as the file at `from` has it; null for none. */
  find(address: string, from: string): string | null;
}

/** What became of an address. */
export interface ResolvedAddress {
  /** What readers get; null where the address stays as it is. */
  value: string | null;
  problems: readonly BodyProblem[];
  /** The Markdown file in which the fragment of the address must be an anchor; null where there is none to check. */
  anchorIn: string | null;
  /** The asset that it leads to. */
  asset: Asset | null;
  /** Whether the problem is reported once in a file, with the number of the others. */
  isCounted?: true;
}

/**
 * The address that readers get for one that an author wrote in the file at `path`. An asset that is not
 * there, and a Markdown file that is not there or is no article, are problems.
 */
export function resolveAddress(
  addresses: Addresses,
  path: string,
  address: string,
  kind: AddressKind,
  at: Position,
): ResolvedAddress {
  const { media, articles } = addresses;
  const end = address.search(/[?#]|$/);
  const [written, suffix] = [address.slice(0, end), address.slice(end)];
  const isRooted = written.startsWith('/');
  if (written.length > maxAddress) return toUnresolved(isRooted ? null : tooLong(kind, written, at));
  // Above the root of a website there is nothing.
  const target = (
    isRooted
      ? posix.join('/', decodeAddress(written)).slice(1)
      : posix.join(posix.dirname(path), decodeAddress(written))
  ).normalize('NFC');
  const isLink = kind === 'link';
  if (isLink && markdownName.test(target)) {
    // A translation leads to others in its language, and to the article that it translates.
    const translated = target.replace(markdownName, `${languageSuffix(path)}$&`);
    const other = translated === target || translated === path ? null : articles.get(translated, at);
    if (other) return resolvePage(translated, other);
    const own = articles.get(target, at);
    if (own !== undefined) return resolvePage(target, own);
    // By its name, wherever it lies. A name that many files have says nothing.
    const isName = !/^\.?\.?\/|(?:^|\/)(?:index|readme)\.[^/]*$/i.test(written);
    const named = isName ? addresses.findNamed?.(decodeAddress(written), path) : null;
    return named ? resolvePage(named, articles.get(named, at)) : resolvePage(target, own);
  }
  // The second is a name that really holds a percent sign; the third is in a folder with the name of the article.
  const paths = isRooted ? [`/${target}`] : [target, posix.join(posix.dirname(path), written)];
  if (!isRooted && isShownPath(target)) paths.push(posix.join(path.replace(markdownName, ''), decodeAddress(written)));
  const isFile = isLink || isShownPath(target);
  // A build reports the images from the root that are nowhere, all together, and links to files that are never copied. A template in an
  // address is reported as such.
  const shownAt = isRooted && (!isLink || isSourcePath(target)) && !/\{[{%]/.test(address) ? at : undefined;
  for (const each of isFile || isRooted ? paths : []) {
    const asset = media.find(each, shownAt);
    if (asset === null || !isFile) continue;
    const { site, assetFolder: folder = assetFolder } = addresses;
    const value = `${site}/${folder}${encodeURIComponent(asset.name)}${suffix}`;
    return { value, problems: [], anchorIn: null, asset };
  }
  const page = isLink ? articles.find(isRooted ? `/${target}` : decodeAddress(written).normalize('NFC'), path) : null;
  if (page !== null) return resolvePage(page, articles.get(page, at));
  // An address from the root is one of the website's, which need not be in this folder.
  if (isRooted) return toUnresolved(null);
  if (!isLink) return toUnresolved(missingFile(kind, address, target, at));
  if (isSourcePath(target)) return toUnresolved(neverCopied(address, at));
  if (isAssetPath(target) && !target.endsWith('/')) return toUnresolved(missingDownload(address, target, at));
  return written === '' ? toUnresolved(null) : { ...toUnresolved(missingPage(address, target, at)), isCounted: true };

  function resolvePage(page: string, article: string | null | undefined): ResolvedAddress {
    if (!article) return toUnresolved(brokenLink(address, page, article === null, at));
    return { value: article + suffix, problems: [], anchorIn: /#./s.test(suffix) ? page : null, asset: null };
  }
}

/**
 * Characters of the longest address that is searched for, since that takes a time that grows with their square: a path
 * has at most 4,096 bytes (`PATH_MAX` of Linux), each of which may be written as `%` and two digits.
 */
export const maxAddress = 3 * 4096;

const pageEnding = /\/$|\.html?$/;

function toUnresolved(problem: BodyProblem | null): ResolvedAddress {
  return { value: null, problems: problem === null ? [] : [problem], anchorIn: null, asset: null };
}

function missingFile(kind: 'image' | 'media', address: string, target: string, at: Position): BodyProblem {
  return {
    ...warnInBody('missing-image', at, { says: 'missingFile', kind, address, path: target, instead: null }),
    target,
  };
}

function tooLong(kind: AddressKind, address: string, at: Position): BodyProblem {
  const code = kind === 'link' ? 'broken-link' : 'missing-image';
  const { length } = address;
  return warnInBody(code, at, { says: 'longAddress', start: shorten(address), length, maxLength: maxAddress });
}

function missingDownload(address: string, target: string, at: Position): BodyProblem {
  return {
    ...warnInBody('broken-link', at, { says: 'missingDownload', address, path: target, instead: null }),
    target,
  };
}

export function neverCopied(address: string, at: Position): BodyProblem {
  return warnInBody('broken-link', at, { says: 'neverCopied', address });
}

function missingPage(address: string, target: string, at: Position): BodyProblem {
  const file = `${target.replace(pageEnding, '')}.md`;
  return { ...warnInBody('broken-link', at, { says: 'missingPage', address, instead: null }), target: file };
}

function brokenLink(address: string, path: string, isNoArticle: boolean, at: Position): BodyProblem {
  if (isNoArticle) return warnInBody('broken-link', at, { says: 'noArticle', address, path });
  return { ...warnInBody('broken-link', at, { says: 'missingArticle', address, path, instead: null }), target: path };
}
