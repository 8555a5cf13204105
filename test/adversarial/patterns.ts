import { bodyTexts, mdxTexts, writtenTexts } from './body-patterns.ts';
import { frontMatterPatterns } from './front-matter-patterns.ts';
import type { Pattern } from './pattern.ts';
import { toPattern } from './to-pattern.ts';

/** All patterns, as whole files. */
export const patterns: readonly Pattern[] = [
  ...[...bodyTexts, ...writtenTexts.map(([text]) => text)].map((text) => toFile('body', text)),
  ...mdxTexts.map((text) => ({ ...toFile('MDX', text), file: 'a.mdx' })),
  ...frontMatterPatterns().map((pattern) => ({ ...pattern, name: `front matter: ${pattern.name}` })),
];

/** A body behind the shortest front matter. */
function toFile(kind: string, text: string): Pattern {
  const { name, make } = toPattern(text);
  return { name: `${kind}: ${name}`, make: (size) => `---\ndate: 2026-01-01\n---\n${make(size)}` };
}
