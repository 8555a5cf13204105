import { lastingIds } from '../texts.ts';
import { mark } from './icon.ts';
import { escapeMarkdown } from './markdown-text.ts';
import type { PageFacts } from './page-facts.ts';
import { toHtml } from './to-html.ts';
import { lead, toPageText } from './to-text.ts';

/** The page for people as HTML and as Markdown, and `llms.txt`, by name: the same facts always give the same bytes. */
export function toPage(facts: PageFacts): Record<'index.html' | 'index.md' | 'llms.txt', string> {
  const text = toPageText(facts);
  return {
    'index.html': `${toHtml(text, facts)}${mark}\n`,
    'index.md': `${text}\n${mark}\n`,
    'llms.txt': `${toLlms(facts)}\n${mark}\n`,
  };
}

/** An overview for language models, in the form of llmstxt.org: a heading, a quotation, lists of links. */
function toLlms({ site, info, chapters }: PageFacts): string {
  const pages = chapters.flatMap(({ page, title, about }) =>
    page === null ? [] : [`- [${escapeMarkdown(title)}](${page}): ${about}`],
  );
  return `# ${escapeMarkdown(info.title)}

> ${lead}

Base address: \`${site}/api/v1\`. Every request needs a key in the header \`X-Api-Key\`. Store ids, not slugs. ${lastingIds} Follow \`links.next\` as it stands to read all articles. With \`Accept: text/markdown\`, \`GET ${site}/api/v1/articles/{id}\` gives an article as Markdown, below a header block with its title, id, address, dates and tags.

## Documentation

- [The API](${site}/index.md): every parameter, header and error, with code in curl, JavaScript, Python and PHP
- [OpenAPI](${site}/openapi.json): the same for programs, as OpenAPI 3.1
- [Client](${site}/client.js): a JavaScript module, with types in [client.d.ts](${site}/client.d.ts); \`npm install ${site}/client.tgz\`
${pages.length === 0 ? '' : `\n## Optional\n\n${pages.join('\n')}\n`}`;
}
