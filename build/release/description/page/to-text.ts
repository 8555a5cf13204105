import { describeCors, describeLimits, describeSafety, fill, lastingIds, retries } from '../texts.ts';
import { escapeMarkdown, fence, toContact } from './markdown-text.ts';
import page from './page.md?raw';
import type { PageFacts } from './page-facts.ts';
import { exampleOf, headerTable, parameterTable, type Schema, statusTable, toTypes } from './tables.ts';

/** The page in one sentence. */
export const lead =
  'A read-only API of articles in JSON: list them newest first, fetch one, keep a copy that costs only what changed.';

/** The page as Markdown, the source of its HTML: `page.md` with the facts about this API. */
export function toPageText(facts: PageFacts): string {
  const { site, info, description, trustedHtml } = facts;
  const described = { ...info, site, trustedHtml };
  const schemas = Object.entries(description.components.schemas as Record<string, Schema>);
  const typesOf = (belongs: (name: string) => boolean): string =>
    fence('ts', toTypes(Object.fromEntries(schemas.filter(([name]) => belongs(name)))));
  const exampleAt = (path: string, status: string): string => fence('json', exampleOf(description, path, status));
  const parts: Readonly<Record<string, string>> = {
    site,
    lead,
    lastingIds,
    retries,
    title: escapeMarkdown(info.title),
    contact: toContact(info.contact),
    articleTypes: typesOf((name) => name === 'Article'),
    pageTypes: typesOf((name) => name !== 'Article' && !name.endsWith('Problem')),
    problemTypes: typesOf((name) => name.endsWith('Problem')),
    pageExample: exampleAt('/articles', '200'),
    problemExample: exampleAt('/articles', '422'),
    parameters: parameterTable(description),
    headers: headerTable(description),
    statuses: statusTable(description),
    limits: describeLimits(described),
    cors: describeCors(described),
    safety: describeSafety(described),
  };
  return fill(page, parts) + toGuide(facts);
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
