import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { offsetAt } from '../../markdown/marked/aligned-text.ts';
import type { Dialect } from '../dialect.ts';
import { fixAttributes, fixImageSizes } from './fix-attributes.ts';
import { fixDefinitions } from './fix-definitions.ts';
import { fixInnerMarkdown } from './fix-inner-markdown.ts';

export const kramdown: Dialect = {
  name: 'kramdown',
  title: 'kramdown, PHP Markdown Extra, Python-Markdown',
  guide: {
    reads:
      '`{: .note}`, `{#id .class}` behind headings, blocks, links and images; `{::comment}`; `<div markdown="1">`; a term, and `: text` below it',
    becomes:
      'ids and sizes of images stay, the rest of a list of attributes is taken away; Markdown is read in such elements; lists of definitions',
  },
  body: () => [
    { stage: 'cut', find: endFootnotes },
    { stage: 'blocks', find: fixInnerMarkdown },
    { stage: 'blocks', find: fixDefinitions },
    { stage: 'text', find: fixImageSizes },
    { stage: 'text', find: fixAttributes },
  ],
};

/** A blank line between a footnote and the definition of a link on the next line, which is text to GitHub. */
function endFootnotes({ rendered: { markdown, tokens }, spans }: CurrentBody): Edit[] {
  if (!markdown.includes('[^') || markdown.search(definition) === -1) return [];
  return tokens.flatMap((token) => {
    const span = token.type === 'footnote' ? spans().get(token) : undefined;
    const at = span?.text.search(definition) ?? -1;
    if (span === undefined || at === -1) return [];
    const start = offsetAt(span, at);
    return { start, end: start, text: '\n' };
  });
}

const definition = /\n {0,3}\[(?!\^)[^[\]\n]{1,200}\]:[ \t]+\S/;
