import { type CurrentBody, type Edit, toCut } from '../../markdown/adapt/body-dialect.ts';
import { warnInBody } from '../../markdown/checks/body-problems.ts';
import type { Dialect } from '../dialect.ts';

export const dendron: Dialect = {
  name: 'dendron',
  title: 'Dendron',
  guide: {
    reads: '`{width: 50%}` behind images; where it is detected: `[[text\\|a.note]]`, `[[dendron://vault/a.note]]`',
    becomes: 'goes; links to the notes',
  },
  detectedBy: ['dendron.yml'],
  hidingWays: [
    ['`published: false`', 'read', 'published'],
    ['`siteHierarchies`: notes of others', 'read', 'dendron-hierarchy'],
    ['`publishByDefault: false`, without `published: true`', 'read', 'dendron-published'],
    ['vaults with `visibility: private`', 'read', 'dendron-vault'],
  ],
  hides: async (folder) => (await import('./hides.ts')).hides(folder),
  body: (isDetected) => [
    ...(isDetected ? [{ stage: 'blocks' as const, find: swapLinks }] : []),
    { stage: 'text', find: cutSizes },
  ],
};

/** Sizes behind images, as CSS has them. */
function cutSizes({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (markdown.search(size) === -1) return [];
  return Array.from(masked().matchAll(size), toCut);
}

/** Directly behind what masking hides, such as an image. */
const size = /(?<=[)\]\0])\{[ \t]*(?:max-|min-)?(?:width|height)[ \t]*:[^{}\n\0]{1,100}\}/g;

/**
 * Links by name with the name in front and no vault, as others write them: `[[a.note|text]]` for `[[text|dendron://vault/a.note]]`. One
 * that leads nowhere is reported, and stays as it is written.
 */
function swapLinks({ rendered, masked, positionOf, findNamed, report }: CurrentBody): Edit[] {
  if (!rendered.markdown.includes('[[')) return [];
  return [...masked().matchAll(link)].flatMap(
    ({ 0: written, 1: text = '', 2: bar = '', 3: vault, 4: name = '', index }) => {
      if (bar === '' && vault === undefined) return [];
      const [note = ''] = name.split('#');
      if (note.trim() === '' || findNamed(note.trim(), index) !== null) {
        return [{ start: index, end: index + written.length, text: `[[${name}${bar}${text}]]` }];
      }
      report(
        warnInBody('broken-link', positionOf(index), {
          found: `\`${written}\`. No published note has that name, so readers see it as text`,
          expected: 'the name of a note in the content folder',
          fix: 'Correct the name, add the note, or write only the text.',
        }),
      );
      return [{ start: index, end: index, text: '\\' }];
    },
  );
}

/** In a table the bar is escaped. */
const link = /\[\[(?:([^[\]\n\0|\\]{1,500})(\\?\|))?(dendron:\/\/[\w.-]{1,100}\/)?([^[\]\n\0|\\]{1,500})\]\]/g;
