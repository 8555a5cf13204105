import type { Dialect } from '../dialect.ts';
import { leftovers } from './leftovers.ts';
import { reportMdx } from './report-mdx.ts';
import { unwrapMdx } from './unwrap-mdx.ts';

const mdxName = /\.mdx$/i;

export const mdx: Dialect = {
  name: 'mdx',
  title: 'MDX',
  guide: {
    reads: 'files that end in `.mdx`: `import`, `export`, `{expressions}`, `<Components>`',
    becomes: 'their text: the content of components stays, and one warning says what is missing',
  },
  unwrap(source, path) {
    if (!mdxName.test(path)) return null;
    const found = unwrapMdx(source);
    return { edits: found.edits, problems: (toPosition) => reportMdx(found, toPosition) };
  },
  leftovers,
};
