import { decodePercent } from './encoding.ts';
import { changesPath, listPath, termsListPath } from './links.ts';
import type { Operation } from './parameters.ts';

/** What a target asks for. */
export interface Route {
  operation: Operation;
  /** The last segment, decoded, where an article is asked for. */
  article: string;
  query: string;
}

/** The route of a target, as on the request line; null where there is nothing. */
export function toRoute(target: string): Route | null {
  const hash = target.indexOf('#');
  const address = hash === -1 ? target : target.slice(0, hash);
  const end = address.indexOf('?');
  const path = end === -1 ? address : address.slice(0, end);
  const query = end === -1 ? '' : address.slice(end + 1);
  if (path === listPath) return { operation: 'list', article: '', query };
  if (path === changesPath) return { operation: 'changes', article: '', query };
  if (path === termsListPath) return { operation: 'terms', article: '', query };
  if (!path.startsWith(`${listPath}/`)) return null;
  const segment = path.slice(listPath.length + 1);
  const article = segment.includes('%') ? decodePercent(segment)?.normalize('NFC') : segment;
  return !article || article.includes('/') ? null : { operation: 'article', article, query };
}

/** Whether `respond` serves a path, and not what is open without a key. */
export function isOfApi(pathname: string): boolean {
  return pathname === '/api' || pathname.startsWith('/api/');
}
