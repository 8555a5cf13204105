import type { Dialect } from '../dialect.ts';
import { fixAttributes } from './fix-attributes.ts';
import { fixInnerMarkdown } from './fix-inner-markdown.ts';

export const kramdown: Dialect = {
  name: 'kramdown',
  title: 'kramdown, PHP Markdown Extra, Python-Markdown',
  guide: {
    reads: '`{: .note}`, `{#id .class}` behind headings, blocks, links and images; `{::comment}`; `<div markdown="1">`',
    becomes: 'ids stay, the rest of a list of attributes is taken away; Markdown is read in such elements',
  },
  body: () => [
    { stage: 'blocks', find: fixInnerMarkdown },
    { stage: 'text', find: fixAttributes },
  ],
};
