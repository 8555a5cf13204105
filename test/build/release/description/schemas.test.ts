import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import { toOpenApi } from '../../../../build/release/description/openapi.ts';
import {
  ArticleSchema,
  type ListEnvelopeSchema,
  type ProblemDetailsSchema,
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
  const { paths } = toOpenApi({ site: 'https://articles.galley.test' }) as {
    paths: Record<string, { get: { parameters: { name?: string; schema: object }[] } }>;
  };
  const parameters = paths['/articles']?.get.parameters ?? [];
  const ajv = new Ajv2020({ formats: { int32: true } });

  test.each([
    ...[-1, 0, 1, 2, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, 1e20].map(
      (value) => ['page', value, String(BigInt(value))] as const,
    ),
    ...[-1, 0, 1, 99, 100, 101, 1e6].map((value) => ['per_page', value, String(value)] as const),
    ...['0-0123456789abcdef', '01-0123456789abcdef', '7-0123456789abcdeg', '1234567890123456-0123456789abcdef'].map(
      (value) => ['snapshot', value, value] as const,
    ),
  ])('%s %s', (name, value, written) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
    expect(parseListParameters(`${name}=${written}`).ok).toBe(ajv.validate(schema, value));
  });
});
