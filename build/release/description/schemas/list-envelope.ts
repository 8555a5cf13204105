import * as z from 'zod/mini';
import { maxId } from '../../../../src/core/article.ts';
import { pageFileCount } from '../../../../src/core/format.ts';
import { ArticleSchema } from './article.ts';

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
