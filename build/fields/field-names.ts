/**
 * The names under which front matter is read, in order: the first that holds a value wins. The first of each row is
 * the API's own, save where the API has none; keys match in any case; a dot leads into a mapping.
 */
export const fieldNames = {
  id: ['id'],
  slug: ['slug', 'permalink', 'path', 'url', 'postSlug'],
  title: ['title', 'pageTitle', 'headline', 'name', 'linkTitle', 'sidebar_label'],
  excerpt: ['excerpt', 'summary', 'description', 'teaser', 'deck', 'custom_excerpt'],
  meta_title: ['meta_title', 'seo.title', 'titleForTitleTag'],
  meta_description: ['meta_description', 'seo.description', 'description'],
  header_image: [
    'header_image',
    'header_image_url',
    'image',
    'cover',
    'coverImage',
    'heroImage',
    'feature_image',
    'featured_image',
    'thumbnail',
    'banner',
    'ogImage',
  ],
  publish_at: ['publish_at', 'publishedAt', 'publishDate', 'pubDate', 'pubDatetime', 'date', 'created', 'added'],
  published_at: ['published_at'],
  updated_at: ['updated_at', 'updated', 'updatedDate', 'lastmod', 'last_modified_at', 'modDatetime', 'modified'],
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
