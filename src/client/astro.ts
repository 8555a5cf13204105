import { type ZodType, z } from 'astro/zod';
import { type Article, type ArticleParameters, type ClientOptions, createClient, type Selection } from '../client.ts';

/**
 * What Astro hands to a loader of content (docs.astro.build/en/reference/content-loader-reference), as far as it is
 * used here.
 */
export interface LoaderContext {
  store: {
    set(entry: {
      id: string;
      data: Record<string, unknown>;
      body: string;
      rendered: { html: string; metadata: { headings: { depth: number; slug: string; text: string }[] } };
      digest: string;
    }): boolean;
    delete(id: string): void;
  };
  meta: { get(name: string): string | undefined; set(name: string, value: string): void };
  logger: { info(message: string): void };
  parseData(entry: { id: string; data: Record<string, unknown> }): Promise<Record<string, unknown>>;
  generateDigest(data: Record<string, unknown>): string;
}

/** An entry: an article without its bodies. */
export type ArticleData = Omit<Article, 'html' | 'markdown'>;

const texts = z.array(z.string());

const schema: ZodType<ArticleData> = z.object({
  id: z.number(),
  slug: z.string(),
  excerpt: z.string(),
  title: z.string(),
  meta_title: z.string(),
  meta_description: z.string(),
  header_image_url: z.string().nullable(),
  publish_at: z.string(),
  published_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  details: z
    .object({
      authors: texts,
      tags: texts,
      section: z.string().nullable(),
      language: z.string().nullable(),
      words: z.number(),
      reading_minutes: z.number(),
      headings: z.array(z.object({ level: z.number(), id: z.string(), text: z.string() })),
      header_image: z
        .object({
          width: z.number().nullable(),
          height: z.number().nullable(),
          type: z.string().nullable(),
          alt: z.string().optional(),
        })
        .nullable(),
      author_details: z
        .array(z.object({ name: z.string(), url: z.string().nullable(), avatar: z.string().nullable() }))
        .optional(),
      fields: z.record(z.string(), z.unknown()).optional(),
      hidden: z.enum(['draft', 'scheduled']).nullable().optional(),
    })
    .optional(),
});

/**
 * A content loader of Astro 5 or later: each article is an entry, its slug the id, `html` and its headings what
 * `render()` gives and `markdown` the body. Astro keeps entries and the token from build to build, so that a build asks
 * only for what changed.
 */
export function galleyLoader({
  parameters: asked = {},
  ...options
}: ClientOptions & { parameters?: ArticleParameters & Selection }): {
  name: string;
  schema: ZodType<ArticleData>;
  load(context: LoaderContext): Promise<void>;
} {
  const client = createClient(options);
  const parameters = { include_details: true, ...asked };
  return {
    name: 'galley',
    schema,
    async load({ store, meta, logger, parseData, generateDigest }) {
      const slugs = new Map<number, string>(JSON.parse(meta.get('slugs') ?? '[]'));
      const ids = new Map([...slugs].map(([id, slug]) => [slug, id]));
      const { changed, removed } = await client.sync(
        {
          read: () => ({ token: meta.get('synced') ?? null, ids: slugs.keys() }),
          async write(articles, gone) {
            for (const id of [...gone, ...articles.map((article) => article.id)]) remove(id);
            for (const article of articles) await add(article);
            meta.set('slugs', JSON.stringify([...slugs]));
          },
          commit: (next) => meta.set('synced', next),
        },
        parameters,
      );
      logger.info(`Articles: ${changed.length} new or changed, ${removed.length} gone.`);

      /** A slug may have gone to another article meanwhile. */
      function remove(id: number): void {
        const slug = slugs.get(id);
        if (slug !== undefined && ids.get(slug) === id) {
          store.delete(slug);
          ids.delete(slug);
        }
        slugs.delete(id);
      }

      async function add(article: Article): Promise<void> {
        const { html, markdown, ...fields } = article;
        const id = article.slug;
        const data = await parseData({ id, data: fields });
        const rendered = { html, metadata: { headings: toHeadings(article) } };
        store.set({ id, data, body: markdown, rendered, digest: generateDigest({ ...article }) });
        slugs.set(article.id, id);
        ids.set(id, article.id);
      }
    },
  };

  /** Those that `html` has. */
  function toHeadings({ details }: Article) {
    const headings = parameters.exclude_html ? [] : (details?.headings ?? []);
    const shown = headings.filter(({ level }) => level > 1 || !parameters.exclude_h1);
    return shown.map(({ level, id, text }) => ({ depth: level, slug: id, text }));
  }
}
