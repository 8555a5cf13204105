import type { Dialect } from '../dialect.ts';

export const eleventy: Dialect = {
  name: 'eleventy',
  title: 'Eleventy',
  guide: { reads: 'what the program hides, by the table below', becomes: 'these files are no articles' },
  detectedBy: ['.eleventy.js', 'eleventy.config.js', 'eleventy.config.mjs', 'eleventy.config.cjs', '.eleventyignore'],
  hidingWays: [['`.eleventyignore`', 'read', 'eleventy-ignore']],
  hides: async (folder) => (await import('./hides.ts')).hides(folder),
};
