// Written by galley init nginx; galley.conf says where it belongs. For njs, which runs it for each request.
import crypto from 'crypto';

// The name of the key of readers that a request shows, or ''. Expiry and revocation count as of this request. What a
// key of drafts or of a page opens, a replica checks, and no copy is given or kept.
function keyName(r) {
  const shown = r.headersIn['X-Api-Key'];
  // A field that was sent twice has a comma. A replica responds to what cannot be a key of Galley.
  if (shown === undefined || !/^[\x21-\x2b\x2d-\x7e]{1,256}$/.test(shown)) return '';
  const digest = crypto.createHash('sha256').update(shown).digest('hex');
  const now = Math.floor(Date.now() / 1000);
  // A loop: what nginx read has no methods of an array. The time of a comparison reveals a digest at most, and so no key.
  let name = '';
  for (let i = 0; i < galleyKeys.keys.length; i++) {
    const key = galleyKeys.keys[i];
    if (key.digest === digest && key.revoked !== true && (key.expires === undefined || now < key.expires))
      name = key.drafts || key.origins ? '' : key.name;
  }
  return name;
}

// `gzip json …`, for example: all that a response depends on, beside the key. '' where nginx would not respond as Galley does.
function copy(r) {
  const target = r.variables.request_uri;
  if (!target.startsWith('/api/v1/articles')) return '';
  const fields = r.headersIn;
  // nginx would obey these, which Galley does not.
  if (fields['If-Modified-Since'] || fields['If-Unmodified-Since'] || fields['If-Match']) return '';
  if (fields['If-None-Match'] !== undefined && !isPlain(fields['If-None-Match'])) return '';
  const coding = chooseCoding(fields['Accept-Encoding']);
  if (coding === null) return '';
  const origin = fields.Origin;
  // Only an article is Markdown, too.
  const form = target.startsWith('/api/v1/articles/') && prefersMarkdown(fields.Accept) ? 'markdown' : 'json';
  return `${coding} ${form} ${origin === undefined ? '' : origin} ${target}`;
}

// One list of entity tags, or `*`: what nginx and Galley read alike.
function isPlain(tags) {
  return /^(?:\*|(?:W\/)?"[^"]*"(?:, ?(?:W\/)?"[^"]*")*)$/.test(tags);
}

// As Galley chooses (RFC 9110 section 12.5.3): gzip where it is liked no less than identity, null for neither.
function chooseCoding(field) {
  if (field === undefined) return 'identity';
  if (field === 'gzip') return 'gzip';
  const qualities = parseQualities(field.replace(/\bx-gzip\b/gi, 'gzip'));
  const any = qualities['q *'];
  const gzip = firstOf([qualities['q gzip'], any, 0]);
  const identity = firstOf([qualities['q identity'], any === 0 ? 0 : undefined, null]);
  if (gzip > 0 && gzip >= (identity === null ? 0 : identity)) return 'gzip';
  return identity === 0 ? null : 'identity';
}

// As Galley chooses (section 12.5.1): where both are liked the same, what is named alone, or JSON.
function prefersMarkdown(field) {
  if (field === undefined || !/\btext\/(?:markdown|\*)/i.test(field)) return false;
  const qualities = parseQualities(field);
  const any = firstOf([qualities['q */*'], 0]);
  const markdown = firstOf([qualities['q text/markdown'], qualities['q text/*'], any]);
  const json = firstOf([qualities['q application/json'], qualities['q application/*'], any]);
  if (markdown !== json) return markdown > json;
  return markdown > 0 && qualities['q text/markdown'] !== undefined && qualities['q application/json'] === undefined;
}

function parseQualities(field) {
  const qualities = {};
  field
    .toLowerCase()
    // Text in quotation marks may hold a comma.
    .replace(/"(?:[^"\\]|\\.)*"?/g, '')
    .split(',')
    .forEach((item) => {
      const parts = item.split(';').map((text) => text.trim());
      const name = parts.shift();
      if (name !== '') qualities[`q ${name}`] = toQuality(parts);
    });
  return qualities;
}

function toQuality(parameters) {
  const written = parameters.map((text) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(text)).find((match) => match !== null);
  return written === undefined ? 1 : Math.min(1, Number(written[1]));
}

function firstOf(values) {
  return values.find((value) => value !== undefined);
}

// What nginx refuses itself, by status.
const refusals = {
  400: ['Bad Request', 'This is not a valid HTTP request.'],
  405: ['Method Not Allowed', 'This address supports only GET, HEAD, OPTIONS.', 'Allow', 'GET, HEAD, OPTIONS'],
  414: ['URI Too Long', 'The target is too long; at most 8000 bytes are read.'],
  429: ['Too Many Requests', 'Too many requests at once. Ask again in 1 second.', 'Retry-After', '1'],
  431: ['Request Header Fields Too Large', 'The header fields of the request are too long.'],
  501: ['Not Implemented', 'This server does not support the method or the transfer coding.'],
  503: ['Service Unavailable', 'No server can be reached at this moment. Try again later.', 'Retry-After', '5'],
  505: ['HTTP Version Not Supported', 'This server speaks HTTP/1.1 and HTTP/1.0.'],
};

// An error in the form of Galley's.
function refuse(r) {
  const status = Number(r.variables.status);
  const refusal = refusals[status];
  const fields = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding, X-Api-Key',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
  };
  if (refusal.length > 2) fields[refusal[2]] = refusal[3];
  Object.keys(fields).forEach((name) => {
    r.headersOut[name] = fields[name];
  });
  const problem = { type: 'about:blank', title: refusal[0], status: status, detail: refusal[1], message: refusal[1] };
  r.return(status, JSON.stringify(problem));
}

export default { keyName, copy, refuse };
