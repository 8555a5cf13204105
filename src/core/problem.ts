import { toAsciiJson } from './encoding.ts';
import { FileError } from './file-errors.ts';
import { type Reply, toKeyedHeaders } from './reply.ts';

/** RFC 9457, and the members that Laravel clients read: `message`, and `errors` on 422. */
export interface ProblemDetails {
  /** `about:blank`: the status says it all. */
  type: string;
  title: string;
  status: number;
  /** What was found, what is expected, how to fix it. */
  detail: string;
  /** The same as `detail`. */
  message: string;
  /** On 422 alone: what is wrong, by parameter. */
  errors?: Record<string, string[]> | undefined;
  /** On 410 alone: the address to start again at. */
  start?: string | undefined;
  /** On 410 of changes alone: the same. */
  links?: { first: string } | undefined;
}

/** The same word on the status line as in `title` of a problem. */
const phrases = {
  200: 'OK',
  204: 'No Content',
  206: 'Partial Content',
  304: 'Not Modified',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  410: 'Gone',
  412: 'Precondition Failed',
  414: 'URI Too Long',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'HTTP Version Not Supported',
} as const;

export type ProblemStatus = Exclude<keyof typeof phrases, 200 | 204 | 206 | 304 | 308>;

/** All errors of all parameters, by parameter. */
export type ParameterErrors = Record<string, string[]>;

// Details that several places say.
export const noAddress =
  'There is nothing at this address. Articles are at /api/v1/articles and /api/v1/articles/{article}.';
export const noArticle = 'There is no such article. Look its id or slug up in the list of articles.';
export const longFields = 'The target and the header fields together are too long; at most 64 KiB are read.';
export const badHost = 'The Host field must be a host, or a host and a port.';
export const noKey = 'A valid key is expected in the X-Api-Key header. Ask the operator of this API for one.';

/** An error response. `detail` may hold any characters; they are escaped. */
export function problem(
  status: ProblemStatus,
  detail: string,
  headers: Record<string, string> = {},
  members: Pick<ProblemDetails, 'errors' | 'start' | 'links'> = {},
): Reply {
  const title = phrases[status];
  const details: ProblemDetails = { type: 'about:blank', title, status, detail, message: detail, ...members };
  const body = toAsciiJson(details);
  const problemHeaders = toKeyedHeaders('no-store');
  problemHeaders['Content-Type'] = 'application/problem+json';
  problemHeaders['Content-Length'] = String(body.length);
  problemHeaders.Link = serviceDescription;
  for (const [name, value] of Object.entries(headers)) problemHeaders[name] = value;
  return { status, headers: problemHeaders, body: [body] };
}

/** Where the API is described (RFC 8631). */
export const serviceDescription = '</openapi.json>; rel="service-desc"';

/** For parameters that are wrong; `detail` is the first error, and how many more there are. */
export function unprocessable(errors: ParameterErrors): Reply {
  const [first = '', ...more] = Object.values(errors).flat();
  const rest = more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'error' : 'errors'})`;
  return problem(422, `${first}${rest}`, {}, { errors });
}

/** For a client that accepts neither coding. */
export function notAcceptable(): Reply {
  return problem(406, 'Accept-Encoding excludes both identity and gzip, and this API has no other encoding.');
}

/** The 500 of an adapter; it says nothing of the inside. */
export function failure(): Reply {
  return problem(500, 'The server could not respond. The request is not the reason; the log says more.');
}

/** The 503 of a server without a release. */
export function unavailable(): Reply {
  return problem(503, 'There is no release to serve yet. Try again in a few seconds.', { 'Retry-After': '5' });
}

/** The 503 where a file that the response needs is missing or damaged. */
export function unreadable(): Reply {
  return problem(503, 'A part of the release cannot be read at this moment. Try again later.', { 'Retry-After': '5' });
}

/** Says no more than it must: the error is for the log. */
export function toErrorReply(error: unknown): Reply {
  return error instanceof FileError ? unreadable() : failure();
}

export const allow = 'GET, HEAD, OPTIONS';

/** Those of the IANA registry that Node's parser reads. Names of methods are case-sensitive. */
const registered = new Set(
  (
    'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MOVE OPTIONS PATCH ' +
    'POST PROPFIND PROPPATCH PUT QUERY REBIND REPORT SEARCH TRACE UNBIND UNLINK UNLOCK'
  ).split(' '),
);

/** Whether HTTP knows a method. */
export function isMethod(name: string): boolean {
  return registered.has(name);
}

/** For a method that is not served: 405, or 501 where HTTP does not know it (RFC 9110 sections 15.5.6 and 15.6.2). */
export function refuseMethod(name: string): Reply {
  if (!isMethod(name)) return problem(501, `This server does not know the method. It supports ${allow}.`);
  return problem(405, `This address supports only ${allow}.`, { Allow: allow });
}

/** The reason phrase of a status line (RFC 9112 section 4); '' for a status that we never send. */
export function toReason(status: number): string {
  return (phrases as Readonly<Record<number, string>>)[status] ?? '';
}
