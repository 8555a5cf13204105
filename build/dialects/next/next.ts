import type { Dialect } from '../dialect.ts';

/** Libraries that read Markdown for a site of Next or the like. */
export const next: Dialect = {
  name: 'next',
  title: 'Next with Contentlayer or Velite',
  guide: { reads: '`publishedAt` and `coverImage` of headers', becomes: 'the date, and the header image' },
  detectedBy: ['{contentlayer,velite}.config.{js,mjs,cjs,ts,mts,cts}'],
  hidingWays: [
    ['`draft: true`, in the code of pages', 'read', 'draft'],
    ['`contentDirExclude`', 'read', 'next-exclude'],
    [
      '`contentDirPath`, `contentDirInclude`, `filePathPattern`; `root` and `pattern`: what they do not match',
      'read',
      'next-path',
    ],
  ],
  hides: () => import('./hides.ts'),
};
