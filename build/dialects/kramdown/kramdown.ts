import type { HidingSyntax } from '../../markdown/walk/hidden-languages.ts';
import type { Dialect } from '../dialect.ts';
import { blockRule, nothing } from '../syntax.ts';
import { attributeLine, attributes, contentsItem, extensionLine, extensionMark, takeAttributes } from './attributes.ts';
import { definitionList } from './definitions.ts';
import { innerMarkdown } from './inner-markdown.ts';

/** A comment with content, which another tag than its own may end. */
const comment: HidingSyntax = {
  trigger: '{::comment',
  open: /\{::comment(?![^{}\n]{0,500}\/\})[^{}\n]{0,500}\}/y,
  end: ({ findPattern }, from) => findPattern(endOfComment, from),
};

const endOfComment = /\{:\/(?:comment)?\}/g;

export const kramdown: Dialect = {
  name: 'kramdown',
  title: 'kramdown, PHP Markdown Extra, Python-Markdown',
  guide: {
    reads:
      '`{: .note}`, `{#id .class}` behind headings, blocks, links and images; `{::comment}`; `<div markdown="1">`; a term, and `: text` below it; `*[HTML]: text`',
    becomes:
      'ids and sizes of images stay, the rest of a list of attributes is taken away; Markdown is read in such elements; lists of definitions; explanations of abbreviations go',
  },
  body: () => ({
    triggers: [
      /\{(?::|[ \t]*[#.]|[ \t]*[\w-]+=)/,
      /\n {0,3}:[ \t]+\S/,
      ['*[', /^ {0,3}\*\[[^\]\n]{1,100}\]:/m],
      /<[^<>]+\smarkdown(?=[\s=>])/i,
    ],
    hiding: [comment],
    extensions: [
      extensionLine,
      extensionMark,
      contentsItem,
      abbreviation,
      attributeLine,
      attributes,
      definitionList,
      innerMarkdown,
    ],
    changeToken: takeAttributes,
  }),
};

/** `*[HTML]: Hypertext Markup Language`, which explains a word wherever it stands. */
const abbreviation = blockRule('abbreviation', ' {0,3}\\*\\[[^\\]\\n]{1,100}\\]:', (source) =>
  nothing(/^[^\n]*(?:\n|$)/.exec(source)?.[0] ?? '', true),
);
