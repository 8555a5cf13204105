import { posix } from 'node:path';
import { collectRules } from '../collect-rules.ts';
import type { DialectFolder, HiddenPaths } from '../hiding.ts';

/** What Eleventy would not publish. */
export function hides({ folder, read }: DialectFolder): HiddenPaths {
  const found = collectRules();
  const from = posix.join(folder, '.eleventyignore');
  const lines = read(from);
  if (lines !== null) found.hide({ name: 'eleventy-ignore', from }, { lines, below: folder }, 'lines');
  return found;
}
