import type { RequestFacts } from '../../core/respond.ts';
import { UsageError } from '../../usage-error.ts';

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
        'function URLs and HTTP APIs send it; REST APIs and load balancers send another.',
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
