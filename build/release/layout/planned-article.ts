/** What the plan of a release needs to know of an article. */
export interface PlannedArticle {
  id: number;
  slug: string;
  /** Former slugs. */
  aliases: readonly string[];
  /** Names under `/media` of the pictures and recordings that it refers to. */
  media: readonly string[];
  publishAt: number;
  /** Of its JSON; it names the file of the article by itself. */
  hash: string;
  /** Hash of content, cuts and compressed blocks. */
  name: string;
  /** Bytes of its JSON, and of its deflate blocks. */
  size: number;
  deflatedSize: number;
  /** Of level-one headings. */
  cutCount: number;
}

/** The articles of a page file. */
export interface PlannedPage<T extends PlannedArticle = PlannedArticle> {
  name: string;
  newestFirst: T[];
}
