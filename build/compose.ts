import type { Article } from '../src/core/article.ts';
import { titleFromPath } from './derive-fields.ts';
import type { Problem } from './problem.ts';
import { renderBody } from './render-body.ts';
import { type Addresses, resolveAddress } from './resolve-address.ts';
import { type SetArticle, setArticle } from './set-article.ts';
import type { Draft, FrontMatterValue } from './stages.ts';

export interface ComposeOptions {
  addresses: Addresses;
  trustedHtml: boolean;
}

/** Renders a draft's body, fills in what only the body can tell, and sets the article. */
export function compose(draft: Draft, options: ComposeOptions): { article: SetArticle; problems: Problem[] } {
  const { source, fields } = draft;
  const { path, bodyLine } = source;
  const problems: Problem[] = [];
  const { rendered, problems: bodyProblems } = renderBody(source.body, {
    trustedHtml: options.trustedHtml,
    resolve: (address, kind, at) =>
      resolveAddress(options.addresses, path, address, kind, at, (problem) => {
        problems.push({ ...problem, path, line: problem.line + bodyLine - 1 });
      }),
  });
  for (const problem of bodyProblems) problems.push({ ...problem, path, line: problem.line + bodyLine - 1 });
  const title = fields.title ?? (rendered.heading || titleFromPath(path));
  const excerpt = fields.excerpt ?? rendered.excerpt;
  const article: Article = {
    id: fields.id ?? 0,
    slug: fields.slug,
    excerpt,
    title,
    meta_title: fields.meta_title ?? title,
    meta_description: fields.meta_description ?? excerpt,
    html: rendered.html,
    markdown: rendered.markdown,
    header_image_url: fields.header_image && toImageUrl(fields.header_image, path, options.addresses, problems),
    publish_at: toDateTime(fields.publish_at),
    published_at: toDateTime(fields.published_at ?? fields.publish_at),
    updated_at: fields.updated_at === null ? null : toDateTime(fields.updated_at),
  };
  const { aliases, publish_at: publishAt } = fields;
  const modified = Math.max(publishAt, fields.published_at ?? publishAt, fields.updated_at ?? publishAt);
  const { htmlCuts, markdownCuts } = rendered;
  return { article: setArticle(article, { aliases, publishAt, modified, htmlCuts, markdownCuts }), problems };
}

/** RFC 3339, UTC, whole seconds. */
function toDateTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** The absolute address of a header image; null, and a problem, where it leads nowhere. */
function toImageUrl(written: FrontMatterValue, path: string, addresses: Addresses, problems: Problem[]): string | null {
  const { line, column } = written;
  const text = String(written.value).trim();
  if (/^(?:https?:)?\/\//i.test(text) && URL.canParse(text, 'https://localhost')) {
    return new URL(text, 'https://localhost').href;
  }
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(text);
  if (!hasScheme) {
    const found: Problem[] = [];
    const at = { line, column };
    const address = resolveAddress(addresses, path, text, 'image', at, (fault) => found.push({ ...fault, path }));
    if (address !== null) return address;
    if (text.startsWith('/')) return new URL(text, `${addresses.site}/`).href;
    problems.push(...found);
    return null;
  }
  problems.push({
    code: 'missing-image',
    severity: 'warning',
    path,
    line,
    column,
    found: `a header image at ${text}`,
    expected: 'a path to a picture in the content folder, or an address that begins with http:// or https://',
    mend: 'Correct the address; until then the article has no header image.',
  });
  return null;
}
