import { readFile, rename, writeFile } from 'node:fs/promises';
import { type Article, memoryStore, type SyncStore } from '../client.ts';

/**
 * A copy in a JSON file, `{"token": …, "articles": […]}`, which is replaced as a whole. For programs with files: Node, Deno, Bun.
 * `articles` has it by id after a sync.
 */
export function fileStore(path: string): SyncStore & { articles: ReadonlyMap<number, Article> } {
  const copy = memoryStore();
  return {
    articles: copy.articles,
    async read() {
      copy.articles.clear();
      copy.token = null;
      const text = await readFile(path, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (text !== null) {
        const { token, articles }: { token: string; articles: Article[] } = JSON.parse(text);
        copy.write(articles, []);
        copy.token = token;
      }
      return copy.read();
    },
    write: copy.write,
    async commit(token) {
      copy.commit(token);
      const draft = `${path}.new`;
      await writeFile(draft, JSON.stringify({ token, articles: [...copy.articles.values()] }));
      await rename(draft, path);
    },
  };
}
