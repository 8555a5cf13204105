import * as z from 'zod/mini';
import { maxId } from '../../../../src/core/article.ts';
import { slugSchema } from '../../../front-matter/slug-schema.ts';

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
