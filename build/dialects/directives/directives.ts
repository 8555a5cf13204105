import type { Dialect } from '../dialect.ts';
import { fixContainers } from './fix-containers.ts';
import { fixInlines } from './fix-inlines.ts';

export const directives: Dialect = {
  name: 'directives',
  title: 'Directives (Docusaurus, VitePress, Starlight, Zenn, Nuxt Content, Quarto, MyST)',
  guide: {
    reads:
      '`:::note Title` up to `:::`, `::tip` up to `::`, `::: {.callout-note}`, `:::{note}`; `:name[text]{…}`, `[text]{.class}`',
    becomes: 'alerts of GitHub; of other directives the content, with one warning',
  },
  body: () => [
    { stage: 'blocks', find: fixContainers },
    { stage: 'text', find: fixInlines },
  ],
};
