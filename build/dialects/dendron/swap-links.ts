import type { Edit } from '../../markdown/adapt/apply-edits.ts';
import type { CurrentBody } from '../../markdown/adapt/body-dialect.ts';

/** Links by name with the name in front and no vault, as others write them: `[[a.note|text]]` for `[[text|dendron://vault/a.note]]`. */
export function swapLinks({ rendering, masked }: CurrentBody): Edit[] {
  if (!rendering.markdown.includes('[[')) return [];
  return [...masked().matchAll(link)].flatMap(
    ({ 0: written, 1: text = '', 2: bar = '', 3: vault, 4: name = '', index }) =>
      bar === '' && vault === undefined
        ? []
        : [{ start: index, end: index + written.length, text: `[[${name}${bar}${text}]]` }],
  );
}

/** In a table the bar is escaped. */
const link = /\[\[(?:([^[\]\n\0|\\]{1,500})(\\?\|))?(dendron:\/\/[\w.-]{1,100}\/)?([^[\]\n\0|\\]{1,500})\]\]/g;
