import * as z from 'zod/mini';
import { Article } from './article.ts';

const uri = z.string().check(z.meta({ format: 'uri' }));
const count = z.int().check(z.gte(1));

/** What a list answers. The keys stand in this order and are always present. */
export const ListEnvelope = z.object({
  data: z.array(Article),
  links: z.object({
    first: uri.check(z.meta({ description: 'The live first page.' })),
    last: z.nullable(uri),
    prev: z.nullable(uri),
    next: z.nullable(uri).check(z.meta({ description: 'Null on the last page. Follow it to read all articles.' })),
  }),
  meta: z.object({
    current_page: count,
    from: z.nullable(count).check(z.meta({ description: 'Number of the first article on this page, from 1.' })),
    path: uri,
    per_page: count,
    to: z.nullable(count).check(z.meta({ description: 'Number of the last article on this page.' })),
  }),
});

export type ListEnvelope = z.infer<typeof ListEnvelope>;
