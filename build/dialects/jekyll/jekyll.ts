import type { Dialect } from '../dialect.ts';

export const jekyll: Dialect = {
  name: 'jekyll',
  title: 'Jekyll, Eleventy and others with Liquid or Nunjucks',
  guide: {
    reads: 'dates and slugs in file names, `published: false`, `_drafts`; `{% tags %}` and `{{ expressions }}`',
    becomes: 'headers and addresses as in Jekyll; templates are not run: they stay as they are written, with a warning',
  },
  detectedBy: ['_posts', '_drafts', '_config.yml'],
  leftovers: [
    {
      name: 'a tag of Liquid or another template language',
      mayOccur: (markdown) => markdown.includes('{%'),
      isBraced: (text) => text.startsWith('{%'),
      // Others take these away in code as well.
      isInCode: (text) => /^\{%-?\s*(?:end)?raw\b/.test(text),
    },
    {
      name: 'an expression of a template language',
      mayOccur: (markdown) => markdown.includes('{{'),
      isBraced: (text) => /^\{\{(?![<%])/.test(text),
    },
  ],
};
