import type * as z from 'zod/mini';
import { maxSlugLength } from '../../../src/core/article.ts';
import { pageFileCount } from '../../../src/core/format.ts';
import { componentSchemas, type Json, type JsonObject, reference, schemaOf, toJson } from './openapi/components.ts';
import { articleExample, snapshotExample } from './openapi/examples.ts';
import { componentHeaders } from './openapi/headers.ts';
import { componentResponses } from './openapi/responses.ts';
import { describeApi, describeArticle, describeKey, describeList } from './openapi/texts.ts';
import { ExcludeH1Schema, PageSchema, PerPageSchema, SnapshotTokenSchema } from './schemas.ts';
import { type Described, plainInfo } from './service-info.ts';

type OpenApiOptions = Pick<Described, 'site'> & Partial<Described>;

/** The description of the API, from the schemas that type and validate it (OpenAPI 3.1.1). */
export function toOpenApi(options: OpenApiOptions): JsonObject {
  const described: Described = { ...unconfigured, ...options };
  const { site, title, contact } = described;
  const responses = componentResponses(described);
  const usedHeaders = new Set(Object.values(responses).flatMap(({ headers }) => Object.keys(headers ?? {})));
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1.0.0',
      summary: 'A read-only API of articles.',
      description: describeApi(described),
      contact: toJson(Object.keys(contact).length > 0 ? contact : { url: site }),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: `${site}/`, description: 'The same for people, with programs to paste.' },
    servers: [{ url: `${site}/api/v1` }],
    security: [{ key: [] }],
    tags: [{ name: 'articles', description: 'Articles that are due.' }],
    paths: {
      '/articles': {
        get: {
          operationId: 'listArticles',
          tags: ['articles'],
          summary: 'List articles',
          description: describeList(described),
          parameters: [
            queryParameters.page,
            queryParameters.perPage,
            queryParameters.excludeH1,
            queryParameters.snapshot,
            reference('parameters', 'IfNoneMatch'),
          ],
          responses: {
            200: reference('responses', 'ArticleList'),
            304: reference('responses', 'ArticleListNotModified'),
            ...errors('401 406 410 414 422 429 500 503 default'),
          },
        },
      },
      '/articles/{article}': {
        get: {
          operationId: 'getArticle',
          tags: ['articles'],
          summary: 'Fetch one article',
          description: describeArticle(described),
          parameters: [articleParameter, queryParameters.excludeH1, reference('parameters', 'IfNoneMatch')],
          responses: {
            200: reference('responses', 'Article'),
            304: reference('responses', 'ArticleNotModified'),
            308: reference('responses', 'PermanentRedirect'),
            ...errors('401 404 406 414 422 429 500 503 default'),
          },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: describeKey() } },
      parameters: { IfNoneMatch: ifNoneMatch },
      schemas: componentSchemas(described),
      headers: componentHeaders(usedHeaders),
      responses,
    },
  };
}

const unconfigured: Omit<Described, 'site'> = { ...plainInfo, trustedHtml: false };

const articleParameter: Json = {
  name: 'article',
  in: 'path',
  required: true,
  description: 'The id (all digits) or the slug, percent-encoded.',
  schema: { type: 'string', minLength: 1, maxLength: maxSlugLength },
  examples: {
    id: { summary: 'By id, which never changes', value: String(articleExample.id) },
    slug: { summary: 'By slug', value: articleExample.slug },
  },
};

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of what you hold, or several: where one still holds, the answer is 304, without a body.',
  schema: { type: 'string', minLength: 1 },
  example: '"33a64df551425fcc"',
};

const errorNames: Record<string, string> = {
  401: 'Unauthorized',
  404: 'NotFound',
  406: 'NotAcceptable',
  410: 'Gone',
  414: 'UriTooLong',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
  default: 'Problem',
};

function errors(statuses: string): JsonObject {
  return Object.fromEntries(
    statuses.split(' ').map((status) => [status, reference('responses', errorNames[status] ?? '')]),
  );
}

/** The parameters of the query, with the bounds by which they are read. */
const queryParameters = {
  // Without the format `int64`, of which generators of JavaScript make a `bigint`.
  page: query('page', PageSchema, { default: 1 }, 2, 'Which page, counted from 1. Beyond the end, `data` is empty.'),
  perPage: query(
    'per_page',
    PerPageSchema,
    { format: 'int32', default: pageFileCount },
    10,
    'How many articles a page holds at most.',
  ),
  excludeH1: query(
    'exclude_h1',
    ExcludeH1Schema,
    { default: false },
    true,
    'Leaves level-one headings out of `html` and `markdown`.',
  ),
  snapshot: query(
    'snapshot',
    SnapshotTokenSchema,
    // A count of 16 digits at most, a dash, a digest of 16.
    { maxLength: 33 },
    snapshotExample,
    'Issued in `links` and `Link`: pins which articles a list ranges over, so that a crawl never skips or repeats one. ' +
      'Where it is no longer known: 410.',
  ),
};

function query(name: string, type: z.ZodMiniType, more: JsonObject, example: Json, description: string): JsonObject {
  return { name, in: 'query', description, schema: { ...schemaOf(type), ...more }, example };
}
