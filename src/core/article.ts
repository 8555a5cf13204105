import * as z from 'zod/mini';

/** The longest slug, in UTF-16 code units. */
export const maxSlugLength = 200;

/** The greatest id: generated clients read `integer` as 32 bits, signed. */
export const maxId = 2 ** 31 - 1;

/** RFC 3339, UTC, whole seconds. */
const dateTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/), z.meta({ format: 'date-time' }));

/** An article as the API answers it. The keys stand in this order and are always present. */
export const Article = z.object({
  id: z.int().check(z.gte(1), z.lte(maxId), z.meta({ format: 'int32', description: 'Never changes, never reused.' })),
  slug: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(maxSlugLength),
      z.regex(/^(?!\d+$)[\p{L}\p{M}\p{N}_.-]+$/u),
      z.meta({ description: 'Unique. Letters, digits, `-`, `_`, `.`; not all digits.' }),
    ),
  excerpt: z.string().check(z.meta({ description: 'Plain text.' })),
  title: z.string().check(z.meta({ description: 'Plain text.' })),
  meta_title: z.string().check(z.meta({ description: 'For `<title>`; the title unless the author gave another.' })),
  meta_description: z
    .string()
    .check(z.meta({ description: 'For `<meta name="description">`; the excerpt unless the author gave another.' })),
  html: z.string().check(z.meta({ description: 'The body as safe HTML.' })),
  markdown: z.string().check(z.meta({ description: 'The body as Markdown. Rendering it gives `html`.' })),
  header_image_url: z.nullable(z.string().check(z.meta({ format: 'uri', description: 'Absolute.' }))),
  publish_at: dateTime.check(z.meta({ description: 'The moment from which the article is served.' })),
  published_at: z.nullable(dateTime).check(z.meta({ description: 'When it first appeared.' })),
  updated_at: z
    .nullable(dateTime)
    .check(z.meta({ description: 'The most recent change of the content: a refresh or a rewrite.' })),
});

export type Article = z.infer<typeof Article>;
