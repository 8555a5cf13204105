import type { PreparedSource } from '../../markdown/body-dialect.ts';
import type { Dialect } from '../dialect.ts';
import { maskCode } from '../mask-code.ts';
import { blockRule, nothing } from '../syntax.ts';
import { attributeLine, attributes, contentsItem, extensionLine, extensionMark, takeAttributes } from './attributes.ts';
import { definitionList } from './definitions.ts';
import { innerMarkdown } from './inner-markdown.ts';

export const kramdown: Dialect = {
  name: 'kramdown',
  title: 'kramdown, PHP Markdown Extra, Python-Markdown',
  guide: {
    reads:
      '`{: .note}`, `{#id .class}` behind headings, blocks, links and images; `{::comment}`; `<div markdown="1">`; a term, and `: text` below it; `*[HTML]: text`',
    becomes:
      'ids and sizes of images stay, the rest of a list of attributes is taken away; Markdown is read in such elements; lists of definitions; explanations of abbreviations go',
  },
  triggers: [
    /\{(?::|[ \t]*[#.]|[ \t]*[\w-]+=)/,
    /\n {0,3}:[ \t]+\S/,
    ['*[', /^ {0,3}\*\[[^\]\n]{1,100}\]:/m],
    /<[^<>]+\smarkdown(?=[\s=>])/i,
  ],
  prepare: () => cutComments,
  extensions: () => [
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
};

/** `*[HTML]: Hypertext Markup Language`, which explains a word wherever it stands. */
const abbreviation = blockRule('abbreviation', ' {0,3}\\*\\[[^\\]\\n]{1,100}\\]:', (source) =>
  nothing(/^[^\n]*(?:\n|$)/.exec(source)?.[0] ?? '', true),
);

/** `{::comment}…{:/comment}`, which readers do not see. */
function cutComments(source: string): PreparedSource | null {
  if (!source.includes('{::comment')) return null;
  const edits: { start: number; end: number; text: string; isKept: true }[] = [];
  let start: number | null = null;
  for (const { 0: mark, index } of maskCode(source).matchAll(commentMark)) {
    const isEnd = mark.startsWith('{:/');
    if (!isEnd) start ??= index;
    else if (start !== null) {
      edits.push({ start, end: index + mark.length, text: '', isKept: true });
      start = null;
    }
  }
  return { edits, problems: () => [] };
}

/** What begins a comment, but not one without content, or ends an element. */
const commentMark = /\{::comment(?![^{}\n]{0,500}\/\})[^{}\n]{0,500}\}|\{:\/(?:comment)?\}/g;
