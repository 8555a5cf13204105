import { fencePatterns, jsonPatterns, tomlPatterns, valuePatterns } from './front-matter/others.ts';
import { yamlPatterns } from './front-matter/yaml.ts';
import type { Pattern } from './pattern.ts';

/** Whole files: what hurts stands in their front matter. */
export const frontMatterPatterns: readonly Pattern[] = [
  ...yamlPatterns,
  ...tomlPatterns,
  ...jsonPatterns,
  ...fencePatterns,
  ...valuePatterns,
];
