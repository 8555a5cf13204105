import { changesGone } from '../../../src/core/list-changes.ts';
import {
  failure,
  longFields,
  noArticle,
  noKey,
  notAcceptable,
  problem,
  unavailable,
  unprocessable,
} from '../../../src/core/problem.ts';
import { tooManyRequests } from '../../../src/core/rate-limit.ts';
import { type Reply, securityHeaders } from '../../../src/core/reply.ts';
import { maxTarget, tooLong } from '../../../src/core/respond.ts';
import type { DeclaredField } from '../../front-matter/declared-fields.ts';
import { describeFields } from './describe-fields.ts';
import source from './openapi.yaml?json';
import { type Described, plainInfo } from './service-info.ts';
import { describeCors, describeLimits, describeSafety, fill, lastingIds, retries } from './texts.ts';

type JsonObject = { [key: string]: unknown };

/** The parts of `openapi.yaml` that are filled in. */
interface Source extends JsonObject {
  info: JsonObject;
  paths: Parameters<typeof describeFields>[0]['paths'];
  components: JsonObject & {
    headers: Record<string, { example: unknown }>;
    responses: Record<string, SourceResponse>;
    schemas: Record<string, { properties?: Record<string, object>; required?: string[] }>;
  };
}

interface SourceResponse {
  description: string;
  /** Names of headers, and of groups of them. */
  headers: string[];
  content?: Record<string, { schema: unknown; example?: unknown }>;
}

/** The description of the API (OpenAPI 3.1.1): `openapi.yaml` with what the operator configured. */
export function toOpenApi({
  fields = [],
  ...options
}: Pick<Described, 'site'> & Partial<Described> & { fields?: readonly DeclaredField[] }): JsonObject {
  const described: Described = { ...plainInfo, trustedHtml: false, ...options };
  const { site, title, contact, cors, rateLimit } = described;
  const texts: Readonly<Record<string, string>> = {
    site,
    retries,
    lastingIds,
    maxTarget: String(maxTarget),
    safety: describeSafety(described),
    limits: describeLimits(described),
    cors: describeCors(described),
  };
  const document: Source = JSON.parse(source, (_, value) => (typeof value === 'string' ? fill(value, texts) : value));
  const { info, components } = document;
  describeFields(document, fields);
  info.title = title;
  if (Object.keys(contact).length > 0) info.contact = contact;
  const { headers, responses, schemas, ...others } = components;
  if (described.trustedHtml) Object.assign(schemas.Article?.properties?.html ?? {}, { description: trusted });
  if (rateLimit === null && responses.TooManyRequests) responses.TooManyRequests.description = unlimited;
  const groups: Readonly<Record<string, string[]>> = {
    open: cors.length > 0 ? [...everyone, ...crossOrigin] : everyone,
    keyed: rateLimit === null ? ['open'] : ['open', ...limiting],
  };
  const examples = toExamples(described);
  const used = new Set<string>();
  const finished = Object.entries(responses).map(([name, { headers: names, content, ...response }]) => {
    const own = [...new Set(expand(names))];
    for (const each of own) used.add(each);
    for (const body of Object.values(content ?? {})) body.example ??= examples[name];
    const references = own.map((each) => [each, { $ref: `#/components/headers/${each}` }]);
    return [name, { ...response, headers: Object.fromEntries(references), ...(content && { content }) }];
  });
  for (const [name, example] of Object.entries(securityHeaders)) Object.assign(headers[name] ?? {}, { example });
  return {
    ...document,
    components: {
      ...others,
      schemas,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => used.has(name))),
      responses: Object.fromEntries(finished),
    },
  };

  function expand(names: readonly string[]): string[] {
    return names.flatMap((name) => (groups[name] === undefined ? [name] : expand(groups[name])));
  }
}

const everyone = ['Cache-Control', 'Vary', ...Object.keys(securityHeaders)];
const crossOrigin = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];
const limiting = ['RateLimit', 'RateLimit-Policy'];

const trusted = 'The body as HTML, as its author wrote it. This API trusts its authors. If you do not, sanitise it.';

const unlimited = 'This key asks too often. The API itself has no limit, but a proxy in front of it may have one.';

/** Bodies of errors, by the names of responses. */
function toExamples({ site, rateLimit }: Described): Record<string, unknown> {
  const changes = `${site}/api/v1/changes`;
  const limit = rateLimit ?? { requests: 600, seconds: 60 };
  const errors = {
    page: ['The page field must be an integer.'],
    per_page: ['The per_page field must be between 1 and 100.'],
  };
  const said: Record<string, Reply> = {
    Unauthorized: problem(401, noKey),
    NotFound: problem(404, noArticle),
    NotAcceptable: notAcceptable(),
    ChangesGone: changesGone(changes),
    UriTooLong: tooLong(maxTarget + 1),
    UnprocessableContent: unprocessable(errors),
    TooManyRequests: tooManyRequests(limit, { isOver: true, remaining: 0, renewal: Math.ceil(limit.seconds / 2) }),
    InternalServerError: failure(),
    ServiceUnavailable: unavailable(),
    Problem: problem(431, longFields),
  };
  const bodies = Object.entries(said).map(([name, { body }]) => [name, JSON.parse(`${body[0]}`)]);
  return Object.fromEntries(bodies);
}
