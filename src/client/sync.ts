import { ProblemError } from './problem-error.ts';
import { type Ask, type Query, toQuery } from './request.ts';
import type { Article, CallOptions, SyncResult, SyncStore } from './types.ts';

/** A page of `GET /changes`. */
export interface ChangesPage {
  data: Article[];
  removed: number[];
  /** With `include_details`. */
  former_slugs?: { id: number; slug: string }[];
  links: { first: string; next: string | null };
  meta: { token: string | null };
}

/** Restarts after 410, at most, before the error is thrown. */
const maxRestarts = 3;

/** The token of a copy has the parameters behind it: what was copied with others is not up to date. */
export async function syncWith(
  ask: Ask,
  store: SyncStore,
  { per_page, ...parameters }: Query,
  options?: CallOptions,
): Promise<SyncResult> {
  const { token: kept, ids } = await store.read();
  const behind = toQuery(parameters);
  const since = kept?.split('?', 1)[0];
  const isSame = kept === `${since}${behind}`;
  const query = { per_page, ...parameters };
  const result: SyncResult = { changed: [], removed: [], token: kept ?? '' };
  const held = new Set(ids);
  const seen = new Set<number>();
  let isWhole = !isSame;
  const pages = followAll<ChangesPage>(
    ask,
    '/changes',
    { ...query, since: isSame ? since : undefined },
    options,
    () => {
      // The token is too old, or of an earlier version, which named no selection: everything comes.
      isWhole = true;
      seen.clear();
      return query;
    },
  );
  for await (const { data, removed, meta } of pages) {
    await store.write(data, removed);
    for (const { id } of data) {
      held.add(id);
      seen.add(id);
    }
    result.removed.push(...removed);
    if (meta.token !== null) result.token = `${meta.token}${behind}`;
  }
  if (isWhole) {
    const gone = [...held].filter((id) => !seen.has(id));
    if (gone.length > 0) await store.write([], gone);
    result.removed = gone;
  }
  result.changed = [...seen];
  await store.commit(result.token);
  return result;
}

/**
 * All pages from the first on, by their `next`; where that is gone, from the start again, of `restart`, unless that is
 * null.
 */
export async function* followAll<T extends { links: { next: string | null } }>(
  ask: Ask,
  path: string,
  query: Query,
  options?: CallOptions,
  restart: (() => Query) | null = () => query,
): AsyncGenerator<T, void> {
  let next: Query | string | null = query;
  const asked = new Set<string>();
  for (let restarts = 0; next !== null; ) {
    let page: T;
    try {
      page = (await ask<T>(path, next, options)).body;
    } catch (error) {
      const isGone = error instanceof ProblemError && (error.status === 410 || error.errors.since !== undefined);
      if (!isGone || restart === null || ++restarts > maxRestarts) throw error;
      next = restart();
      asked.clear();
      continue;
    }
    yield page;
    next = page.links.next && toSearch(page.links.next, asked);
  }
}

/**
 * The query of a link, which is added to those asked before. Nothing else of it is used, so the key goes nowhere else.
 * Throws where links lead in a circle.
 */
export function toSearch(link: string, asked: Set<string>): string {
  const { search } = new URL(link);
  if (asked.has(search)) throw new Error(`${link} leads in a circle. Check the setting site.`);
  asked.add(search);
  return search;
}
