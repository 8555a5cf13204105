import { gzipSync } from 'node:zlib';
import { pages as openPages } from '../../src/public-files/public-pages.ts';
import type { DeclaredField } from '../front-matter/declared-fields.ts';
import type { FieldNames } from '../front-matter/options.ts';
import { memoize } from '../package/memoize.ts';
import { findChapters, type PageFacts } from '../release/description/page/page-facts.ts';
import type { Descriptions } from './incremental/manifest.ts';
import type { FullOptions } from './options.ts';

/** Names of those that are served. The client is the same for every site. */
const served = [...openPages.keys()].filter((name) => !/^(?:client|feed)\./.test(name));

/**
 * The public files that describe the API and the front matter. Those of an earlier build hold where the settings are
 * the same.
 */
export async function describeService(
  { site, articleUrl, trustedHtml, contentOptions, info }: FullOptions,
  articles: Iterable<{ id: number; slug: string; publishAt: number }>,
  before: Descriptions | null,
): Promise<Descriptions> {
  const chapters = findChapters(articles, { site, articleUrl });
  const { frontMatter, fields } = contentOptions;
  const of = JSON.stringify([{ site, info, trustedHtml, chapters }, frontMatter, fields]);
  return before?.of === of ? before : describe(of);
}

/** To make and compress them takes longer than to build one article: a process that builds often makes each once. */
const describe = memoize(async (of: string): Promise<Descriptions> => {
  const { toOpenApi } = await import('../release/description/openapi.ts');
  const { toFrontMatterSchema } = await import('../release/description/front-matter-schema.ts');
  const { toPage } = await import('../release/description/page/to-page.ts');
  const { icon } = await import('../release/description/page/icon.ts');
  const [facts, frontMatter, fields]: [Omit<PageFacts, 'description'>, FieldNames, DeclaredField[]] = JSON.parse(of);
  const { site, trustedHtml, info } = facts;
  const description = JSON.stringify(toOpenApi({ site, trustedHtml, fields, ...info }), null, 2);
  const schema = JSON.stringify(toFrontMatterSchema(frontMatter, fields), null, 2);
  const files: Record<string, string> = {
    'openapi.json': `${description}\n`,
    'front-matter.schema.json': `${schema}\n`,
    ...toPage({ ...facts, description: JSON.parse(description) }),
    'favicon.svg': icon,
  };
  const zipped = served.map((name) => [name, gzipSync(files[name] ?? '', { level: 9 }).toString('base64')]);
  return { of, files, zipped: Object.fromEntries(zipped) };
}, 10);
