import { findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { reportWritten } from '../alerts.ts';
import type { Dialect } from '../dialect.ts';

const line = /^[a-z][\w-]{0,49}::(?:[ \t]|$|\n)/i;

export const logseq: Dialect = {
  name: 'logseq',
  title: 'Logseq',
  guide: {
    reads:
      '`title:: …` lines at the top, where it is detected also `id:: …` below; `{:height 10, :width 20}`; `logseq/bak`, `logseq/version-files`',
    becomes: 'the header; the others go; copies are no articles',
  },
  detectedBy: ['logseq'],
  exclude: ['**/logseq/{bak,version-files}'],
  body: (isDetected) => [
    { stage: 'text', find: cutSizes },
    ...(isDetected
      ? [
          { stage: 'cut' as const, find: cutProperties },
          { stage: 'text' as const, find: reportReferences },
        ]
      : []),
  ],
  header: (text, number) => findPrefixedLines(text, number, line),
};

/** Sizes behind images. */
function cutSizes({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!/\{:(?:height|width) /.test(markdown)) return [];
  return Array.from(masked().matchAll(/\{:(?:height|width) [^{}\n]{1,100}\}/g), toCut);
}

/** Properties of blocks, each with its line unless the item begins with it. */
function cutProperties({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!markdown.includes(':: ')) return [];
  return Array.from(masked().matchAll(property), toCut);
}

const property = /(?:\n[ \t]*|(?<=^[ \t]{0,50}[-*+] ))[a-z][\w-]{0,49}::[ \t][^\n]*$/gm;

/** References to blocks, which may stand in any file. */
function reportReferences(body: CurrentBody): Edit[] {
  if (!body.rendered.markdown.includes('((')) return [];
  for (const { 0: written, index } of body.masked().matchAll(reference))
    reportWritten(body, index, { written, kind: 'a reference to a block', fate: 'Readers see it as text' });
  return [];
}

const reference = /\(\([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\)\)/g;

function toCut({ 0: whole, index }: RegExpExecArray): Edit {
  return { start: index, end: index + whole.length, text: '' };
}
