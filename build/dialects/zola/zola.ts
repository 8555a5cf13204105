import type { Dialect } from '../dialect.ts';
import { stripStart } from '../paths.ts';

export const zola: Dialect = {
  name: 'zola',
  title: 'Zola',
  guide: { reads: '`[text](@/blog/page.md)`', becomes: 'a link to the file, from the content folder on' },
  signs: { any: ['zola.toml', ['config.toml', /^base_url\b/m]] },
  hides: { load: () => import('./hides.ts') },
  body: () => ({ triggers: ['@/'], toAddress: stripStart(/^@\//, '/') }),
};
