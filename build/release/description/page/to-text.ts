import { describeCors, describeLimits, describeSafety, retries } from '../openapi/texts.ts';
import { keepUpToDate } from './keep-up-to-date.ts';
import { escapeMarkdown, toContact } from './markdown-text.ts';
import type { PageFacts } from './page-facts.ts';
import { everyArticle, firstCall, languages, oneArticle, type Snippet } from './snippets.ts';
import { exampleOf, headerTable, parameterTable, type Schema, statusTable, toTypes } from './tables.ts';

/** The page in one sentence. */
export const lead =
  'A read-only API of articles in JSON: list them newest first, fetch one, keep a copy that costs only what changed.';

/** The page as Markdown, the source of its HTML: what stands before the first heading of a part is its first screen. */
export function toText(facts: PageFacts): string {
  const { site, info, description } = facts;
  const list = `${site}/api/v1/articles`;
  const schemas = description.components.schemas as Record<string, Schema>;
  const described = { ...info, site, trustedHtml: facts.trustedHtml };
  const typesOf = (belongs: (name: string) => boolean): string =>
    fence('ts', toTypes(Object.fromEntries(Object.entries(schemas).filter(([name]) => belongs(name)))));
  return `# ${escapeMarkdown(info.title)}

${lead}

- **Base address** \`${site}/api/v1\`
- **Key** in the header \`X-Api-Key\`. ${toContact(info.contact)}
- **For programs** [OpenAPI 3.1](${site}/openapi.json), [Markdown](${site}/index.md), [llms.txt](${site}/llms.txt)

## A first call

\`GET /articles\` lists articles, newest first. The ten newest:

${inAll(firstCall(list))}

Each example takes your key from the environment. To put it there, run this line, type or paste the key, and press Enter:

${fence('sh', 'read -r KEY && export KEY')}

## One article

\`GET /articles/{article}\` takes an id, or a slug in percent-encoded UTF-8. Store the id: it never changes and is never given to another article. A slug may change; the former one then answers 308 with the present address. The example takes an id from the list, and leaves level-one headings out for a site that shows the title itself.

${inAll(oneArticle(list))}

## Every article

Start at the list and follow \`links.next\`, exactly as it stands, until it is \`null\`. The links carry a \`snapshot\`, which pins the articles of the moment you began: you see each of them once, whatever is published, moved or taken down meanwhile. Their texts are the current ones. One that was taken down is left out, so a page may have fewer articles than \`per_page\`, or none, while \`next\` leads on. Where a crawl is so old that its order is no longer known, the answer is 410 and names the address to start again at.

${inAll(everyArticle(list))}

## Staying up to date

The \`Link\` header of each page of the list holds its pinned address (\`rel="bookmark"\`): whatever is published later, that address shows the same articles, and its \`ETag\` changes only if one of them does. So keep for each page the address, the \`ETag\` and the articles, and then:

1. Ask again for each page that you keep, with its \`ETag\` in \`If-None-Match\`. 304 has no body: nothing changed. 200: something was edited or taken down. 410: its order is no longer known; forget this page and the newer ones.
2. \`X-Total-Count\` of the list says how many articles there are now. Ask for as many of the newest as you lack.

A run that finds nothing new costs a few headers for each page of up to 100 articles. The first run reads everything; run it again as often as you like. With curl, the same for one page: it prints 200 at first and 304 from then on.

${inAll(keepUpToDate(list))}

## The shape of an article

All members are always there, in this order. Date-times are RFC 3339, in UTC, with whole seconds.

${typesOf((name) => name === 'Article')}

An example:

${fence('json', exampleOf(description, '/articles/{article}', '200'))}

## The shape of a page

Newest first: by \`publish_at\`, then by \`id\`. A page beyond the end has an empty \`data\`.

${typesOf((name) => name !== 'Article' && !name.endsWith('Problem'))}

An example, with \`per_page=1\`:

${fence('json', exampleOf(description, '/articles', '200'))}

## Parameters

${parameterTable(description)}

Integers are decimal digits; booleans are \`true\`, \`false\`, \`1\` or \`0\`. Parameters that are unknown are ignored. A known one with a wrong value, an empty one or one given twice is refused with 422, never bent into a right one.

## Answers and their headers

JSON in UTF-8, with gzip where \`Accept-Encoding\` takes it. Answers are \`private, no-cache\`: your program may keep them and asks before it uses them again; a shared cache must not keep them.

${headerTable(description)}

## Errors

\`application/problem+json\` (RFC 9457). \`detail\` is a sentence for people, \`message\` says the same; \`errors\` comes with 422 and lists everything that is wrong at once.

${fence('json', exampleOf(description, '/articles', '422'))}

${statusTable(description)}

${retries}

${typesOf((name) => name.endsWith('Problem'))}

## Limits

${describeLimits(described)} Only \`GET\`, \`HEAD\`, which answers the same without the body, and \`OPTIONS\` are answered.

## From a browser

${describeCors(described)} \`/openapi.json\` and the pictures under \`/media\` are open to every page.

## Safe HTML

${describeSafety(described)}

## What may change

- Members may be added to articles, pages and errors, and so may parameters and headers. Ignore those that you do not know.
- What is described here stays under \`/api/v1\`: no member is taken away, renamed or given another type, no default changes.
- An \`id\` never changes and is never used again. A \`slug\` may change.
- Articles may be edited, re-dated and taken down at any time. Those that are due later show at their moment.
- The texts of errors may change: rely on the status, and on the names in \`errors\`.

## More

- [openapi.json](${site}/openapi.json), the description that generators of clients read
- [llms.txt](${site}/llms.txt), an overview for language models, and [this page as Markdown](${site}/index.md)
- [healthz](${site}/healthz), whether the server has something to serve
${toGuide(facts)}`;
}

function inAll(snippet: Snippet): string {
  return Object.keys(languages)
    .map((language) => fence(language, snippet[language as keyof Snippet]))
    .join('\n\n');
}

function fence(language: string, content: unknown): string {
  return `\`\`\`${language}\n${typeof content === 'string' ? content : JSON.stringify(content, null, 2)}\n\`\`\``;
}

function toGuide({ site, chapters }: PageFacts): string {
  if (chapters.length === 0) return '';
  const pages = chapters.filter(({ page }) => page !== null);
  if (pages.length > 0) {
    const lines = pages.map(({ page, title, about }) => `- [${escapeMarkdown(title)}](${page}): ${about}`);
    return `\nThe guide to Galley, which serves this API:\n\n${lines.join('\n')}\n`;
  }
  const lines = chapters.map(({ slug, title, about }) => `- ${escapeMarkdown(title)} (\`${slug}\`): ${about}`);
  const call = `curl -H "X-Api-Key: $KEY" '${site}/api/v1/articles/${chapters[0]?.slug}'`;
  return `\nThe guide to Galley is among the articles of this API:\n\n${lines.join('\n')}\n\n${fence('sh', call)}\n`;
}
