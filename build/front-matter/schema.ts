import * as z from 'zod/mini';
import { maxId, maxSlugLength } from '../../src/core/article.ts';

const describe = (description: string) => z.meta({ description });
const text = z.union([z.string(), z.number(), z.boolean()]).check(describe('text'));
const date = z.string().check(describe('a date such as `2026-02-24` or `2026-02-24T10:00:00Z`'));
const image = z.string().check(describe('the path or address of an image'));

/** A slug, as the API describes it. */
export const slugSchema = z.string().check(
  z.minLength(1),
  z.maxLength(maxSlugLength),
  z.refine((slug) => /^(?!\d+$)[\p{L}\p{M}\p{N}_.-]+$/u.test(slug)),
  z.meta({
    description:
      'Unique, and may change. Letters and digits of any script, `-`, `_` and `.`; not digits alone; in NFC.',
  }),
);

/** Front matter under the API's own names: the build validates by it, and editors get it. Other keys are ignored. */
export const FrontMatter = z.partial(
  z.looseObject({
    id: z
      .int()
      .check(z.gte(1), z.lte(maxId), describe(`a whole number from 1 to ${maxId}, in plain digits and without quotes`)),
    slug: slugSchema.check(
      z.refine((slug) => slug !== '.' && slug !== '..'),
      describe('letters, digits, `-`, `_` and `.`; not only digits; at most 200 characters'),
    ),
    title: text,
    excerpt: text,
    meta_title: text,
    meta_description: text,
    header_image: image,
    publish_at: date,
    published_at: date,
    updated_at: date,
    draft: z.union([z.boolean(), z.number(), z.string()]).check(describe('`true` or `false`')),
    aliases: z.union([z.string(), z.array(z.string())]).check(describe('former slugs: text, or a list of texts')),
  }),
);

/** What a problem names as expected for a field; the description of its schema. */
export function expectedOf(field: keyof typeof FrontMatter.shape): string {
  return z.globalRegistry.get(FrontMatter.shape[field]._zod.def.innerType)?.description ?? '';
}

/** True for a value that the schema of a field accepts. */
export function fits(field: keyof typeof FrontMatter.shape, value: unknown): boolean {
  return value !== undefined && FrontMatter.shape[field].safeParse(value).success;
}

/** Plain data → true or false as people write them, in any case, with or without quotes; null for anything else. */
export function toSwitch(value: unknown): boolean | null {
  if (typeof value === 'object') return null;
  const word = String(value).trim().toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(word)) return true;
  if (['false', 'no', 'off', '0'].includes(word)) return false;
  return null;
}
