import * as z from 'zod/mini';
import { slugSchema } from '../../build/front-matter/schema.ts';
import { maxId } from '../../src/core/article.ts';
import { maxHeads } from '../../src/core/parameters.ts';

// The schemas of `openapi.yaml` with types. `test/build/release/description/openapi.test.ts` holds that both, and the types of the
// core, are the same.

const uri = z.string().check(z.meta({ format: 'uri' }));

/** RFC 3339, UTC, whole seconds. */
const dateTime = z.string().check(
  z.refine((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)),
  z.meta({ format: 'date-time' }),
);

const int32 = (minimum: number, maximum: number) =>
  z.int().check(z.gte(minimum), z.lte(maximum), z.meta({ format: 'int32' }));

const text = z.string().check(z.maxLength(200));
const anyCount = int32(0, maxId);

export const ArticleDetailsSchema = z.object({
  authors: z.array(text).check(z.maxLength(100)),
  tags: z.array(text).check(z.maxLength(100)),
  section: z.nullable(text),
  language: z.nullable(text),
  words: anyCount,
  reading_minutes: anyCount,
  headings: z.array(z.object({ level: int32(1, 6), id: z.string(), text: z.string() })).check(z.maxLength(1000)),
  header_image: z.nullable(
    z.object({
      width: z.nullable(int32(1, maxId)),
      height: z.nullable(int32(1, maxId)),
      type: z.nullable(z.string()),
      alt: z.optional(z.string()),
    }),
  ),
  author_details: z.optional(
    z.array(z.object({ name: text, url: z.nullable(uri), avatar: z.nullable(uri) })).check(z.maxLength(100)),
  ),
  hidden: z.optional(z.literal(['draft', 'scheduled', null])),
});

/** All keys but the last are present, in this order. */
export const ArticleSchema = z.object({
  id: int32(1, maxId),
  slug: slugSchema,
  excerpt: z.string(),
  title: z.string(),
  meta_title: z.string(),
  meta_description: z.string(),
  html: z.string(),
  markdown: z.string(),
  header_image_url: z.nullable(uri),
  publish_at: dateTime,
  published_at: z.nullable(dateTime),
  updated_at: z.nullable(dateTime),
  details: z.optional(ArticleDetailsSchema),
});

/** Ids are 31 bits, so no article has a greater number. */
const place = int32(1, maxId);

export const ListEnvelopeSchema = z.object({
  data: z.array(ArticleSchema).check(z.maxLength(maxHeads)),
  links: z.object({ first: uri, last: z.nullable(uri), prev: z.nullable(uri), next: z.nullable(uri) }),
  meta: z.object({
    current_page: z.int().check(z.gte(1)),
    from: z.nullable(place),
    path: uri,
    per_page: int32(1, maxHeads),
    to: z.nullable(place),
  }),
});

export const TermListSchema = z.object({
  data: z.array(z.object({ term: z.string(), count: int32(1, maxId) })).check(z.maxLength(100)),
  links: ListEnvelopeSchema.shape.links,
  meta: ListEnvelopeSchema.shape.meta,
});

export const ChangeListSchema = z.object({
  data: z.array(ArticleSchema).check(z.maxLength(maxHeads)),
  removed: z.array(int32(1, maxId)).check(z.maxLength(maxHeads)),
  former_slugs: z.optional(
    z.array(z.object({ id: int32(1, maxId), slug: z.string().check(z.maxLength(200)) })).check(z.maxLength(1_000_000)),
  ),
  links: z.object({ first: uri, next: z.nullable(uri) }),
  meta: z.object({ since: z.nullable(z.string()), token: z.nullable(z.string()), per_page: int32(1, maxHeads) }),
});

/** RFC 9457, and the members that Laravel clients read: `message`, and `errors` on 422. */
export const ProblemDetailsSchema = z.object({
  type: z.string().check(z.meta({ format: 'uri-reference' })),
  title: z.string(),
  status: int32(400, 599),
  detail: z.string(),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()).check(z.minLength(1)))),
  start: z.optional(uri),
  links: z.optional(z.object({ first: uri })),
});
