import { posix } from 'node:path';
import type { Position, Problem } from '../problem.ts';
import type { Media } from './media.ts';

/** What the addresses in articles may lead to. */
export interface Addresses {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  media: Pick<Media, 'find'>;
  /** The address of the article that a Markdown file became, by the file's path; null for a file that became none. */
  articles: Pick<ReadonlyMap<string, string | null>, 'get'>;
}

type Report = (problem: Omit<Problem, 'path'>) => void;

/**
 * The address that readers get for one that an author wrote in the file at `path`; null where it stays as it is. A
 * picture that is not there, and a Markdown file that is not there or is no article, are reported.
 */
export function resolveAddress(
  addresses: Addresses,
  path: string,
  address: string,
  kind: 'image' | 'link',
  at: Position,
  report: Report,
): string | null {
  const [, written = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const isRooted = written.startsWith('/');
  const target = posix.join(isRooted ? '.' : posix.dirname(path), decode(written)).normalize('NFC');
  if (kind === 'link' && /\.(?:md|markdown)$/i.test(target)) {
    const article = addresses.articles.get(target);
    if (article) return article + suffix;
    report(brokenLink(address, target, article === null, at));
    return null;
  }
  const medium = addresses.media.find(target) ?? (isRooted ? null : findEncoded());
  if (medium !== null) return `${addresses.site}/media/${encodeURIComponent(medium.name)}${suffix}`;
  // An address from the root is one of the website's, which need not be in this folder.
  if (kind === 'image' && !isRooted) report(missingImage(address, target, at));
  return null;

  /** A name that really holds a percent sign. */
  function findEncoded(): ReturnType<Media['find']> {
    return addresses.media.find(posix.join(posix.dirname(path), written));
  }
}

function missingImage(address: string, target: string, at: Position): Omit<Problem, 'path'> {
  return {
    code: 'missing-image',
    severity: 'warning',
    ...at,
    found: `the image ${address}, but no picture at ${target}`,
    expected: 'a path to a picture in the content folder, relative to this file, or a full address',
    mend: 'Add the picture there, or correct the path.',
  };
}

function brokenLink(address: string, target: string, isNoArticle: boolean, at: Position): Omit<Problem, 'path'> {
  return {
    code: 'broken-link',
    severity: 'warning',
    ...at,
    found: `a link to ${address}, but ${target} is ${isNoArticle ? 'hidden or no article' : 'not there'}`,
    expected: 'a path to the Markdown file of another article, relative to this file',
    mend: isNoArticle ? 'Link to an article that is shown, or show that one.' : 'Correct the path, or add the file.',
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
