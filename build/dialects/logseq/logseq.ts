import { join } from 'node:path';
import { findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import type { BodyContext } from '../../markdown/parse/body-lexer.ts';
import { readSettings } from '../../source/content-folders.ts';
import { alertOf, toAlert } from '../alerts.ts';
import type { Dialect } from '../dialect.ts';
import { encodePath } from '../paths.ts';
import { blockRule, contentOf, inlineElement, inlineRule, lexBlocks, nothing } from '../syntax.ts';
import { addressTags } from '../tags.ts';
import { readOutline, reference } from './outline.ts';

const line = /^[a-z][\w-]{0,49}::(?:[ \t]|$|\n)/i;

export const logseq: Dialect = {
  name: 'logseq',
  title: 'Logseq',
  guide: {
    reads:
      '`title:: …` lines at the top; `{:height 10, :width 20}`; `logseq/bak`, `logseq/version-files`; where it is detected also `id:: …`, `:LOGBOOK:` and `#+BEGIN_NOTE` below, outlines below a heading, ends of lines in paragraphs, `^^mark^^`, `((…))` for a block of the same file, `[text]([[Page]])`, `[text](((…)))`; `a___b%3F.md`, `2022_05_20.md`, `hls__a.md`',
    becomes:
      'the header; sizes of images; copies are no articles; properties and drawers go; alerts; lists; line breaks; `<mark>`; the text of the block; links; the pages `a/b?` and `May 20th, 2022` (or as `:journal/page-title-format` says), whose names are their titles; notes in PDF files are no articles',
  },
  detectedBy: ['logseq'],
  // Where it is detected, also notes in PDF files.
  files: (_, folder) => ({ exclude: ['**/logseq/{bak,version-files}', ...(folder === null ? [] : ['**/hls__*.md'])] }),
  pageNames: (folder) => ({ signs: { ___: '/' }, dates: findDateFormats(join(folder, 'logseq/config.edn')) }),
  triggers: [/\{:(?:height|width) /],
  ownTriggers: [
    '::',
    '((',
    '[[',
    '^^',
    /#\+begin_/i,
    /^[ \t]*-[ \t]*$|^(?:\t| {4})[ \t]*-\s|:(?:LOGBOOK|PROPERTIES):/m,
  ],
  prepare: (isDetected) => (isDetected ? (source) => ({ edits: readOutline(source), problems: () => [] }) : undefined),
  extensions: (isDetected) => [
    imageSize,
    ...(isDetected
      ? [outline, noteBlock, marked, ...addressTags('page', { tag: pageOrBlock, at: null }, toAddress)]
      : []),
  ],
  toAddress,
  dailyNotes: () => 'journals',
  hidingWays: [
    ['`:hidden` in `logseq/config.edn`', 'read', 'logseq-hidden'],
    ['`public:: false`', 'read', 'public'],
    [
      '`:publishing/all-pages-public? false`, where it is written: pages without `public:: true`',
      'read',
      'logseq-public',
    ],
  ],
  hides: () => import('./hides.ts'),
  lineBreaks: () => true,
  leftovers: [{ name: 'a reference to a block', triggers: ['(('], text: reference }],
  header: (text, number) => findPrefixedLines(text, number, line),
};

/** Of the titles of journals, and of names that are read as one: those of the settings, and the ones that the program always knows. */
function findDateFormats(file: string): string[] {
  const settings = readSettings(file).replace(/;[^\n]*/g, '');
  const [, title] = /:journal\/page-title-format\s+"([^"\n]+)"/.exec(settings) ?? [];
  const [, name] = /:journal\/file-name-format\s+"([^"\n]+)"/.exec(settings) ?? [];
  return [title ?? 'MMM do, yyyy', ...(name === undefined ? [] : [name]), 'MMM do, yyyy', 'yyyy-MM-dd', 'yyyy_MM_dd'];
}

/** The size of an image, which stands behind it; behind anything else it goes. */
const imageSize = inlineRule(
  'image-size',
  ['{:'],
  (source, { before }) => {
    const [raw] = /^\{:(?:height|width) [^{}\n]{1,100}\}/.exec(source) ?? [];
    if (raw === undefined) return undefined;
    const last = before.at(-1);
    const [, width] = /:width (\d{1,5})/.exec(raw) ?? [];
    const [, height] = /:height (\d{1,5})/.exec(raw) ?? [];
    if (last?.type === 'image') Object.assign(last, width && { width }, height && { height });
    return nothing(raw);
  },
  true,
);

/** A list in an outline below a heading or a line of text: Markdown reads its indented lines as code or as more of the text. */
const outline = blockRule('outline', '(?:\\t| {4})[ \\t]*-(?:\\s|$)', (source, { lexer }) => {
  // A line that is not indented goes on with the text above it, but not behind an empty line.
  const [raw = ''] =
    /^(?:(?:[ \t][^\n]*|(?<!\n[ \t]*\n)\S[^\n]*)?(?:\n|$))+?(?=(?<=\n[ \t]*\n)\S|$(?![\s\S]))/.exec(source) ?? [];
  // What is below an item that is not indented stays below it.
  const [above = '', ...below] = raw.trimEnd().split(/(?=\n[-*+] )/);
  const text = above.replace(/^(?:\t| {1,4})/gm, '') + below.join('');
  return text === '' ? undefined : { ...contentOf(lexer, raw.trimEnd(), text), contentLine: 0 };
});

const begin = '#\\+begin_(?:note|tip|important|caution|warning|quote)[ \\t]*\\n';

/** An alert or a quote for `#+BEGIN_NOTE` … `#+END_NOTE`. */
const noteBlock = blockRule('note-block', begin, (source, { lexer }) => {
  const [raw = '', word = '', text = ''] =
    /^#\+begin_(\w+)[ \t]*\n((?:[^\n]*\n){1,50}?)[ \t]*#\+end_\1[ \t]*(?=\n|$)/i.exec(source) ?? [];
  if (raw === '') return undefined;
  const alert = /^quote$/i.test(word) ? null : alertOf(word);
  if (alert) return toAlert(lexer, alert, '', raw, text.trimEnd());
  return alert === null
    ? { type: 'blockquote', raw, text, tokens: lexBlocks(lexer, text.trimEnd()), contentLine: 1 }
    : undefined;
});

/** `<mark>` for `^^`. */
const marked = inlineRule('mark', ['^^'], (source, rule) => {
  const [raw, text = ''] = /^\^\^(?!\s)([^\n^]{1,1000})(?<!\s)\^\^/.exec(source) ?? [];
  return raw === undefined ? undefined : inlineElement(rule, 'mark', raw, text);
});

const pageOrBlock = '(?:\\[\\[[^[\\]\\n|#^\\\\]{1,500}\\]\\]|\\(\\([\\da-f-]{36}\\)\\))';

/** The path of a page in place of its name, and of this file for a block of it. */
function toAddress(address: string, { source, findNamed, path }: BodyContext): string | null {
  const [, name, id] = /^(?:\[\[([^[\]\n|#^\\]{1,500})\]\]|\(\(([\da-f-]{36})\)\))$/.exec(address) ?? [];
  const own =
    id !== undefined && source.includes(id.slice(0, 36)) && new RegExp(`^[ \\t]+id:: ${id}`, 'm').test(source)
      ? path
      : null;
  const found = id !== undefined ? own : name !== undefined ? findNamed(name.trim()) : null;
  return found === null ? null : `/${encodePath(found)}`;
}
