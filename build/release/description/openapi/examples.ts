import type { Article, ListEnvelope } from '../../../../src/core/article.ts';

/** One article as the API answers it. */
export const articleExample: Article = {
  id: 373562248,
  slug: 'the-quick-brown-fox',
  excerpt: 'A fox jumped over a lazy dog today. Nobody was hurt.',
  title: 'The quick brown fox',
  meta_title: 'Fox jumps over dog',
  meta_description: 'A fox jumped over a lazy dog today. Nobody was hurt.',
  html: '<p>A fox jumped over a <em>lazy</em> dog today. Nobody was hurt.</p>\n',
  markdown: 'A fox jumped over a *lazy* dog today. Nobody was hurt.\n',
  header_image_url: 'https://images.example.com/fox.jpg',
  publish_at: '2026-03-01T09:30:00Z',
  published_at: '2026-03-01T09:30:00Z',
  updated_at: '2026-03-09T08:00:00Z',
};

export const snapshotExample = '2-7d89bc6ce52254b5';

/** The first of two pages that hold one article each. */
export function listExample(site: string): ListEnvelope {
  const path = `${site}/api/v1/articles`;
  const second = `${path}?page=2&per_page=1&snapshot=${snapshotExample}`;
  return {
    data: [articleExample],
    links: { first: `${path}?page=1&per_page=1`, last: second, prev: null, next: second },
    meta: { current_page: 1, from: 1, path, per_page: 1, to: 1 },
  };
}
