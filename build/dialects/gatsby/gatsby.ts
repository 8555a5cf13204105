import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';

export const gatsby: Dialect = {
  name: 'gatsby',
  title: 'Gatsby',
  guide: {
    reads: 'a folder for each article, with `index.md` and its images',
    becomes: 'an article with the slug of its folder',
  },
  signs: { any: ['gatsby-config.{js,mjs,cjs,ts,mts,cts}', needsPackage('gatsby')] },
  hides: { load: () => import('./hides.ts') },
};
