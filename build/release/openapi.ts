import * as z from 'zod/mini';
import { Article, maxSlugLength } from '../../src/core/article.ts';
import { ListEnvelope } from '../../src/core/list-envelope.ts';
import { ExcludeH1, Page, PerPage, Snapshot } from '../../src/core/parameters.ts';
import { ProblemDetails } from '../../src/core/problem.ts';
import { plainInfo, type ServiceInfo } from './service-info.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface OpenApiOptions extends Partial<Pick<ServiceInfo, 'title' | 'contact'>> {
  /** Scheme and authority, without a trailing slash. */
  site: string;
}

/** The description of the API, from the schemas that type and validate it (OpenAPI 3.1.1). */
export function toOpenApi({ site, title = plainInfo.title, contact = {} }: OpenApiOptions): Json {
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1.0.0',
      summary: 'A read-only API of articles.',
      description:
        'Lists articles, newest first, and fetches one. Follow `links.next` to read all of them: its `snapshot` ' +
        'keeps a crawl whole while articles are published.',
      contact: strip(Object.keys(contact).length > 0 ? contact : { url: site }),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${site}/api/v1` }],
    security: [{ key: [] }],
    tags: [{ name: 'articles', description: 'Articles that are due.' }],
    paths: {
      '/articles': {
        get: {
          operationId: 'listArticles',
          tags: ['articles'],
          summary: 'List articles',
          description: 'Ordered by `publish_at`, then by `id`, both descending.',
          parameters: [
            parameter('page', Page),
            parameter('per_page', PerPage),
            parameter('exclude_h1', ExcludeH1),
            parameter('snapshot', Snapshot),
            ifNoneMatch,
          ],
          responses: {
            200: {
              description: 'A page of articles.',
              headers: {
                ...representationHeaders,
                Link: header(
                  'RFC 8288: `first`, `prev`, `next` and `last` page; `bookmark`, the pinned address of this one.',
                ),
                'X-Total-Count': header('Articles in all pages.', { type: 'integer' }),
              },
              content: json('ArticleList'),
            },
            304: notModified,
            401: { $ref: '#/components/responses/Unauthorized' },
            406: { $ref: '#/components/responses/NotAcceptable' },
            410: { $ref: '#/components/responses/Gone' },
            422: { $ref: '#/components/responses/UnprocessableContent' },
            default: { $ref: '#/components/responses/Problem' },
          },
        },
      },
      '/articles/{article}': {
        get: {
          operationId: 'getArticle',
          tags: ['articles'],
          summary: 'Fetch one article',
          description: 'By its id, which never changes, or by its slug, which may.',
          parameters: [
            {
              name: 'article',
              in: 'path',
              required: true,
              description: 'The id (all digits) or the slug, percent-encoded.',
              schema: { type: 'string', minLength: 1, maxLength: maxSlugLength },
            },
            parameter('exclude_h1', ExcludeH1),
            ifNoneMatch,
          ],
          responses: {
            200: { description: 'The article.', headers: representationHeaders, content: json('Article') },
            304: notModified,
            308: {
              description: 'The slug is a former one.',
              headers: { Location: header('Where the article is.', { type: 'string', format: 'uri' }) },
            },
            401: { $ref: '#/components/responses/Unauthorized' },
            404: { $ref: '#/components/responses/NotFound' },
            406: { $ref: '#/components/responses/NotAcceptable' },
            422: { $ref: '#/components/responses/UnprocessableContent' },
            default: { $ref: '#/components/responses/Problem' },
          },
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Ask the operator of this API for one.' },
      },
      schemas: componentSchemas(),
      responses: {
        Unauthorized: {
          ...problem('The key is missing, unknown, expired or revoked.'),
          headers: { 'WWW-Authenticate': header('`ApiKey realm="articles"`') },
        },
        NotFound: problem('There is no such article, or it is not yet due.'),
        NotAcceptable: problem('`Accept-Encoding` excludes both `identity` and `gzip`.'),
        Gone: {
          ...problem('The snapshot is gone. Start again at the address in `start`.'),
          headers: { Link: header('RFC 8288: the first page.') },
        },
        UnprocessableContent: problem('Parameters are out of bounds or of the wrong form; `errors` names all of them.'),
        Problem: problem('Any other error.'),
      },
    },
  };
}

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  description: 'Entity tags that the client holds (RFC 9110 section 13.1.2).',
  schema: { type: 'string' },
};

const representationHeaders: { [key: string]: Json } = {
  ETag: header('Strong; changes exactly when the body does. That of the gzip form ends in `-gz`.'),
  'Content-Encoding': header('`gzip` where `Accept-Encoding` asks for it.', { type: 'string', const: 'gzip' }),
  'Last-Modified': header('The newest change among the articles shown.'),
  'Galley-Release': header('The release that answered.'),
};

const notModified: Json = { description: 'The client holds this answer already.', headers: representationHeaders };

function header(description: string, type: Json = { type: 'string' }): Json {
  return { description, schema: type };
}

function json(name: string): Json {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}

function problem(description: string): { [key: string]: Json } {
  return { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };
}

function parameter(name: string, type: z.ZodMiniType): Json {
  const { description, ...rest } = schemaOf(type);
  return { name, in: 'query', ...(description !== undefined && { description }), schema: rest };
}

/** The JSON Schemas that components name. Members that later versions add are allowed. */
function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  registry.add(Article, { id: 'Article' });
  registry.add(ListEnvelope, { id: 'ArticleList' });
  registry.add(ProblemDetails, { id: 'Problem' });
  const uri = (id: string): string => `#/components/schemas/${id}`;
  return strip(z.toJSONSchema(registry, { io: 'input', uri, override: collapseNull }).schemas);
}

function schemaOf(type: z.ZodMiniType): { [key: string]: Json } {
  return strip(z.toJSONSchema(type, { io: 'input' })) as { [key: string]: Json };
}

/** Plain JSON, without the members that OpenAPI states elsewhere. */
function strip(schemas: unknown): Json {
  return JSON.parse(JSON.stringify(schemas, (key, value) => (key === '$schema' || key === '$id' ? undefined : value)));
}

/** `{anyOf: [X, null]}` as `X` that may be null: what client generators read best. */
function collapseNull({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [some, none, ...more] = jsonSchema.anyOf ?? [];
  if (typeof some !== 'object' || typeof none !== 'object' || more.length > 0 || none.type !== 'null') return;
  if (typeof some.type !== 'string') return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...some, ...jsonSchema, type: [some.type, 'null'] });
}
