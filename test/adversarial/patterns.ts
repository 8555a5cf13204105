import { mdxPatterns } from './body/mdx.ts';
import { bodyPatterns } from './body-patterns.ts';
import { frontMatterPatterns } from './front-matter-patterns.ts';
import type { Pattern } from './pattern.ts';

/** All patterns, as whole files. */
export const patterns: readonly Pattern[] = [
  ...toFiles('body', bodyPatterns),
  ...toFiles('MDX', mdxPatterns),
  ...frontMatterPatterns.map((pattern) => ({ ...pattern, name: `front matter: ${pattern.name}` })),
];

/** Bodies behind the shortest front matter. */
function toFiles(kind: string, bodies: readonly Pattern[]): Pattern[] {
  return bodies.map((body) => ({
    ...body,
    name: `${kind}: ${body.name}`,
    make: (size) => `---\ndate: 2026-01-01\n---\n${body.make(size)}`,
  }));
}
