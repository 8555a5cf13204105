import { gzipSync } from 'node:zlib';
import { pages as openPages } from '../../src/public-files/public-pages.ts';
import { findChapters } from '../release/description/page/page-facts.ts';
import type { Descriptions } from './incremental/manifest.ts';
import type { FullOptions } from './options.ts';

/** Names of those that are served. */
const served = Object.values(openPages).map(([name]) => name);

/** The public files that describe the API and the front matter. Those of an earlier build hold where the settings are the same. */
export async function describeService(
  { site, articleUrl, trustedHtml, contentOptions, info }: FullOptions,
  articles: Iterable<{ id: number; slug: string; publishAt: number }>,
  before: Descriptions | null,
): Promise<Descriptions> {
  const chapters = findChapters(articles, { site, articleUrl });
  // All other settings are part of the key of the store.
  const of = JSON.stringify([site, info, chapters]);
  if (before?.of === of) return before;
  const { toOpenApi } = await import('../release/description/openapi.ts');
  const { toFrontMatterSchema } = await import('../release/description/front-matter-schema.ts');
  const { toPage } = await import('../release/description/page/to-page.ts');
  const { icon } = await import('../release/description/page/icon.ts');
  const description = JSON.stringify(toOpenApi({ site, trustedHtml, ...info }), null, 2);
  const schema = JSON.stringify(toFrontMatterSchema(contentOptions.frontMatter), null, 2);
  const pages = toPage({ site, info, description: JSON.parse(description), trustedHtml, chapters });
  const files: Record<string, string> = {
    ...{ 'openapi.json': `${description}\n`, 'front-matter.schema.json': `${schema}\n` },
    ...{ ...pages, 'favicon.svg': icon },
  };
  const zipped = served.map((name) => [name, gzipSync(files[name] ?? '', { level: 9 }).toString('base64')]);
  return { of, files, zipped: Object.fromEntries(zipped) };
}
