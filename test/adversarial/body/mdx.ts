import { type Pattern, repeated } from '../pattern.ts';

/** MDX, of which the text is published. */
export const mdxPatterns: readonly Pattern[] = [
  ...['{', '{"', '{/*', '<A ', '<A b="', '<A>\n', '`', '``{', 'export const a = {\n\n', 'export {/* ', '}\n'],
  ...['<div>\n ', '{`${'],
].map((text) => ({ ...repeated(text), file: 'a.mdx' }));
