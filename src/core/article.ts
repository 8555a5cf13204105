/** The longest slug, in UTF-16 code units. */
export const maxSlugLength = 200;

/** The greatest id: generated clients read `integer` as 32 bits, signed. */
export const maxId = 2 ** 31 - 1;

/** An article as the API sends it. All keys are present, in this order. Times are RFC 3339, UTC, with whole seconds. */
export interface Article {
  /** From 1 to `maxId`. Stays through renames that a build recognises; no two articles of a release share one. */
  id: number;
  /** Unique, and may change. */
  slug: string;
  /** Plain text, as are the next three. */
  excerpt: string;
  title: string;
  meta_title: string;
  meta_description: string;
  /** Safe HTML. */
  html: string;
  /** As its author wrote it, with addresses as in `html`. */
  markdown: string;
  /** Absolute. */
  header_image_url: string | null;
  publish_at: string;
  published_at: string | null;
  updated_at: string | null;
  /** Only where it was asked for. */
  details?: ArticleDetails | undefined;
}

/** The keys that an article always has, in their order. */
export const articleFields = [
  ...(['id', 'slug', 'excerpt', 'title', 'meta_title', 'meta_description', 'html', 'markdown'] as const),
  ...(['header_image_url', 'publish_at', 'published_at', 'updated_at'] as const),
] satisfies readonly (keyof Article)[];

/** What `include_details` adds to an article, as `details`, its last member. */
export interface ArticleDetails {
  /** As authors wrote them, as are the next three. */
  authors: string[];
  tags: string[];
  section: string | null;
  /** A language tag, such as `de` or `pt-BR`. */
  language: string | null;
  /** Of the text of `html`, code included. */
  words: number;
  /** Whole minutes, at least 1 where there are words. */
  reading_minutes: number;
  /** Of `html`, in their order: the level from 1 to 6, the id, and the plain text. */
  headings: { level: number; id: string; text: string }[];
  /** Pixels and media type of the image of `header_image_url`; null where nothing is known of it. */
  header_image: HeaderImage | null;
  /** Of `authors`, in their order; only where something is known of one of them. */
  author_details?: AuthorDetails[] | undefined;
  /**
   * Those that the settings declare, in their order; only where there are any. Each is null where the article has none.
   */
  fields?: FieldValues | undefined;
  /**
   * Only in a release of drafts: why the public one did not give the article when it was built; null where it did. A
   * page about it belongs in no search engine.
   */
  hidden?: 'draft' | 'scheduled' | null | undefined;
}

/** Pixels and media type are null where the image is on another site. */
export interface HeaderImage {
  width: number | null;
  height: number | null;
  type: string | null;
  /** Plain text for who does not see it; only where the author wrote one. */
  alt?: string | undefined;
}

export interface AuthorDetails {
  name: string;
  /** Absolute, as is the next one, of an image. */
  url: string | null;
  avatar: string | null;
}

/** Fields of authors, by name. The types that a server of Galley hands out name those of its articles. */
// biome-ignore lint/suspicious/noEmptyInterface: what it holds depends on the settings of a site.
export interface FieldValues {}

/** What the list sends. The keys are in this order and are always present. */
export interface ListEnvelope {
  data: Article[];
  /** Absolute addresses. `next` carries what it comes after; the others are live. */
  links: { first: string; last: string | null; prev: string | null; next: string | null };
  /** The place of a page in its list: the numbers of its first and last article are null beyond the end. */
  meta: { current_page: number; from: number | null; path: string; per_page: number; to: number | null };
}
