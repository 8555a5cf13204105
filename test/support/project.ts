import { join } from 'node:path';
import { buildOnce } from '../../build/pipeline/builder.ts';
import type { Problem } from '../../build/problems/problem.ts';
import type { Article } from '../../src/core/article.ts';
import { Pointer, pointerPath } from '../../src/core/format.ts';
import { readJson } from '../../src/core/read-json.ts';
import { openRelease } from '../../src/core/release.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { writeFiles } from './command.ts';
import { ask } from './release.ts';
import { makeFolder } from './server.ts';

const options = {
  site: 'https://a.example',
  articleUrl: '{site}/blog/{slug}/',
  trustedHtml: false,
  now: 1_780_000_000,
};

/** A folder of articles that is built again and again. */
export async function makeProject(files: Record<string, string>) {
  const folder = await makeFolder();
  const [content, out, cache] = ['content', 'public', 'cache'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFiles(content, files);
  const article = async (slug: string): Promise<Article> => {
    const storage = diskStorage(join(out, 'api', 'v1'));
    const { release } = await readJson(storage, pointerPath, Pointer);
    const { text } = await ask({ storage, release: await openRelease(release, storage) }, `/api/v1/articles/${slug}`);
    storage.close();
    return JSON.parse(text);
  };
  return {
    content,
    async build(workers = 0, toText = toPlace) {
      const { problems } = await buildOnce({ ...options, content, out, cache, ...(workers > 0 && { workers }) });
      return problems.map(toText);
    },
    out,
    article,
    markdown: async (slug: string): Promise<string> => (await article(slug)).markdown.trim(),
  };
}

const toPlace = ({ path, line, column, code }: Problem): string => `${path}:${line}:${column} ${code}`;
