import { type Ask, type CallOptions, ProblemError, type Query } from './request.ts';
import type { Article } from './types.ts';

/** A copy of articles. Each method may return a promise. */
export interface SyncStore {
  /** The token that was committed last, null before the first, and the ids of all articles of the copy. */
  read(): Read | Promise<Read>;
  /** Adds articles or replaces those of the same id, and removes others, which the copy need not have. */
  write(changed: readonly Article[], removed: readonly number[]): void | Promise<void>;
  /** Keeps the token, once all that was written is safe. */
  commit(token: string): void | Promise<void>;
}

interface Read {
  token: string | null;
  ids: Iterable<number>;
}

/** What a sync did: ids of articles that are new or changed, and of those that are gone. */
export interface SyncResult {
  changed: number[];
  removed: number[];
  token: string;
}

/** A page of `GET /changes`. */
interface ChangesPage {
  data: Article[];
  removed: number[];
  links: { first: string; next: string | null };
  meta: { token: string | null };
}

/** Restarts after 410, at most, before the error is thrown. */
const maxRestarts = 3;

export async function syncWith(ask: Ask, store: SyncStore, query: Query, options?: CallOptions): Promise<SyncResult> {
  const { token, ids } = await store.read();
  const result: SyncResult = { changed: [], removed: [], token: token ?? '' };
  const held = new Set(ids);
  const seen = new Set<number>();
  let isWhole = token === null;
  const pages = followAll<ChangesPage>(ask, '/changes', { ...query, since: token ?? undefined }, options, () => {
    // The token is too old: everything comes.
    isWhole = true;
    seen.clear();
    return query;
  });
  for await (const { data, removed, meta } of pages) {
    await store.write(data, removed);
    for (const { id } of data) {
      held.add(id);
      seen.add(id);
    }
    result.removed.push(...removed);
    result.token = meta.token ?? result.token;
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
 * All pages from the first on, by their `next`. After 410 from the start again, of `restart` where it is given. Only the query of a link is
 * used, so the key goes nowhere else.
 */
export async function* followAll<T extends { links: { next: string | null } }>(
  ask: Ask,
  path: string,
  query: Query,
  options?: CallOptions,
  restart = (): Query => query,
): AsyncGenerator<T, void> {
  let next: Query | string | null = query;
  for (let restarts = 0; next !== null; ) {
    let page: T;
    try {
      page = (await ask<T>(path, next, options)).body;
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 410 || ++restarts > maxRestarts) throw error;
      next = restart();
      continue;
    }
    yield page;
    next = page.links.next === null ? null : new URL(page.links.next).search;
  }
}
