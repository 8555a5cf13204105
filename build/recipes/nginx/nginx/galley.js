// Written by galley init nginx; galley.conf says where it belongs. For njs, which runs it for each request.
import crypto from 'crypto';

// The name of the key that a request shows, or ''. Expiry and revocation count as of this request.
function keyName(r) {
  const shown = r.headersIn['X-Api-Key'];
  // A field that was sent twice has a comma. What cannot be a key of Galley's, a replica answers.
  if (shown === undefined || !/^[\x21-\x2b\x2d-\x7e]{1,256}$/.test(shown)) return '';
  const digest = crypto.createHash('sha256').update(shown).digest('hex');
  const now = Math.floor(Date.now() / 1000);
  // A loop: what nginx read has no methods of an array. How long a comparison takes tells of a digest, and so of no key.
  for (let i = 0; i < galleyKeys.keys.length; i++) {
    const key = galleyKeys.keys[i];
    if (key.digest === digest && key.revoked !== true && (key.expires === undefined || now < key.expires))
      return key.name;
  }
  return '';
}

// `gzip …` or `identity …`: all that an answer depends on, beside the key. '' where nginx would not answer as Galley does.
function copy(r) {
  const target = r.variables.request_uri;
  if (!target.startsWith('/api/v1/articles')) return '';
  const fields = r.headersIn;
  // nginx would heed these, which Galley does not.
  if (fields['If-Modified-Since'] || fields['If-Unmodified-Since'] || fields['If-Match']) return '';
  if (fields['If-None-Match'] !== undefined && !isPlain(fields['If-None-Match'])) return '';
  const coding = chooseCoding(fields['Accept-Encoding']);
  if (coding === null) return '';
  const origin = fields.Origin;
  return `${coding} ${origin === undefined ? '' : origin} ${target}`;
}

// One list of entity tags, or `*`: what nginx and Galley read alike.
function isPlain(tags) {
  return /^(?:\*|(?:W\/)?"[^"]*"(?:, ?(?:W\/)?"[^"]*")*)$/.test(tags);
}

// As Galley chooses (RFC 9110 section 12.5.3): gzip where it is liked no less than identity, null for neither.
function chooseCoding(field) {
  if (field === undefined) return 'identity';
  if (field === 'gzip') return 'gzip';
  const qualities = {};
  field
    .toLowerCase()
    .split(',')
    .forEach((item) => {
      const parts = item.split(';').map((text) => text.trim());
      const coding = parts.shift();
      if (coding !== '') qualities[`c ${coding === 'x-gzip' ? 'gzip' : coding}`] = toQuality(parts);
    });
  const any = qualities['c *'];
  const gzip = firstOf([qualities['c gzip'], any, 0]);
  const identity = firstOf([qualities['c identity'], any === 0 ? 0 : undefined, null]);
  if (gzip > 0 && gzip >= (identity === null ? 0 : identity)) return 'gzip';
  return identity === 0 ? null : 'identity';
}

function toQuality(parameters) {
  const written = parameters.map((text) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(text)).find((match) => match !== null);
  return written === undefined ? 1 : Math.min(1, Number(written[1]));
}

function firstOf(values) {
  return values.find((value) => value !== undefined);
}

export default { keyName, copy };
