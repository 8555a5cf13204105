import type { Described } from './service-info.ts';

export function describeSafety({ trustedHtml }: Described): string {
  const html = trustedHtml
    ? '`html` is what its author wrote, unsanitised: this API trusts its authors. If you do not, sanitise it.'
    : 'The build has sanitised `html`: you may put it into a page as it is. It has no script, no event handler, no foreign frame.';
  return (
    `${html} \`markdown\` is the author's text, raw HTML included: if you render it, sanitise the result. All ` +
    'other texts are plain text: escape them in HTML.'
  );
}

/** What readers can rely on; the guide says it in the same words. */
export const lastingIds =
  'An `id` stays through edits, rollbacks, and each rename or move of a file that a build recognises, which takes the ' +
  'last release, and for ever where the author wrote it down. No two articles of a release share one. A new ' +
  'text under the slug of an article can get its id, too.';

export const retries =
  'Reading changes nothing, so you may send any request again. After 429 and 503, wait for the seconds in `Retry-After`. After ' +
  '500 and a broken connection, try once more after some seconds. After any other error, change the request first.';

export function describeLimits({ rateLimit }: Described): string {
  const size =
    'A page has at most 100 articles, or 1,000 without bodies, and at most 100 terms. An address has at most 8,000 bytes, `ids` at most ' +
    '100 ids, and a selection at most 10 terms.';
  if (rateLimit === null)
    return `${size} The API does not limit how often a key may ask. A proxy in front of it may, with 429.`;
  const often = `${counted(rateLimit.requests, 'request')} in ${counted(rateLimit.seconds, 'second')}`;
  return (
    `${size} Each key may send ${often}. After that, it gets 429 until the window ends. \`RateLimit\` on each ` +
    'response says what is left, where the server knows that. Servers may count separately.'
  );
}

export function describeCors({ cors }: Described): string {
  if (cors.length === 0) return 'Browsers do not let pages of other origins read this API. Call it from a server.';
  const who = cors.includes('*')
    ? 'Pages of every origin'
    : `Pages of ${cors.map((origin) => `\`${origin}\``).join(', ')}`;
  return `${who} may read this API in browsers, errors included. Everyone who opens such a page can read its key.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A text with `parts` in the places of their names in double braces. */
export function fill(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => parts[name] ?? whole);
}
