import { join } from 'node:path';
import { detectDialects } from '../../build/dialects/index.ts';
import { defaultContentOptions } from '../../build/front-matter/options.ts';
import { withBuilder } from '../../build/pipeline/builder.ts';
import { writeFiles } from './command.ts';
import { makeFolder } from './server.ts';

/**
 * What a build publishes of a site of another program: paths of articles, how many files each rule hides, and settings that were not read.
 * Files whose text is a header of Markdown without its fences, or '', are articles with a date.
 */
export async function publishSite(
  files: Readonly<Record<string, string>>,
  { content, notHiding = [] }: { content: string; notHiding?: readonly string[] },
): Promise<{ shown: string[]; hiding: Record<string, number>; unread: string[] }> {
  const site = await makeFolder();
  const isArticle = (path: string): boolean => /\.mdx?$/.test(path);
  const texts = Object.entries(files).map(([path, text]) => {
    const isHeader = isArticle(path) && !/^(?:---|\+\+\+|\{)/.test(text);
    return [path, isHeader ? `---\ndate: 2024-01-01\n${text}\n---\nText\n` : text];
  });
  await writeFiles(site, Object.fromEntries(texts));
  const root = join(site, content);
  const options = {
    ...{ content: root, out: join(site, '../public'), cache: join(site, '../cache'), site: 'https://a.example' },
    ...{ articleUrl: '{site}/{slug}', trustedHtml: false, dialects: detectDialects(root, {}, site) },
    contentOptions: { ...defaultContentOptions, notHiding },
  };
  return withBuilder({ ...options, remembers: false }, async (builder) => {
    const { hiding, unread } = await builder.build({ now: Date.UTC(2026, 5, 1) / 1000, write: 'nothing' });
    const articles = builder.files().records.filter(({ kind }) => kind === 'article');
    return {
      shown: articles.map(({ path }) => path),
      hiding: Object.fromEntries(hiding.map(({ rule, hidden }) => [rule, hidden])),
      unread: unread.map(({ file, setting }) => `${file} ${setting}`),
    };
  });
}
