import { memoize } from '../package/memoize.ts';
import { splitWords } from '../package/split-words.ts';

/**
 * Words for articles that are not for readers, by language. They hide as a key, as the name of a folder, and as a label
 * in the name of a file.
 */
export const hidingWords = {
  /** For what is not finished; they hide as a tag, too. */
  unfinished: splitWords(`
    draft wip work_in_progress unpublished unlisted entwurf unveröffentlicht brouillon ébauche borrador rascunho
    bozza esborrany klad kladversie szkic koncept черновик чернетка чернова utkast udkast kladde kladd luonnos
    taslak piszkozat ciornă πρόχειρο טיוטה مسودة draf nháp 下書き 草稿 未公開 未发布 未發布 초안 임시글
  `),
  /** For several of these, which are no keys. In a folder's name, other words may stand beside them: `old-drafts`. */
  collections: splitWords(`
    drafts entwürfe entwuerfe brouillons ébauches borradores rascunhos bozze esborranys szkice robocze koncepty
    черновики чернетки чернови kladder luonnokset taslaklar piszkozatok ciorne πρόχειρα טיוטות مسودات 下書き 草稿 草稿箱 未公開
    未发布 未發布 초안
  `),
  /** For what is not for everybody. */
  closed: splitWords(`
    hidden private privat versteckt privé caché masqué privado oculto escondido privato nascosto verborgen dold
    skjult prywatne ukryte скрытое личное приватное gizli 非公開 私密 隐藏 隱藏 비공개
  `),
};

const draftNames = splitWords(`
  draft isDraft saveAsDraft hidden isHidden private isPrivate wip isWip work_in_progress unlisted isUnlisted unpublished
  protected headless ignore ignorePublish eleventyExcludeFromCollections
  eleventyComputed.eleventyExcludeFromCollections eleventyComputed.draft
`);

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
  draft: draftNames.join(' '),
  closed: `
    members_only subscribers_only login_required confidential restricted internal isInternal secret isSecret
    deleted isDeleted trashed
    ${[...hidingWords.unfinished, ...hidingWords.closed].filter((word) => !draftNames.includes(word)).join(' ')}
  `,
  published: `
    published isPublished publish public isPublic visible isVisible listed dg_publish render build.render build.list
    ready isReady live isLive online isOnline approved isApproved
    veröffentlicht öffentlich publié publicado público pubblicato pubblico опубликовано 公開 公开 发布 공개
  `,
  status: 'status visibility post_status publish_status publication_status',
  stage: `
    state post_state article_state publish_state stage workflow workflow_state workflow_status editorial_status
    review_status access access_level audience privacy permission permissions
  `,
  kind: 'type post_type layout',
  password: `
    password post_password passphrase passwd encrypted isEncrypted encrypt encryption encrypt_password page_password
    access_password
  `,
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
    embargo valid_from embargo_until embargoed_until under_embargo_until embargo_date embargo_ends visible_from visible_after visible_at
    publish_after published_after publish_from go_live go_live_at go_live_on go_live_date goes_live live_at live_from live_date
    available_from available_after available_at show_after show_from not_before hide_until hidden_until private_until draft_until
    scheduled_for scheduled_at release_at release_on
  `,
  expiry: `
    expiryDate expires expires_at expires_on expirationDate unpublishDate unpublish_at expire expire_at expire_on
    expire_date expires_date expiry expiry_at expiry_time expiration expiration_at expiration_time expired_at
    unpublish_on unpublish_after unpublished_at unpublished_on publish_until published_until publish_end publish_to
    end_publish_date valid_until valid_to valid_through valid_till visible_until visible_to visible_till show_until
    shown_until live_until listed_until available_until available_to available_till online_until display_until
    hide_after hide_at hide_on hide_from hidden_from hidden_after remove_at remove_on remove_after removed_at
    delete_at delete_on delete_after deleted_at deleted_on take_down_at takedown_date withdrawn_at retired_at
    archive_at archive_on archive_after
  `,
});

/** Names under which details are read, in order; for lists all that are given count. */
export const detailNames = toLists({
  authors: 'authors author byline co_authors taxonomies.authors extra.author extra.authors',
  tags: 'tags tag keywords topics labels taxonomies.tags',
  section: 'section category categories taxonomies.categories column',
});

export type DetailName = keyof typeof detailNames;

/** Names under which the text for who does not see an image is read, beside the name of the image. */
export function altNamesOf(image: string): string[] {
  return [`${image}_alt`, `${image}_alt_text`];
}

/** Names under which the language of a file is read. */
export const languageNames: readonly string[] = ['lang', 'language', 'locale'];

/** Rows of names as lists, in which each stands once. */
function toLists<Field extends string>(
  rows: Record<Field, string>,
): Readonly<Record<Field, readonly [string, ...string[]]>> {
  const lists = Object.entries<string>(rows).map(([field, names]) => [field, [...new Set(splitWords(names))]]);
  return Object.fromEntries(lists);
}

export type FieldName = keyof typeof fieldNames;

/** Rules that hide files and are no key. */
export const hidingFolders = [
  'drafts-folder',
  'draft-name',
  'conflict-copy',
  'template',
  'resource',
  'no-page',
] as const;

/** The details that hide an article if they hold a word for what is not finished. */
export const hidingDetails = ['tags', 'section'] as const satisfies DetailName[];

/** The fields that hide an article. */
export const hidingFields = [
  'draft',
  'closed',
  'published',
  'status',
  'stage',
  'kind',
  'password',
  'embargo',
  'expiry',
] as const satisfies FieldName[];

/** A name as names are compared: case, `-`, `_`, spaces, and how accents are encoded do not matter. */
export function foldName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[-_\s]+/g, '');
}

const folded: ReadonlySet<string> = new Set(
  [...Object.values(fieldNames), ...Object.values(detailNames), languageNames].flat().map(foldName),
);

/**
 * Whether a key is a name that is read, for a field or a detail, however it is spelt: folders repeat the same few keys.
 */
export const isKnownName = memoize((key: string): boolean => folded.has(foldName(key)));
