import type { Described } from '../service-info.ts';

export function describeSafety({ trustedHtml }: Described): string {
  const html = trustedHtml
    ? '`html` is what its author wrote, unsanitised: this API trusts its authors. Sanitise it unless you do.'
    : '`html` was sanitised by the build and may be put into a page as it is: no script, event handler or frame of others.';
  return (
    `${html} \`markdown\` is the author's text, raw HTML included: whoever renders it must sanitise the outcome. All ` +
    'other texts are plain: escape them within HTML.'
  );
}

export const retries =
  'Reading changes nothing, so any request may be sent again. After 429 and 503, wait as many seconds as `Retry-After` ' +
  'says. After 500 and broken connections, try once more after some seconds. After any other error, change the request first.';

export function describeLimits({ rateLimit }: Described): string {
  const size = 'A page holds 100 articles at most; an address has 8,000 bytes at most.';
  if (rateLimit === null)
    return `${size} How often a key may ask is not limited; what stands before the API may answer 429.`;
  const often = `${counted(rateLimit.requests, 'request')} in ${counted(rateLimit.seconds, 'second')}`;
  return (
    `${size} Each key may send ${often}; after that it gets 429 until the window ends. \`RateLimit\` says on each answer ` +
    'what is left.'
  );
}

export function describeCors({ cors }: Described): string {
  if (cors.length === 0) return 'Browsers let no page of another origin read this API: call it from a server.';
  const who = cors.includes('*')
    ? 'Pages of every origin'
    : `Pages of ${cors.map((origin) => `\`${origin}\``).join(', ')}`;
  return `${who} may read this API in browsers, errors included. A key in a page is known to whoever opens the page.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
