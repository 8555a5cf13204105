import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';

export const eleventy: Dialect = {
  name: 'eleventy',
  title: 'Eleventy',
  guide: {
    reads: '`date` of headers and file names; Liquid and Nunjucks, as in a folder of Jekyll',
    becomes: 'the date, of `Last Modified` and `Created` none; templates are not run',
  },
  detectedBy: [
    '{.eleventy,eleventy.config}.{js,mjs,cjs,ts,mts,cts}',
    '.eleventyignore',
    needsPackage('@11ty/eleventy'),
  ],
  hidingWays: [
    ['`draft: true`', 'read', 'draft'],
    ['`permalink: false`, also in `eleventyComputed`', 'read', 'no-page'],
    ['`dir.input`: what lies outside', 'read', 'eleventy-path'],
    ['`eleventyExcludeFromCollections: true`', 'read', 'eleventyExcludeFromCollections'],
    ['`.eleventyignore`', 'read', 'eleventy-ignore'],
    ['`.gitignore` of the project, unless `setUseGitIgnore(false)`', 'read', 'eleventy-ignore'],
    ['`ignores.add("…")`', 'read', 'eleventy-ignore'],
    [
      'data files of folders and files: `x.json`, `x.11tydata.json`, literals of `x.11tydata.js`, `.mjs` and `.cjs`',
      'read',
      'eleventy-data',
    ],
    ['`eleventyComputed`, also in `_data`; `addGlobalData`: literals', 'read', 'eleventy-data'],
    ['data that are functions', 'reported', 'these are programs'],
    ['`addPreprocessor`', 'reported', 'it is a program; `draft` in a header hides all the same'],
    ['`_includes`, `_data` and others that `dir` names', 'read', 'eleventy-folders'],
    ['endings that `templateFormats` does not have, such as `.markdown`', 'read', 'eleventy-formats'],
    ['headers of layouts', 'not applicable', 'layouts are no content'],
    ['`addCollection`', 'not applicable', 'it makes lists, and the pages are published'],
  ],
  hidesBy: /\.11tydata\.(?:json|[cm]?js)$|(?:^|\/)([^/]+)\/\1\.json$/,
  hides: () => import('./hides.ts'),
};
