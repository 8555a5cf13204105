import type { Described } from '../service-info.ts';

/** What a program must know before it asks, as Markdown (CommonMark, as OpenAPI has it). */
export function describeApi(described: Described): string {
  return paragraphs(
    'Lists articles, newest first, and fetches one by its id or its slug. Nothing can be written.',
    '**What to store.** Store articles under `id`: it never changes and is never given to another article. A `slug` may ' +
      'change; whoever asks for a former one is sent on by 308.',
    `**What may be shown as it is.** ${describeSafety(described)}`,
    '**Reading all articles.** Follow `links.next` until it is null. It carries a `snapshot`, which pins the articles of ' +
      'that moment and their order, so that nothing is skipped or repeated while others are published, moved or taken ' +
      'down. Their contents are always the present ones. One that was taken down is left out, so a page may have fewer ' +
      'articles than `per_page`, or none, while `links.next` leads on.',
    '**Staying up to date.** Keep the pinned address of each page that you read, which is the `bookmark` in its `Link` ' +
      'header, with its `ETag`. Ask for it again with `If-None-Match`: 304 costs no body and says that nothing on that ' +
      'page changed. 200 may have fewer articles than before. 410 says that its order is no longer known: forget that ' +
      'page. If you then have fewer articles ' +
      'than `X-Total-Count` of the live first page says, you lack the newest; read them from there. `HEAD` on the list is ' +
      'the cheapest question: the same `Galley-Release` and `X-Total-Count` as before mean that nothing changed at all.',
    `**Asking again.** ${retries}`,
    `**Limits.** ${describeLimits(described)}`,
    `**Pages of other origins (CORS).** ${describeCors(described)}`,
    '**Methods.** Each operation answers `HEAD` as `GET`, without the body, and `OPTIONS` with `Allow`; all other methods ' +
      'are answered 405.',
    '**Errors** are `application/problem+json` (RFC 9457) and say what was found and what is expected.',
    '**Change.** Within version 1 nothing is taken away and nothing changes its meaning. Members, parameters and header ' +
      'fields may be added: ignore what you do not know.',
  );
}

export function describeList(described: Described): string {
  return paragraphs(
    'One page of the articles that are due, by `publish_at`, then by `id`, both descending. Beyond the end `data` is empty.',
    'To read all, follow `links.next` until it is null. Store articles under `id`. To stay up to date, ask again for the ' +
      '`bookmark` of `Link` with `If-None-Match`.',
    describeSafety(described),
    retries,
  );
}

export function describeArticle(described: Described): string {
  return paragraphs(
    'By its id, which never changes, or by its slug, which may: 308 leads from a former slug to the present one. Store the ' +
      'article under its `id`.',
    'To stay up to date, ask again with `If-None-Match`: 304 costs no body. 404 says that the article was taken down.',
    describeSafety(described),
    retries,
  );
}

export function describeKey(): string {
  return 'Ask the operator of this API for one, and keep it out of pages that others read.';
}

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

function paragraphs(...texts: string[]): string {
  return texts.join('\n\n');
}
