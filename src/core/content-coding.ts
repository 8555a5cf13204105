/** How the bytes of a response, or of a page file, are coded (RFC 9110 section 8.4.1). */
export type ContentCoding = 'identity' | 'gzip';

/**
 * The coding of a response that `Accept-Encoding` asks for (RFC 9110 section 12.5.3): gzip where it is preferred no
 * less than identity, null where neither is acceptable. A coding that is neither listed nor covered by `*` is not
 * acceptable, identity excepted.
 */
export function chooseCoding(acceptEncoding: string | undefined): ContentCoding | null {
  if (acceptEncoding === undefined) return 'identity';
  if (acceptEncoding === last.field) return last.coding;
  last = { field: acceptEncoding, coding: parse(acceptEncoding) };
  return last.coding;
}

/** The last one is remembered: a client sends the same field each time. */
let last: { field: string; coding: ContentCoding | null } = { field: '', coding: 'identity' };

function parse(field: string): ContentCoding | null {
  // `x-gzip` is the same as `gzip` (section 8.4.1.3).
  const qualities = parseQualities(field.replace(/\bx-gzip\b/gi, 'gzip'));
  const any = qualities.get('*');
  const gzip = qualities.get('gzip') ?? any ?? 0;
  const identity = qualities.get('identity') ?? (any === 0 ? 0 : null);
  if (gzip > 0 && gzip >= (identity ?? 0)) return 'gzip';
  return identity === 0 ? null : 'identity';
}

/**
 * The qualities of what `Accept` or `Accept-Encoding` lists, by names in lower case (RFC 9110 section 12.4.2).
 * Parameters other than `q` are not compared.
 */
export function parseQualities(field: string): Map<string, number> {
  const qualities = new Map<string, number>();
  // Text in quotation marks may hold a comma.
  const plain = field.toLowerCase().replace(/"(?:[^"\\]|\\.)*"?/g, '');
  for (const item of plain.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((text) => text.trim());
    if (name !== '') qualities.set(name, toQuality(parameters));
  }
  return qualities;
}

/** From 0 to 1; a quality that cannot be read counts as 1, as if it were not there. */
function toQuality(parameters: readonly string[]): number {
  const written = parameters.map((text) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(text)?.[1]).find(Boolean);
  return written === undefined ? 1 : Math.min(1, Number(written));
}
