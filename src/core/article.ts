/** The longest slug, in UTF-16 code units. */
export const maxSlugLength = 200;

/** The greatest id: generated clients read `integer` as 32 bits, signed. */
export const maxId = 2 ** 31 - 1;

/** An article as the API sends it. All keys are present, in this order. Times are RFC 3339, UTC, with whole seconds. */
export interface Article {
  /** From 1 to `maxId`. Never changes, and is never given to another article. */
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
  /** Pixels and media type of the image of `header_image_url`; null where they are unknown. */
  header_image: { width: number; height: number; type: string } | null;
}

/** What the list sends. The keys are in this order and are always present. */
export interface ListEnvelope {
  data: Article[];
  /** Absolute addresses. `next` carries what it comes after; the others are live. */
  links: { first: string; last: string | null; prev: string | null; next: string | null };
  /** The place of a page in its list: the numbers of its first and last article are null beyond the end. */
  meta: { current_page: number; from: number | null; path: string; per_page: number; to: number | null };
}
