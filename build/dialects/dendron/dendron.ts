import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { warnInBody } from '../../markdown/checks/body-problems.ts';
import type { Dialect } from '../dialect.ts';

export const dendron: Dialect = {
  name: 'dendron',
  title: 'Dendron',
  guide: {
    reads: 'where it is detected: `[[text\\|a.note]]`, `[[dendron://vault/a.note]]`, the field `desc`',
    becomes: 'links to the notes; the excerpt',
  },
  detectedBy: ['dendron.yml'],
  fields: { excerpt: ['desc'] },
  body: (isDetected) => (isDetected ? [{ stage: 'blocks', find: swapLinks }] : []),
};

/**
 * Links by name with the name in front and no vault, as others write them: `[[a.note|text]]` for `[[text|dendron://vault/a.note]]`. One
 * that leads nowhere is reported, and stays as it is written.
 */
function swapLinks({ rendering, masked, positionOf, findNamed, report }: CurrentBody): Edit[] {
  if (!rendering.markdown.includes('[[')) return [];
  return [...masked().matchAll(link)].flatMap(
    ({ 0: written, 1: text = '', 2: bar = '', 3: vault, 4: name = '', index }) => {
      if (bar === '' && vault === undefined) return [];
      const [note = ''] = name.split('#');
      if (note.trim() === '' || findNamed(note.trim(), index) !== null) {
        return [{ start: index, end: index + written.length, text: `[[${name}${bar}${text}]]` }];
      }
      report(
        warnInBody('broken-link', positionOf(index), {
          found: `\`${written}\`, but no note of that name that is published, so it is shown as it is written`,
          expected: 'the name of a note in the content folder',
          fix: 'Correct the name, add the note, or write the text alone.',
        }),
      );
      return [{ start: index, end: index, text: '\\' }];
    },
  );
}

/** In a table the bar is escaped. */
const link = /\[\[(?:([^[\]\n\0|\\]{1,500})(\\?\|))?(dendron:\/\/[\w.-]{1,100}\/)?([^[\]\n\0|\\]{1,500})\]\]/g;
