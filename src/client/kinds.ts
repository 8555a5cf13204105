/** What JSON may hold that another server sent. */
interface Json extends Record<string, unknown> {
  links?: { next?: unknown };
  meta?: { token?: unknown };
}

/**
 * Whether the API has such a body at this path: an article, or a page with the address of the next one.
 * The last page of changes has a token.
 */
export function isKind(path: string, body: Json | null): boolean {
  if (path.startsWith('/articles/')) return isArticle(body);
  const { data, removed, links, meta } = body ?? {};
  const next = links?.next ?? null;
  const isItem = path === '/terms' ? isTerm : isArticle;
  if (!links || !Array.isArray(data) || !data.every(isItem) || (next !== null && !URL.canParse(`${next}`)))
    return false;
  return path !== '/changes' || (Array.isArray(removed) && typeof (next ?? meta?.token) === 'string');
}

function isArticle(found: Json | null): boolean {
  return Number.isInteger(found?.id) && typeof found?.slug === 'string';
}

function isTerm(found: Json | null): boolean {
  return typeof found?.term === 'string';
}
