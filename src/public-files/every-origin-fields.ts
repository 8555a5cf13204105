const fields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Accept-Ranges, Content-Range',
} as const;

const preflightFields = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range',
  'Access-Control-Max-Age': '7200',
} as const;

/** Fields that let pages of every origin read the description and media, which are open without a key; none for other paths. */
export function everyOriginFields(method: string, pathname: string): Readonly<Record<string, string>> {
  if (pathname !== '/openapi.json' && !pathname.startsWith('/media/')) return {};
  return method === 'OPTIONS' ? { ...fields, ...preflightFields } : fields;
}
