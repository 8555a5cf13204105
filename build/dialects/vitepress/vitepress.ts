import type { Dialect } from '../dialect.ts';

export const vitepress: Dialect = {
  name: 'vitepress',
  title: 'VitePress, VuePress',
  guide: { reads: 'what the program hides, by the table below', becomes: 'these files are no articles' },
  detectedBy: ['.vitepress', '.vuepress'],
  hidingWays: [
    ['`srcExclude`, `pagePatterns`; `dist` and pages such as `[id].md`', 'read', 'vitepress-exclude'],
    ['`srcDir`: what lies outside', 'read', 'vitepress-path'],
    ['`rewrites`, `search: false`', 'not applicable', 'the page is there, at another address or out of the search'],
  ],
  hides: () => import('./hides.ts'),
};
