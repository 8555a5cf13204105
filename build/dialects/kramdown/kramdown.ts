import type { Dialect } from '../dialect.ts';
import { fixAttributes } from './fix-attributes.ts';
import { fixDefinitions } from './fix-definitions.ts';
import { fixInnerMarkdown } from './fix-inner-markdown.ts';

export const kramdown: Dialect = {
  name: 'kramdown',
  title: 'kramdown, PHP Markdown Extra, Python-Markdown',
  guide: {
    reads:
      '`{: .note}`, `{#id .class}` behind headings, blocks, links and images; `{::comment}`; `<div markdown="1">`; a term, and `: text` below it',
    becomes:
      'ids stay, the rest of a list of attributes is taken away; Markdown is read in such elements; lists of definitions',
  },
  body: () => [
    { stage: 'blocks', find: fixInnerMarkdown },
    { stage: 'blocks', find: fixDefinitions },
    { stage: 'text', find: fixAttributes },
  ],
};
