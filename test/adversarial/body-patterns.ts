import { blockPatterns } from './body/blocks.ts';
import { htmlPatterns } from './body/html.ts';
import { inlinePatterns } from './body/inlines.ts';
import { textPatterns } from './body/texts.ts';
import { wholePatterns } from './body/wholes.ts';
import type { Pattern } from './pattern.ts';

/** Bodies, without front matter. */
export const bodyPatterns: readonly Pattern[] = [
  ...inlinePatterns,
  ...blockPatterns,
  ...htmlPatterns,
  ...textPatterns,
  ...wholePatterns,
];
