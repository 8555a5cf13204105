import * as z from 'zod/mini';
import { maxId } from '../../../src/core/article.ts';
import { pageFileCount } from '../../../src/core/format.ts';
import { slugSchema } from '../../front-matter/schema.ts';

/** RFC 3339, UTC, whole seconds. */
const dateTime = z.string().check(
  z.refine((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)),
  z.meta({ format: 'date-time' }),
);

/**
 * An article as the API answers it. All keys are present, in this order. Checks that a pattern could express are refinements
 * instead: generated clients would copy a pattern into regular expressions that cannot read it (`\p{L}` without `u`), or apply
 * it to a value that they have already converted from text.
 */
export const ArticleSchema = z.object({
  id: z
    .int()
    .check(
      z.gte(1),
      z.lte(maxId),
      z.meta({ format: 'int32', description: 'Never changes, and is never given to another article: store under it.' }),
    ),
  slug: slugSchema,
  excerpt: z.string().check(z.meta({ description: 'Plain text: escape it within HTML.' })),
  title: z.string().check(z.meta({ description: 'Plain text: escape it within HTML.' })),
  meta_title: z
    .string()
    .check(z.meta({ description: 'Plain text for `<title>`: `title` unless the author gave another.' })),
  meta_description: z.string().check(
    z.meta({
      description: 'Plain text for `<meta name="description">`: `excerpt` unless the author gave another.',
    }),
  ),
  html: z.string().check(z.meta({ description: 'The body as safe HTML: the build has sanitised it.' })),
  markdown: z.string().check(
    z.meta({
      description:
        'The body as its author wrote it, raw HTML included, with addresses as in `html`. Whoever renders it must sanitise it.',
    }),
  ),
  header_image_url: z.nullable(z.string().check(z.meta({ format: 'uri', description: 'Absolute.' }))),
  publish_at: dateTime.check(
    z.meta({ description: 'The moment from which the article is served. In UTC, with whole seconds.' }),
  ),
  published_at: z
    .nullable(dateTime)
    .check(z.meta({ description: 'When it first appeared. In UTC, with whole seconds.' })),
  updated_at: z.nullable(dateTime).check(
    z.meta({
      description: 'The most recent change of the content: a refresh or a rewrite. In UTC, with whole seconds.',
    }),
  ),
});

const uri = z.string().check(z.meta({ format: 'uri' }));

/** Ids are 31 bits, so no article has a greater number. */
const place = z.int().check(z.gte(1), z.lte(maxId), z.meta({ format: 'int32' }));

/** Addresses of pages, absolute. `first` is live; the others carry the snapshot. */
export const PageLinksSchema = z.object({
  first: uri.check(z.meta({ description: 'The live first page.' })),
  last: z.nullable(uri).check(z.meta({ description: 'The last page of this snapshot.' })),
  prev: z.nullable(uri).check(z.meta({ description: 'Null on the first page.' })),
  next: z.nullable(uri).check(z.meta({ description: 'Null on the last page. Follow it to read all articles.' })),
});

/** Where a page lies in its list. */
export const PageMetaSchema = z.object({
  current_page: z.int().check(z.gte(1), z.meta({ description: 'The number of this page, counted from 1.' })),
  from: z.nullable(place).check(
    z.meta({
      description: 'Number of the first place on this page in its list, counted from 1; null beyond the end.',
    }),
  ),
  path: uri.check(z.meta({ description: 'The address of the list, without parameters.' })),
  per_page: z
    .int()
    .check(
      z.gte(1),
      z.lte(pageFileCount),
      z.meta({ format: 'int32', description: 'How many articles a page holds at most.' }),
    ),
  to: z.nullable(place).check(
    z.meta({
      description:
        'Number of the last place on this page; null beyond the end. What was taken down during a crawl leaves its place.',
    }),
  ),
});

