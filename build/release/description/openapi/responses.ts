import type { Described } from './described.ts';
import { describeErrors } from './errors.ts';
import { articleExample, listExample } from './examples.ts';
import { type HeaderName, headersOf } from './headers.ts';
import { type Json, type JsonObject, reference, toJson } from './json.ts';

/** The answers that operations name. */
export function componentResponses(described: Described): { [name: string]: JsonObject } {
  const { cors, rateLimit, site } = described;
  const everyone: HeaderName[] = [
    'Cache-Control',
    'Vary',
    'X-Content-Type-Options',
    'Content-Security-Policy',
    'Referrer-Policy',
  ];
  if (cors.length > 0) everyone.push('Access-Control-Allow-Origin', 'Access-Control-Expose-Headers');
  const keyed: HeaderName[] = rateLimit === null ? everyone : [...everyone, 'RateLimit', 'RateLimit-Policy'];
  const one: HeaderName[] = [...keyed, 'ETag', 'Last-Modified', 'Galley-Release'];
  const list: HeaderName[] = [...one, 'Link', 'X-Total-Count'];
  const failed = describeErrors(described).map(({ name, description, headers, schema, example }) => {
    const content = { 'application/problem+json': { schema: reference('schemas', schema), example } };
    return [
      name,
      { description, headers: headersOf([...(keyless.has(name) ? everyone : keyed), ...headers]), content },
    ];
  });
  return {
    ArticleList: {
      description: 'A page of articles.',
      headers: headersOf([...list, 'Content-Encoding']),
      content: json('ArticleList', toJson(listExample(site))),
    },
    Article: {
      description: 'The article.',
      headers: headersOf([...one, 'Content-Encoding']),
      content: json('Article', toJson(articleExample)),
    },
    ArticleListNotModified: {
      description: 'The page that you hold is still right. There is no body.',
      headers: headersOf(list),
    },
    ArticleNotModified: {
      description: 'The article that you hold is still right. There is no body.',
      headers: headersOf(one),
    },
    PermanentRedirect: {
      description: 'The slug is a former one; the article is at `Location`. There is no body.',
      headers: headersOf([...keyed, 'Location', 'Galley-Release']),
    },
    ...Object.fromEntries(failed),
  };
}

/** What is answered before the key is known. */
const keyless = new Set(['Unauthorized', 'UriTooLong', 'Problem']);

function json(name: string, example: Json): JsonObject {
  return { 'application/json': { schema: reference('schemas', name), example } };
}
