import { bodyPatterns } from './body-patterns.ts';
import { frontMatterPatterns } from './front-matter-patterns.ts';
import type { Pattern } from './pattern.ts';

/** All patterns, as whole files. */
export const patterns: readonly Pattern[] = [
  ...bodyPatterns.map(({ name, make }) => ({
    name: `body: ${name}`,
    make: (size: number) => `---\ndate: 2026-01-01\n---\n${make(size)}`,
  })),
  ...frontMatterPatterns.map(({ name, make }) => ({ name: `front matter: ${name}`, make })),
];
