import { listPath } from './links.ts';

/** What a target asks for. */
export interface Route {
  /** The last segment, decoded; null is the list. */
  article: string | null;
  query: string;
}

/** The route of a target, as on the request line; null where there is nothing. */
export function toRoute(target: string): Route | null {
  const hash = target.indexOf('#');
  const address = hash === -1 ? target : target.slice(0, hash);
  const mark = address.indexOf('?');
  const path = mark === -1 ? address : address.slice(0, mark);
  const query = mark === -1 ? '' : address.slice(mark + 1);
  if (path === listPath) return { article: null, query };
  if (!path.startsWith(`${listPath}/`)) return null;
  const article = decode(path.slice(listPath.length + 1));
  return article === null || article === '' || article.includes('/') ? null : { article, query };
}

/** Whether `answer` answers a path, and not what is open without a key. */
export function isOfApi(pathname: string): boolean {
  return pathname === '/api' || pathname.startsWith('/api/');
}

function decode(segment: string): string | null {
  try {
    return segment.includes('%') ? decodeURIComponent(segment).normalize('NFC') : segment;
  } catch {
    return null;
  }
}
