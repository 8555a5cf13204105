import type { Article } from './article.ts';

/** What a list answers. The keys stand in this order and are always present. */
export interface ListEnvelope {
  data: Article[];
  /** Absolute addresses. `first` is live; the others carry the snapshot. */
  links: { first: string; last: string | null; prev: string | null; next: string | null };
  /** Where a page lies in its list: numbers of its first and last place are null beyond the end. */
  meta: { current_page: number; from: number | null; path: string; per_page: number; to: number | null };
}
