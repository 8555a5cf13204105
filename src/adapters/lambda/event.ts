import { failure } from '../../core/problem.ts';
import type { RequestFacts } from '../../core/respond.ts';
import { UsageError } from '../../usage-error.ts';
import type { PlatformResponse } from '../fetch/fetch-options.ts';

/** What is used of a request as function URLs and HTTP APIs hand it on: payload format 2.0. */
export interface LambdaEvent {
  version: string;
  /** Function URLs give it as the client sent it; HTTP APIs decode it first. */
  rawPath: string;
  /** Without its `?`; undecoded. */
  rawQueryString: string;
  /** Several fields of a name are joined by commas. */
  headers: Readonly<Record<string, string | undefined>>;
  requestContext: { stage?: string; http: { method: string } };
}

/**
 * The request of an event. A named stage of an HTTP API is taken off its path. Throws `UsageError` for an event of
 * another kind.
 */
export function toFacts(event: LambdaEvent): Omit<RequestFacts, 'now'> {
  const { version, rawPath, rawQueryString, headers, requestContext } = event;
  if (version !== '2.0' || typeof rawPath !== 'string' || requestContext?.http === undefined) {
    throw new UsageError(
      `Found an event of ${typeof version === 'string' ? `version ${version}` : 'no version'}. Expected payload format 2.0, as ` +
        'function URLs and HTTP APIs send it. REST APIs and load balancers send another format.',
    );
  }
  const fields = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const query = rawQueryString ? `?${rawQueryString}` : '';
  return {
    method: requestContext.http.method,
    target: `${escapeDecoded(withoutStage(rawPath, requestContext.stage)) || '/'}${query}`,
    header: (name) => fields.get(name),
  };
}

function withoutStage(path: string, stage = '$default'): string {
  return stage !== '$default' && `${path}/`.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : path;
}

/** What no path has on a request line: an HTTP API has decoded it. What is still encoded stays as it is. */
function escapeDecoded(path: string): string {
  return path.replace(/[^!-~]|[?#]/gu, (text) =>
    Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** What a function gives back: payload format 2.0. */
export interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  /** Base64, or empty. */
  body: string;
  isBase64Encoded: boolean;
}

/** Bytes of JSON that Lambda takes, less those that stand around the body. */
const maxResult = (6 * 1024 - 16) * 1024;

/** Bytes of the longest body: three become four in base64. */
const maxBody = Math.floor((maxResult * 3) / 4);

/** A response as Lambda takes it; a 500 where it is too long, which is reported, or where its rest cannot be read. */
export async function toLambdaResult(
  response: PlatformResponse,
  onError: (error: unknown) => void,
): Promise<LambdaResult> {
  const { status: statusCode, headers, body } = response;
  if (body === null) return { statusCode, headers, body: '', isBase64Encoded: false };
  const size = Number(headers['Content-Length']);
  if (size > maxBody) {
    if (body instanceof ReadableStream) await body.cancel();
    onError(
      new RangeError(
        `A response has ${size} bytes, but Lambda takes only ${maxBody} in a result. Use createLambdaStream, and a function URL whose ` +
          'invoke mode is RESPONSE_STREAM.',
      ),
    );
    return toFailure();
  }
  try {
    const bytes = await toBytes(body);
    return { statusCode, headers, body: bytes.toString('base64'), isBase64Encoded: true };
  } catch {
    // Reported by what reads it.
    return toFailure();
  }
}

function toFailure(): LambdaResult {
  const { status: statusCode, headers, body } = failure();
  return { statusCode, headers, body: Buffer.from(body.join(''), 'latin1').toString('base64'), isBase64Encoded: true };
}

async function toBytes(body: NonNullable<PlatformResponse['body']>): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length);
  return Buffer.from(await new Response(body).arrayBuffer());
}
