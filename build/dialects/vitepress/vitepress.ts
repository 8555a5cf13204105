import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';

export const vitepress: Dialect = {
  name: 'vitepress',
  title: 'VitePress, VuePress',
  guide: { reads: '`lastUpdated` of headers, if it holds a date', becomes: '`updated_at`' },
  detectedBy: [
    '.vitepress',
    '.vuepress',
    'vuepress.config.{js,mjs,cjs,ts,mts,cts}',
    needsPackage('(?:vitepress|vuepress)'),
  ],
  hidingWays: [
    ['`srcExclude`, `pagePatterns`; `dist` and pages such as `[id].md`', 'read', 'vitepress-exclude'],
    ['`srcDir`: what lies outside', 'read', 'vitepress-path'],
    ['`encrypt` of the theme Hope: `global`, and addresses in `config`', 'read', 'vitepress-encrypted'],
    ['`password` in a header', 'read', 'password'],
    ['`rewrites`, `search: false`', 'not applicable', 'the page is there, at another address or out of the search'],
  ],
  hides: () => import('./hides.ts'),
};
