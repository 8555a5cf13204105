import type { Dialect } from '../dialect.ts';

export const hugo: Dialect = {
  name: 'hugo',
  title: 'Hugo',
  guide: {
    reads: 'headers in YAML, TOML and JSON, page bundles, `_index.md`; `{{< shortcodes >}}`',
    becomes: 'headers, addresses and images as in Hugo; a shortcode stays as it is written, with a warning',
  },
  detectedBy: ['_index.md', 'archetypes', 'hugo.toml', 'hugo.yaml'],
  templates: () => ['archetypes'],
  leftovers: [
    {
      name: 'a shortcode of Hugo',
      mayOccur: (markdown) => /\{\{[<%]/.test(markdown),
      isBraced: (text) => /^\{\{[<%]/.test(text),
    },
  ],
};
