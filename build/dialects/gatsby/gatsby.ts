import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';

export const gatsby: Dialect = {
  name: 'gatsby',
  title: 'Gatsby',
  guide: {
    reads: 'a folder for each article, with `index.md` and its images',
    becomes: 'an article with the slug of its folder',
  },
  detectedBy: ['gatsby-config.{js,mjs,cjs,ts,mts,cts}', needsPackage('gatsby')],
  hidingWays: [
    ['`ignore` of `gatsby-source-filesystem`', 'read', 'gatsby-exclude'],
    ['folders that no `path` of it names', 'read', 'gatsby-path'],
    [
      '`published: { eq: true }` and the like in the queries of `gatsby-node.js`: files without the name',
      'read',
      'gatsby-query',
    ],
    ['`draft: { ne: true }` in queries', 'read', 'draft'],
    [
      'other filters in queries and in `createPage`',
      'not applicable',
      'they are code; what they ask for is mostly a name above',
    ],
  ],
  hides: () => import('./hides.ts'),
};