/** What a list answers. The keys stand in this order and are always present. */
export const ListEnvelopeSchema = z.object({
  data: z.array(ArticleSchema).check(
    z.maxLength(pageFileCount),
    z.meta({
      description:
        'Newest first: by `publish_at`, then by `id`, both descending, as they were when the snapshot was given.',
    }),
  ),
  links: PageLinksSchema,
  meta: PageMetaSchema,
});

/** RFC 9457, and the members that Laravel clients read: `message`, and `errors` on 422. */
export const ProblemDetailsSchema = z.object({
  type: z.string().check(z.meta({ format: 'uri-reference', description: '`about:blank`: the status says it all.' })),
  title: z.string().check(z.meta({ description: 'What HTTP calls the status.' })),
  status: z.int().check(z.gte(400), z.lte(599), z.meta({ format: 'int32', description: 'The same as of the answer.' })),
  detail: z.string().check(z.meta({ description: 'What was found, what is expected, how to fix it.' })),
  message: z.string().check(z.meta({ description: 'The same as `detail`.' })),
  errors: z.optional(
    z
      .record(z.string(), z.array(z.string()).check(z.minLength(1)))
      .check(z.meta({ description: 'On 422 alone: what is wrong, by parameter, all at once.' })),
  ),
  start: z.optional(
    z.string().check(z.meta({ format: 'uri', description: 'On 410 alone: the address to start again at.' })),
  ),
});

/** The JSON Schemas that components name. Members that later versions add are allowed. */
export function componentSchemas({ trustedHtml }: { trustedHtml: boolean }): object {
  const registry = z.registry<{ id: string }>();
  registry.add(ArticleSchema, { id: 'Article' });
  registry.add(ListEnvelopeSchema, { id: 'ArticleList' });
  registry.add(PageLinksSchema, { id: 'PageLinks' });
  registry.add(PageMetaSchema, { id: 'PageMeta' });
  registry.add(z.omit(ProblemDetailsSchema, { errors: true, start: true }), { id: 'Problem' });
  registry.add(z.required(z.omit(ProblemDetailsSchema, { start: true }), { errors: true }), {
    id: 'ValidationProblem',
  });
  registry.add(z.required(z.omit(ProblemDetailsSchema, { errors: true }), { start: true }), { id: 'GoneProblem' });
  const uri = (id: string): string => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri, override: collapseNull });
  for (const [name, description] of Object.entries(descriptions)) Object.assign(schemas[name] ?? {}, { description });
  if (trustedHtml) Object.assign(schemas.Article?.properties?.html ?? {}, { description: trusted });
  // Without what OpenAPI states elsewhere, and what generators do not understand.
  return JSON.parse(JSON.stringify(schemas, (key, member) => (omitted.has(key) ? undefined : member)));
}

const omitted = new Set(['$schema', '$id', 'propertyNames']);

const trusted =
  'The body as HTML, as its author wrote it: this API trusts its authors, and whoever does not must sanitise it.';

const descriptions = {
  Article: 'An article. Store it under its `id`. All members are always present; later versions may add some.',
  ArticleList: 'One page of a list.',
  PageLinks: 'Absolute addresses of other pages. They repeat `per_page` and `exclude_h1` where the request gave them.',
  PageMeta: 'Where this page lies in its list.',
  Problem: 'Why a request was not answered as asked (RFC 9457).',
  GoneProblem: 'That a snapshot is gone, and where to start again (RFC 9457).',
  ValidationProblem: 'Which parameters are wrong, all of them at once (RFC 9457).',
};

/** `{anyOf: [X, null]}` as `X` that may be null: what client generators read best. */
function collapseNull({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [some, none, ...more] = jsonSchema.anyOf ?? [];
  if (typeof some !== 'object' || typeof none !== 'object' || more.length > 0 || none.type !== 'null') return;
  if (typeof some.type !== 'string') return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...some, ...jsonSchema, type: [some.type, 'null'] });
}
