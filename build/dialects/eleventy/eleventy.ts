import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';

export const eleventy: Dialect = {
  name: 'eleventy',
  title: 'Eleventy',
  guide: {
    reads: '`date` of headers and file names; Liquid and Nunjucks, as in a folder of Jekyll',
    becomes: 'the date, of `Last Modified` and `Created` none; templates are not run',
  },
  signs: {
    any: ['{.eleventy,eleventy.config}.{js,mjs,cjs,ts,mts,cts}', '.eleventyignore', needsPackage('@11ty/eleventy')],
  },
  hides: { load: () => import('./hides.ts'), by: /\.11tydata\.(?:json|[cm]?js)$|(?:^|\/)([^/]+)\/\1\.json$/ },
};
