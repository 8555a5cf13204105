import { failure, notAcceptable, type ParameterErrors, problem, unavailable } from '../../../../src/core/problem.ts';
import { tooManyRequests } from '../../../../src/core/rate-limit.ts';
import type { Reply } from '../../../../src/core/reply.ts';
import { maxTarget } from '../../../../src/core/respond.ts';
import type { Described } from './described.ts';
import type { HeaderName } from './headers.ts';
import type { Json } from './json.ts';

export interface DescribedError {
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
export function describeErrors({ site, rateLimit }: Described): DescribedError[] {
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
