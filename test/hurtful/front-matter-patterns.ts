import { fill, type Pattern } from './pattern.ts';

/** Whole files: what hurts stands in their front matter. */
export const frontMatterPatterns: readonly Pattern[] = [
  { name: 'a YAML list', make: (size) => `---\n${fill('- a\n', size)}---\nText.\n` },
  { name: 'a TOML key of many parts', make: (size) => `+++\n${fill('a.', size)}a = 1\n+++\nText.\n` },
];
