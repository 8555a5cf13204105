import { count, fill, type Pattern, repeated } from './pattern.ts';

/** Bodies, without front matter. */
export const bodyPatterns: readonly Pattern[] = [
  ...['[', '*a', '`a', '<?', '<? a', '<![CDATA[ a', '<p>', '<img src=a>', '- a\n', '> a\n', '```\n=\n'].map(repeated),
  {
    name: 'a table whose rows have no bars',
    make: (size) => `${'|a'.repeat(size / 12)}|\n${'|-'.repeat(size / 12)}|\n${fill('b\n', (size * 2) / 3)}`,
  },
  {
    name: 'broken fragments, and headings that are near',
    make: (size) => count(size, (i) => `## some heading ${i}\n\n[a](#some-heading-x${i})\n\n`),
  },
];
