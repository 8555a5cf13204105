import type { Article, SyncStore } from './types.ts';

/** A copy in memory, by id. */
export function memoryStore(): SyncStore & { articles: Map<number, Article>; token: string | null } {
  const articles = new Map<number, Article>();
  return {
    articles,
    token: null,
    read() {
      return { token: this.token, ids: articles.keys() };
    },
    write(changed, removed) {
      for (const article of changed) articles.set(article.id, article);
      for (const id of removed) articles.delete(id);
    },
    commit(token) {
      this.token = token;
    },
  };
}
