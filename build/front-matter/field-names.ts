/**
 * The names under which front matter is read, in order: the first that holds a value wins. The first of each row is
 * the API's own, except where the API has none. Case, `-`, `_` and spaces do not matter; a dot leads into a mapping.
 */
export const fieldNames = toLists({
  id: 'id',
  slug: 'slug permalink path url postSlug eleventyComputed.permalink',
  title: 'title pageTitle headline name linkTitle sidebar_label',
  excerpt: 'excerpt summary description abstract teaser deck custom_excerpt desc rss_description',
  meta_title: 'meta_title seo.title titleForTitleTag',
  meta_description: 'meta_description seo.description description',
  header_image: `
    header_image header_image_url image cover coverImage heroImage feature_image featured_image header_img
    imageUrl preview_image thumbnail banner ogImage header.overlay_image header.image header.teaser
    hero.src
  `,
  draft: `
    draft isDraft hidden isHidden private isPrivate wip isWip work_in_progress unlisted isUnlisted unpublished
    protected headless ignore ignorePublish eleventyExcludeFromCollections
    eleventyComputed.eleventyExcludeFromCollections eleventyComputed.draft
  `,
  published: `
    published isPublished publish public isPublic visible isVisible listed dg_publish render build.render build.list
  `,
  status: 'status visibility post_status publish_status publication_status',
  password: 'password post_password passphrase',
  publish_at: `
    publish_at publishedAt publishDate pubDate pubDatetime date.created date date_published publish_on published_on
    published_date publication_date published publish post_date posted_at posted_on posted created created_at
    created_on created_time create_time date_created created_date creation_date added date_added added_at rss_pubdate
  `,
  published_at: 'published_at',
  updated_at: `
    updated_at updated update updated_date lastmod last_modified_at last_modified_on modDatetime modified last_modified modified_at
    modified_date last_modified_date date_modified last_updated updated_on update_date update_time date_updated
    last_edited_time last_edited last_update.date date.updated
  `,
  aliases: 'aliases redirect_from',
  embargo: `
    embargo embargo_until embargoed_until under_embargo_until embargo_date embargo_ends visible_from visible_after visible_at
    publish_after published_after publish_from go_live go_live_at go_live_on go_live_date goes_live live_at live_from live_date
    available_from available_after available_at show_after show_from not_before hide_until hidden_until private_until draft_until
    scheduled_for scheduled_at release_at release_on
  `,
  expiry: 'expiryDate expires expires_at expires_on expirationDate unpublishDate unpublish_at',
});

/** Names under which details are read, in order; for lists all that are given count. */
export const detailNames = toLists({
  authors: 'authors author byline co_authors taxonomies.authors extra.author extra.authors',
  tags: 'tags tag keywords topics labels taxonomies.tags',
  section: 'section category categories taxonomies.categories column',
});

export type DetailName = keyof typeof detailNames;

/** Rows of names as lists. */
function toLists<Field extends string>(
  rows: Record<Field, string>,
): Readonly<Record<Field, readonly [string, ...string[]]>> {
  const lists = Object.entries<string>(rows).map(([field, names]) => [field, names.trim().split(/\s+/)]);
  return Object.fromEntries(lists);
}

export type FieldName = keyof typeof fieldNames;

/** Rules that hide files and are no key. */
export const hidingFolders = ['drafts-folder', 'template', 'resource', 'no-page'] as const;

/** The fields that hide an article. */
export const hidingFields = [
  'draft',
  'published',
  'status',
  'password',
  'embargo',
  'expiry',
] as const satisfies FieldName[];

/** A name as names are compared: case, `-`, `_` and spaces do not matter. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]+/g, '');
}

const folded: ReadonlySet<string> = new Set(Object.values(fieldNames).flat().map(foldName));

/** Whether a key is the name of a field, however it is spelt. */
export function isFieldName(key: string): boolean {
  return folded.has(foldName(key));
}
