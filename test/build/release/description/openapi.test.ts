import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { toOpenApi } from '../../../../build/release/description/openapi.ts';
import source from '../../../../build/release/description/openapi.yaml?json';
import type { ListEnvelope } from '../../../../src/core/article.ts';
import { type Article, articleFields, type FieldValues } from '../../../../src/core/article.ts';
import { parseListParameters } from '../../../../src/core/parameters.ts';
import type { ProblemDetails } from '../../../../src/core/problem.ts';
import { toPairs } from '../../../../src/core/query.ts';
import {
  ArticleDetailsSchema,
  ArticleSchema,
  ChangeListSchema,
  ListEnvelopeSchema,
  ProblemDetailsSchema,
  TermListSchema,
} from '../../../support/description-schemas.ts';

const { components } = toOpenApi({ site: 'https://articles.galley.test' }) as {
  components: { schemas: Record<string, object> };
};

test('the types of the core are those of the schemas', () => {
  // Only an API with fields of its authors describes them.
  const fields = z.optional(z.custom<FieldValues>());
  const article = z.extend(ArticleSchema, { details: z.optional(z.extend(ArticleDetailsSchema, { fields })) });
  const envelope = z.extend(ListEnvelopeSchema, { data: z.array(article) });
  expectTypeOf<z.infer<typeof article>>().toEqualTypeOf<Article>();
  expectTypeOf<z.infer<typeof envelope>>().toEqualTypeOf<ListEnvelope>();
  expectTypeOf<z.infer<typeof ProblemDetailsSchema>>().toEqualTypeOf<ProblemDetails>();
  expect(Object.keys(ArticleSchema.shape)).toEqual([...articleFields, 'details']);
});

test.each([
  ['Article', ArticleSchema],
  ['ArticleList', ListEnvelopeSchema],
  ['Problem', z.omit(ProblemDetailsSchema, { errors: true, start: true, links: true })],
  ['ValidationProblem', z.required(z.omit(ProblemDetailsSchema, { start: true, links: true }), { errors: true })],
  ['ChangeList', ChangeListSchema],
  ['TermList', TermListSchema],
  ['ChangesGoneProblem', z.required(z.omit(ProblemDetailsSchema, { errors: true }), { start: true, links: true })],
] as const)('the described schema of %s is the one that has types', (name, typed) => {
  const json = z.toJSONSchema(typed, { io: 'input', override: collapseNull });
  expect(inline(components.schemas[name])).toEqual(inline(json));
});

/** `{anyOf: [X, null]}` as `X` that may be null: what client generators read best. */
function collapseNull({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [some, none] = jsonSchema.anyOf ?? [];
  if (typeof some !== 'object' || typeof none !== 'object' || none.type !== 'null') return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...some, ...jsonSchema, type: [some.type, 'null'] });
}

/** Without what is for people, and with each reference replaced by what it names. */
function inline(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (['$schema', 'propertyNames'].includes(key) || (key === 'description' && typeof value === 'string'))
      return undefined;
    const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(value?.$ref ?? '') ?? [];
    return name === undefined ? value : inline(components.schemas[name]);
  });
}

test('fields of authors are described by their types, as parameters and as kinds of terms', () => {
  const fields = [
    ...([
      ['series', 'text'],
      ['featured', 'boolean'],
      ['rating', 'number'],
      ['people', 'list'],
    ] as const),
    ...([
      ['home', 'url'],
      ['cover', 'image'],
      ['gallery', 'images'],
      ['extra', 'any'],
    ] as const),
  ] as const;
  const described = JSON.parse(JSON.stringify(toOpenApi({ site: 'https://articles.galley.test', fields })));
  const { ArticleDetails } = described.components.schemas;
  const validate = new Ajv2020({ formats: { uri: true } }).compile(ArticleDetails.properties.fields);
  const none = Object.fromEntries(fields.map(([name]) => [name, null]));
  const all = {
    series: 'a',
    featured: false,
    rating: 1.5,
    people: ['b'],
    home: 'https://a.example/',
    cover: 'https://b.example/',
  };
  for (const values of [none, { ...all, gallery: ['https://c.example/'], extra: [{}] }])
    expect(validate(values)).toBe(true);
  for (const wrong of [{}, { ...none, rating: '1' }, { ...none, people: 'a' }]) expect(validate(wrong)).toBe(false);
  expect(ArticleDetails.required.at(-1)).toBe('fields');
  const filtersOf = (path: string): [string, string][] =>
    described.paths[path].get.parameters.flatMap(({ name = '', schema }: { name: string; schema: { type: string } }) =>
      name.startsWith('filter') ? [[name, schema.type]] : [],
    );
  const filters = [
    ['filter[series]', 'string'],
    ['filter[featured]', 'boolean'],
    ['filter[rating]', 'number'],
    ['filter[people]', 'string'],
  ];
  const [article, terms] = ['/articles/{article}', '/terms'].map(filtersOf);
  expect([filtersOf('/articles'), filtersOf('/changes'), article, terms]).toEqual([filters, filters, [], []]);
  const { schema } = described.paths['/terms'].get.parameters[0];
  expect(schema.enum.slice(4)).toEqual(['series', 'featured', 'rating', 'people']);
  const undescribed = toOpenApi({ site: 'https://articles.galley.test', fields: [] });
  expect(undescribed).toEqual(toOpenApi({ site: 'https://articles.galley.test' }));
  expect(JSON.stringify(undescribed)).not.toMatch(/filter\[(?!tag)|"fields"/);
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
    ...[-1, 0, 1, 999, 1000, 1001, 1e6].map((value) => ['per_page', value, String(value)] as const),
    ...['0-1', '-86400-2147483647', '01-1', '1-0', '1-12345678901', '12345678901234567-1'].map(
      (value) => ['after', value, value] as const,
    ),
  ])('%s %s', (name, value, written) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
    const pairs = toPairs(`exclude_html=1&exclude_markdown=1&${name}=${written}`);
    expect(parseListParameters(pairs, new Map()).ok).toBe(ajv.validate(schema, value));
  });
});

test('a YAML file is imported as its text in JSON, so that no build parses YAML of the product', () => {
  const file = new URL('../../../../build/release/description/openapi.yaml', import.meta.url);
  expect(JSON.parse(source)).toEqual(parse(readFileSync(file, 'utf8')));
});
