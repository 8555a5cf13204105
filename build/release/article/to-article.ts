import type { Article, ArticleDetails, HeaderImage } from '../../../src/core/article.ts';
import { assetTypeOf } from '../../../src/core/asset-name.ts';
import type { DeclaredField } from '../../front-matter/declared-fields.ts';
import { titleFromPath } from '../../front-matter/fields/path-name.ts';
import type { UniqueNames } from '../../front-matter/identify/identity.ts';
import type { ArticleFields, FrontMatterValue } from '../../front-matter/parsed-file.ts';
import { toPlainLine } from '../../markdown/plain-line.ts';
import type { RenderedBody } from '../../markdown/rendered-body.ts';
import { keepNames } from '../../markdown/walk/excerpt.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Asset } from '../../source/media.ts';
import type { ArticleContent } from './encode-article.ts';
import { type Addresses, resolveAddress } from './resolve-address.ts';

/** What an article is made of beside its body. */
export interface Draft {
  /** Of its file, relative to the content folder. */
  path: string;
  fields: ArticleFields;
  names: UniqueNames;
}

/**
 * The article of a file, with title and excerpt from the body where front matter gives none. `declared` are the fields
 * of its author.
 */
export function toArticle(
  { path, fields, names }: Draft,
  rendered: RenderedBody,
  addresses: Addresses,
  declared: readonly DeclaredField[],
): { value: ArticleContent; problems: Problem[] } {
  const problems: Problem[] = [];
  const urlOf = (written: FrontMatterValue | null): string | null => {
    const found = written && toImageUrl(written, path, addresses);
    problems.push(...(found?.problems ?? []));
    return found?.value ?? null;
  };
  const image = fields.header_image && toImageUrl(fields.header_image, path, addresses);
  problems.push(...(image?.problems ?? []));
  const title = toPlain(fields.title) ?? (keepNames(rendered.heading ?? '') || titleFromPath(fields.plainPath ?? path));
  const excerpt = toPlain(fields.excerpt) ?? rendered.excerpt;
  const article: Article = {
    id: names.id,
    slug: names.slug,
    excerpt,
    title,
    meta_title: toPlain(fields.meta_title) ?? title,
    meta_description: toPlain(fields.meta_description) ?? excerpt,
    html: rendered.html,
    markdown: rendered.markdown,
    header_image_url: image?.value ?? null,
    publish_at: toDateTime(fields.publish_at),
    published_at: toDateTime(fields.published_at ?? fields.publish_at),
    updated_at: fields.updated_at === null ? null : toDateTime(fields.updated_at),
  };
  const { publish_at: publishAt } = fields;
  const modified = Math.max(publishAt, fields.published_at ?? publishAt, fields.updated_at ?? publishAt);
  const { htmlCuts, markdownCuts } = rendered;
  const { words, headings } = rendered.facts;
  const details: ArticleDetails = {
    ...fields.details,
    words,
    reading_minutes: Math.ceil(words / wordsAMinute),
    headings,
    header_image: image?.value ? withText(image.image, fields.alt) : null,
  };
  if (fields.authorDetails !== undefined)
    details.author_details = fields.authorDetails.map((author) => ({ ...author, avatar: urlOf(author.avatar) }));
  if (declared.length > 0) {
    const values = declared.map(([name, type], i) => [name, toFieldValue(type, fields.declared?.[i] ?? null, urlOf)]);
    details.fields = Object.fromEntries(values);
  }
  if (fields.hidden !== undefined) details.hidden = fields.hidden;
  const { aliases } = names;
  return { value: { article, details, declared, aliases, publishAt, modified, htmlCuts, markdownCuts }, problems };
}

/** Images without a file are skipped; without any, there is no value. */
function toFieldValue(type: string, value: unknown, urlOf: (image: FrontMatterValue) => string | null): unknown {
  if (value === null || !type.startsWith('image')) return value;
  const urls = [value as FrontMatterValue | FrontMatterValue[]].flat().flatMap((image) => urlOf(image) ?? []);
  return type === 'images' && urls.length > 0 ? urls : (urls[0] ?? null);
}

function withText(image: HeaderImage | null, alt: string | undefined): HeaderImage | null {
  return alt === undefined ? image : { ...(image ?? { width: null, height: null, type: null }), alt };
}

function toPlain(text: string | null): string | null {
  return text && toPlainLine(text);
}

/** What adults read silently of English prose (M. Brysbaert, 2019, doi:10.1016/j.jml.2019.104047: 238). */
const wordsAMinute = 230;

/** RFC 3339, UTC, whole seconds. */
function toDateTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** The absolute address of a header image; null, and a problem, where there is no such image. */
function toImageUrl(
  { value, line, column }: FrontMatterValue,
  path: string,
  addresses: Addresses,
): { value: string | null; image: ArticleDetails['header_image']; problems: Problem[] } {
  const text = String(value).trim();
  if (/^(?:https?:)?\/\//i.test(text) && URL.canParse(text, 'https://localhost')) {
    return { value: new URL(text, 'https://localhost').href, image: null, problems: [] };
  }
  const found = resolveAddress(addresses, path, text, 'image', { line, column });
  if (found.value !== null) return { value: found.value, image: toImage(found.asset), problems: [] };
  // One of the website's, which need not be in this folder.
  if (text.startsWith('/')) return { value: new URL(text, `${addresses.site}/`).href, image: null, problems: [] };
  return { value: null, image: null, problems: found.problems.map((problem) => ({ ...problem, path })) };
}

function toImage(asset: Asset | null): ArticleDetails['header_image'] {
  return asset?.pixels ? { ...asset.pixels, type: assetTypeOf(asset.name) } : null;
}
