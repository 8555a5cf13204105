import type { Dialect } from '../dialect.ts';

/** Libraries that read Markdown for a site of Next or the like. */
export const next: Dialect = {
  name: 'next',
  title: 'Next with Contentlayer or Velite',
  guide: { reads: '`publishedAt` and `coverImage` of headers', becomes: 'the date, and the header image' },
  signs: { any: ['{contentlayer,velite}.config.{js,mjs,cjs,ts,mts,cts}'] },
  hides: { load: () => import('./hides.ts') },
};
