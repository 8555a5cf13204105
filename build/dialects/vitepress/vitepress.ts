import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';

export const vitepress: Dialect = {
  name: 'vitepress',
  title: 'VitePress, VuePress',
  guide: { reads: '`lastUpdated` of headers, if it holds a date', becomes: '`updated_at`' },
  signs: {
    any: ['.vitepress', '.vuepress', 'vuepress.config.{js,mjs,cjs,ts,mts,cts}', needsPackage('(?:vitepress|vuepress)')],
  },
  hides: { load: () => import('./hides.ts') },
};
