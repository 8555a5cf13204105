import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';

export const astro: Dialect = {
  name: 'astro',
  title: 'Astro, Starlight',
  guide: {
    reads: '`pubDate`, `pubDatetime` and `heroImage`, `ogImage` of headers',
    becomes: 'the date, and the header image',
  },
  signs: { any: ['astro.config.{mjs,js,cjs,ts,mts,cts}', needsPackage('astro')] },
  hides: { load: () => import('./hides.ts') },
};
