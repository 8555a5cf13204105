import type { Dialect } from '../dialect.ts';
import { stripStart } from '../paths.ts';

export const zola: Dialect = {
  name: 'zola',
  title: 'Zola',
  detectedBy: ['zola.toml', ['config.toml', /^base_url\b/m]],
  hidingWays: [
    ['`draft = true`', 'read', 'draft'],
    ['`render = false` of a page', 'read', 'render'],
    ['`draft = true` in `_index.md`: all that is below', 'read', 'zola-section'],
    ['`ignored_content` in `config.toml`', 'read', 'zola-ignored'],
    ['what lies outside of `content`', 'read', 'zola-path'],
    ['`render = false` in `_index.md`, `transparent`, `in_search_index`', 'not applicable', 'the pages are there'],
    ['pages without a date in a section that is sorted by it', 'not applicable', 'they are no articles'],
  ],
  hides: () => import('./hides.ts'),
  guide: { reads: '`[text](@/blog/page.md)`', becomes: 'a link to the file, from the content folder on' },
  triggers: ['@/'],
  toAddress: stripStart(/^@\//, '/'),
};
