import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';

export const astro: Dialect = {
  name: 'astro',
  title: 'Astro, Starlight',
  guide: {
    reads: '`pubDate`, `pubDatetime` and `heroImage`, `ogImage` of headers',
    becomes: 'the date, and the header image',
  },
  detectedBy: ['astro.config.{mjs,js,cjs,ts,mts,cts}', needsPackage('astro')],
  hidingWays: [
    ['`draft: true`, in templates and in Starlight', 'read', 'draft'],
    ['files and folders that begin with `_` in `src/content` and `src/pages`', 'read', 'astro-underscore'],
    [
      '`glob({ pattern, base })` and `docsLoader()` in `src/content.config.ts`: what no pattern matches',
      'read',
      'astro-path',
    ],
    [
      'filters in calls of `getCollection`',
      'not applicable',
      'they are code of a page; what they ask for is mostly `draft`',
    ],
  ],
  hides: () => import('./hides.ts'),
};
