import type { IncomingMessage } from 'node:http';

/**
 * A request as a function URL hands it on: payload format 2.0 of
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html. Names of fields are in lower case, several fields of a name joined by
 * commas; path and query are as the client sent them. A body is not handed on, since no adapter reads one.
 */
export function toEvent({ method = 'GET', url = '/', rawHeaders, socket }: IncomingMessage, id: string): object {
  const headers: Record<string, string> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    const value = rawHeaders[i + 1] ?? '';
    headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  const origin = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const [, rawPath = '/', rawQueryString = ''] = /^([^?]*)(?:\?(.*))?$/.exec(origin) ?? [];
  const now = new Date();
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers,
    requestContext: {
      accountId: 'anonymous',
      apiId: 'local',
      domainName: headers.host ?? 'local',
      domainPrefix: 'local',
      http: {
        ...{ method, path: rawPath, protocol: 'HTTP/1.1' },
        ...{ sourceIp: socket.remoteAddress ?? '', userAgent: headers['user-agent'] ?? '' },
      },
      ...{ requestId: id, routeKey: '$default', stage: '$default' },
      ...{ time: now.toISOString(), timeEpoch: now.getTime() },
    },
    isBase64Encoded: false,
  };
}
