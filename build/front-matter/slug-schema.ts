import * as z from 'zod/mini';
import { maxSlugLength } from '../../src/core/article.ts';

/** A slug, as readers and authors are told. */
export const slugSchema = z.string().check(
  z.minLength(1),
  z.maxLength(maxSlugLength),
  z.refine((slug) => /^(?!\d+$)[\p{L}\p{M}\p{N}_.-]+$/u.test(slug)),
  z.meta({
    description:
      'Unique, and may change. Letters and digits of any script, `-`, `_` and `.`; not digits alone; in NFC.',
  }),
);
