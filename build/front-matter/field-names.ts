/**
 * The names under which front matter is read, in order: the first that holds a value wins. The first of each row is
 * the API's own, except where the API has none. Keys match in any case; a dot leads into a mapping.
 */
export const fieldNames = {
  id: ['id'],
  slug: ['slug', 'permalink', 'path', 'url', 'postSlug'],
  title: ['title', 'pageTitle', 'page_title', 'headline', 'name', 'linkTitle', 'sidebar_label'],
  excerpt: ['excerpt', 'summary', 'description', 'teaser', 'deck', 'custom_excerpt'],
  meta_title: ['meta_title', 'seo.title', 'titleForTitleTag'],
  meta_description: ['meta_description', 'seo.description', 'description'],
  header_image: [
    'header_image',
    'header_image_url',
    'image',
    'cover',
    'coverImage',
    'cover_image',
    'heroImage',
    'hero_image',
    'feature_image',
    'featured_image',
    'featuredImage',
    'thumbnail',
    'banner',
    'ogImage',
    'og_image',
  ],
  publish_at: [
    'publish_at',
    'publishedAt',
    'publishDate',
    'publish_date',
    'pubDate',
    'pubDatetime',
    'date',
    'created',
    'createdAt',
    'created_at',
    'added',
  ],
  published_at: ['published_at'],
  updated_at: [
    'updated_at',
    'updatedAt',
    'updated',
    'updatedDate',
    'lastmod',
    'last_modified_at',
    'modDatetime',
    'modified',
  ],
  aliases: ['aliases', 'redirect_from'],
  draft: ['draft'],
  published: ['published'],
  status: ['status'],
  expiry: [
    'expiryDate',
    'expiry_date',
    'expires',
    'expires_at',
    'expirationDate',
    'expiration_date',
    'unpublishDate',
    'unpublish_date',
    'unpublish_at',
  ],
} as const satisfies Record<string, readonly string[]>;

export type FieldName = keyof typeof fieldNames;

/** A name as it is looked up: case, `-`, `_` and blanks do not matter. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]+/g, '');
}

const folded: ReadonlySet<string> = new Set(Object.values(fieldNames).flat().map(foldName));

/** Whether a key is the name of a field, however it is spelt. */
export function isFieldName(key: string): boolean {
  return folded.has(foldName(key));
}
