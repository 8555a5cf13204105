import type { Dialect } from '../dialect.ts';
import { cutComments } from './cut-comments.ts';
import { fixCallouts } from './fix-callouts.ts';
import { fixMarks } from './fix-marks.ts';
import { fixWikiLinks } from './fix-wiki-links.ts';
import { createNameFinder } from './name-finder.ts';

/** In a vault, comments are cut and callouts of every kind are known. */
export const obsidian: Dialect = {
  name: 'obsidian',
  title: 'Obsidian',
  guide: {
    reads:
      '`[[Page#Heading\\|text]]`, `![[image.png\\|300]]`, `==mark==`, `> [!info] Title`; where it is detected also `%%comment%%` and callouts of your own kinds',
    becomes:
      'links and pictures, which are found by name wherever they lie; `<mark>`; alerts of GitHub; comments are left out',
  },
  detectedBy: ['.obsidian'],
  body: (isVault) => [
    ...(isVault ? [{ stage: 'cut' as const, find: cutComments }] : []),
    { stage: 'text', find: fixWikiLinks },
    { stage: 'text', find: fixMarks },
    { stage: 'text', find: (body) => fixCallouts(body, isVault) },
  ],
  nameFinder: createNameFinder,
};
