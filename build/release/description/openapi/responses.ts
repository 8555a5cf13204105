import { failure, notAcceptable, type ParameterErrors, problem, unavailable } from '../../../../src/core/problem.ts';
import { tooManyRequests } from '../../../../src/core/rate-limit.ts';
import type { Reply } from '../../../../src/core/reply.ts';
import { maxTarget } from '../../../../src/core/respond.ts';
import type { Described } from '../service-info.ts';
import { type Json, type JsonObject, reference, toJson } from './components.ts';
import { articleExample, listExample } from './examples.ts';
import { type HeaderName, headersOf } from './headers.ts';

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

interface DescribedError {
  /** Name of the component. */
  name: string;
  description: string;
  /** Beside the headers that all answers have. */
  headers: readonly HeaderName[];
  schema: 'Problem' | 'ValidationProblem' | 'GoneProblem';
  /** What the server says. */
  example: Json;
}

/** All errors that a GET of this API is answered with. */
function describeErrors({ site, rateLimit }: Described): DescribedError[] {
  const start = `${site}/api/v1/articles?page=1`;
  const limit = rateLimit ?? { requests: 600, seconds: 60 };
  return [
    {
      name: 'Unauthorized',
      description: 'The key is missing, unknown, expired, revoked, or sent twice.',
      headers: ['WWW-Authenticate'],
      schema: 'Problem',
      example: say(
        problem(401, 'A valid key is expected in the X-Api-Key header. Ask the operator of this API for one.'),
      ),
    },
    {
      name: 'NotFound',
      description: 'There is no such article, or it is not yet due.',
      headers: [],
      schema: 'Problem',
      example: say(problem(404, 'There is no such article. Look its id or slug up in the list of articles.')),
    },
    {
      name: 'NotAcceptable',
      description: '`Accept-Encoding` excludes both `identity` and `gzip`.',
      headers: [],
      schema: 'Problem',
      example: say(notAcceptable()),
    },
    {
      name: 'Gone',
      description:
        'The snapshot is gone: its set changed, and no release is kept any more that has it as it was. Start again at the address in `start`.',
      headers: ['Link'],
      schema: 'GoneProblem',
      example: say(
        problem(
          410,
          'This snapshot is gone: articles in it were removed or re-dated, or others came between, and no release is kept ' +
            `any more that has it as it was. Start again at ${start}`,
          {},
          { start },
        ),
      ),
    },
    {
      name: 'UriTooLong',
      description: `Path and query are longer than ${maxTarget} bytes.`,
      headers: [],
      schema: 'Problem',
      example: say(problem(414, `The target has ${maxTarget + 1} bytes; at most ${maxTarget} are read.`)),
    },
    {
      name: 'UnprocessableContent',
      description: 'Parameters are out of bounds or of the wrong form; `errors` names all of them.',
      headers: [],
      schema: 'ValidationProblem',
      example: say(problem(422, 'The page field must be an integer. (and 1 more error)', {}, { errors: wrong })),
    },
    {
      name: 'TooManyRequests',
      description:
        rateLimit === null
          ? 'This key asks too often; the API itself sets no limit, but what stands before it may.'
          : 'This key has asked too often. Wait for `Retry-After` seconds, then ask again.',
      headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
      schema: 'Problem',
      example: say(tooManyRequests(limit, { isOver: true, remaining: 0, renewal: Math.ceil(limit.seconds / 2) })),
    },
    {
      name: 'InternalServerError',
      description: 'The server failed, and has logged why. Ask once again after some seconds, then ask the operator.',
      headers: [],
      schema: 'Problem',
      example: say(failure()),
    },
    {
      name: 'ServiceUnavailable',
      description:
        'There is nothing to serve yet, or a file that the answer needs is damaged. Wait for `Retry-After` seconds, then ask again.',
      headers: ['Retry-After'],
      schema: 'Problem',
      example: say(unavailable()),
    },
    {
      name: 'Problem',
      description: 'Any other error: what was sent is not HTTP, or not a method that is answered.',
      headers: [],
      schema: 'Problem',
      example: say(problem(431, 'The target and the header fields together are too long; at most 64 KiB are read.')),
    },
  ];
}

const wrong: ParameterErrors = {
  page: ['The page field must be an integer.'],
  per_page: ['The per_page field must be between 1 and 100.'],
};

function say({ body: [text] }: Reply): Json {
  return JSON.parse(`${text}`);
}
