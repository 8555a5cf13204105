import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { type Article, memoryStore, type SyncStore } from '../client.ts';

/**
 * A copy in a JSON file, `{"token": …, "articles": […]}`, which is replaced as a whole. For programs with files: Node, Deno, Bun.
 * `articles` has it by id after a sync. A copy that is empty or cut is read again from the API.
 */
export function fileStore(path: string): SyncStore & { articles: ReadonlyMap<number, Article> } {
  const copy = memoryStore();
  return {
    articles: copy.articles,
    async read() {
      const text = await readFile(path, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      const { token, articles } = parseCopy(text, path);
      copy.articles.clear();
      copy.write(articles, []);
      copy.token = token;
      return copy.read();
    },
    write: copy.write,
    async commit(token) {
      copy.commit(token);
      const draft = `${path}.${crypto.randomUUID()}.new`;
      try {
        await writeFile(draft, JSON.stringify({ token, articles: [...copy.articles.values()] }), { flush: true });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
  };
}

/** How each file begins that `commit` writes. */
const start = '{"token":';

/** An empty one where nothing is left of ours. Throws where the file is another, which would be replaced. */
function parseCopy(text: string, path: string): { token: string | null; articles: Article[] } {
  try {
    const { token, articles }: { token: unknown; articles: Article[] } = JSON.parse(text);
    if (typeof token === 'string' && Array.isArray(articles) && articles.every(({ id }) => Number.isInteger(id)))
      return { token, articles };
  } catch {
    // A power cut may leave zeros.
    const left = text.replaceAll('\0', '').trim();
    if (left.startsWith(start) || start.startsWith(left)) return { token: null, articles: [] };
  }
  throw new SyntaxError(`${path} holds no copy of articles, so it is not replaced. Move it, or name another file.`);
}
