import { posix } from 'node:path';
import { createEffort, isAnchor, toBrokenAnchor } from '../../markdown/links/anchors.ts';
import type { AddressKind } from '../../markdown/links/find-addresses.ts';
import type { Position, Problem } from '../../problems/problem.ts';
import type { Media } from '../../source/media.ts';

/** What the addresses in articles may lead to. */
export interface Addresses {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  media: Pick<Media, 'find'>;
  articles: Articles;
}

/** What Markdown files became, by their paths. */
export interface Articles {
  /** The address of an article; null for a file that became none, undefined for no file. */
  get(path: string): string | null | undefined;
  /** What changes when its anchors do; '' where they are not known. */
  version(path: string): string;
  /** What fragments can lead to in it; nothing is asked of one without a version. */
  anchors(path: string): ReadonlySet<string>;
}

/** Calls `make` only for problems that are kept. */
type Report = (kind: Pick<Problem, 'code' | 'severity'>, make: () => Omit<Problem, 'path'>) => void;

/**
 * The address that readers get for one that an author wrote in the file at `path`; null where it stays as it is. A
 * picture or recording that is not there, a Markdown file that is not there or is no article, and a fragment that
 * leads to nothing in one, are reported.
 */
export function resolveAddress(
  addresses: Addresses,
  path: string,
  address: string,
  kind: AddressKind,
  at: Position,
  report: Report,
  effort = createEffort(),
): string | null {
  const [, written = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const isRooted = written.startsWith('/');
  const target = posix.join(isRooted ? '.' : posix.dirname(path), decode(written)).normalize('NFC');
  if (kind === 'link' && /\.(?:md|markdown)$/i.test(target)) {
    const article = addresses.articles.get(target);
    if (article) {
      checkFragment();
      return article + suffix;
    }
    report({ code: 'broken-link', severity: 'warning' }, () => brokenLink(address, target, article === null, at));
    return null;
  }
  const medium = addresses.media.find(target) ?? (isRooted ? null : findEncoded());
  if (medium !== null) return `${addresses.site}/media/${encodeURIComponent(medium.name)}${suffix}`;
  // An address from the root is one of the website's, which need not be in this folder.
  if (kind !== 'link' && !isRooted)
    report({ code: 'missing-image', severity: 'warning' }, () => missingFile(kind, address, target, at));
  return null;

  function checkFragment(): void {
    const fragment = /#(.+)$/s.exec(suffix)?.[1];
    if (fragment === undefined || addresses.articles.version(target) === '') return;
    const anchors = addresses.articles.anchors(target);
    if (isAnchor(fragment, anchors)) return;
    report({ code: 'broken-anchor', severity: 'warning' }, () => toBrokenAnchor(address, target, anchors, at, effort));
  }

  /** A name that really holds a percent sign. */
  function findEncoded(): ReturnType<Media['find']> {
    return addresses.media.find(posix.join(posix.dirname(path), written));
  }
}

function missingFile(
  kind: 'image' | 'recording',
  address: string,
  target: string,
  at: Position,
): Omit<Problem, 'path'> {
  const name = kind === 'image' ? 'picture' : 'film, sound or text track';
  return {
    code: 'missing-image',
    severity: 'warning',
    ...at,
    found: `the ${kind} ${address}, but no ${name} at ${target}`,
    expected: `a path to a ${name} in the content folder, relative to this file, or a full address`,
    fix: 'Add the file there, or correct the path.',
  };
}

function brokenLink(address: string, target: string, isNoArticle: boolean, at: Position): Omit<Problem, 'path'> {
  const fault = isNoArticle ? `${target} is hidden or no article` : `the content folder holds no ${target}`;
  return {
    code: 'broken-link',
    severity: 'warning',
    ...at,
    found: `a link to ${address}, but ${fault}`,
    expected: 'a path to the Markdown file of another article, relative to this file',
    fix: isNoArticle ? 'Link to an article that is shown, or show that one.' : 'Correct the path, or add the file.',
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
