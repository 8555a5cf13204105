import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  ArticleSchema,
  type ListEnvelopeSchema,
  PageSchema,
  PerPageSchema,
  type ProblemDetailsSchema,
  SnapshotTokenSchema,
} from '../../../../build/release/description/schemas.ts';
import type { ListEnvelope } from '../../../../src/core/article.ts';
import { type Article, articleFields } from '../../../../src/core/article.ts';
import { parseListParameters } from '../../../../src/core/parameters.ts';
import type { ProblemDetails } from '../../../../src/core/problem.ts';

test('the types of the core and the schemas of the description are the same', () => {
  expectTypeOf<z.infer<typeof ArticleSchema>>().toEqualTypeOf<Article>();
  expectTypeOf<z.infer<typeof ListEnvelopeSchema>>().toEqualTypeOf<ListEnvelope>();
  expectTypeOf<z.infer<typeof ProblemDetailsSchema>>().toEqualTypeOf<ProblemDetails>();
  expect(Object.keys(ArticleSchema.shape)).toEqual(articleFields);
});

describe('parameters are read within the bounds that are described:', () => {
  test.each([
    ...[-1, 0, 1, 2, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, 1e20].map(
      (value) => ['page', PageSchema, value, String(BigInt(value))] as const,
    ),
    ...[-1, 0, 1, 99, 100, 101, 1e6].map((value) => ['per_page', PerPageSchema, value, String(value)] as const),
    ...['0-0123456789abcdef', '01-0123456789abcdef', '7-0123456789abcdeg', '1234567890123456-0123456789abcdef'].map(
      (value) => ['snapshot', SnapshotTokenSchema, value, value] as const,
    ),
  ])('%s', (name, schema, value, written) => {
    expect(parseListParameters(`${name}=${written}`).ok).toBe(schema.safeParse(value).success);
  });
});
