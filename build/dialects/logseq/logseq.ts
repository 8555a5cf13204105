import { join } from 'node:path';
import { findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import { type BodyEdit, type CurrentBody, type Edit, toCut } from '../../markdown/adapt/body-dialect.ts';
import { readSettings } from '../../source/content-folders.ts';
import { alertOf } from '../alerts.ts';
import type { Dialect } from '../dialect.ts';
import { editImages, toSizedImage, withTextBelow } from '../sized-images.ts';
import {
  cutDrawers,
  cutProperties,
  fixEmptyItems,
  fixIndentation,
  fixPageAddresses,
  fixReferences,
  reference,
} from './fix-outline.ts';

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
  body: (isDetected, path) => [
    { stage: 'text', find: fixImageSizes },
    ...(isDetected
      ? [
          ...[fixIndentation, fixPageAddresses, cutProperties, cutDrawers, fixEmptyItems, fixBlocks].map(toCutEdit),
          toCutEdit((body) => fixReferences(body, path)),
          { stage: 'text' as const, find: fixHighlights },
        ]
      : []),
  ],
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
  leftovers: [
    { name: 'a reference to a block', mayOccur: (markdown) => markdown.search(reference) !== -1, text: reference },
  ],
  header: (text, number) => findPrefixedLines(text, number, line),
};

function toCutEdit(find: BodyEdit['find']): BodyEdit {
  return { stage: 'cut', find };
}

/** Of the titles of journals, and of names that are read as one: those of the settings, and the ones that the program always knows. */
function findDateFormats(file: string): string[] {
  const settings = readSettings(file).replace(/;[^\n]*/g, '');
  const [, title] = /:journal\/page-title-format\s+"([^"\n]+)"/.exec(settings) ?? [];
  const [, name] = /:journal\/file-name-format\s+"([^"\n]+)"/.exec(settings) ?? [];
  return [title ?? 'MMM do, yyyy', ...(name === undefined ? [] : [name]), 'MMM do, yyyy', 'yyyy-MM-dd', 'yyyy_MM_dd'];
}

/** A tag with the size in place of an image with a size behind it; a size behind anything else goes. */
function fixImageSizes(body: CurrentBody): Edit[] {
  const { markdown } = body.rendered;
  if (!/\{:(?:height|width) /.test(markdown)) return [];
  const edits = editImages(body, (image, start, imageEnd) => {
    const [written = ''] = /^\{:[^{}\n]{1,110}\}/.exec(markdown.slice(imageEnd, imageEnd + 113)) ?? [];
    const [, width] = /:width (\d{1,5})/.exec(written) ?? [];
    const [, height] = /:height (\d{1,5})/.exec(written) ?? [];
    const end = imageEnd + written.length;
    if (width === undefined && height === undefined) return null;
    return { start, end, text: withTextBelow(toSizedImage(image, { width, height }), markdown, end) };
  });
  return [...edits, ...Array.from(body.masked().matchAll(/\{:(?:height|width) [^{}\n]{1,100}\}/g), toCut)];
}

/** Alerts and quotes in place of `#+BEGIN_NOTE` … `#+END_NOTE`, in an item too. */
function fixBlocks({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!/#\+begin_/i.test(markdown)) return [];
  return [...masked().matchAll(block)].flatMap(({ 0: whole, 1: before = '', 2: word = '', index }) => {
    const alert = /^quote$/i.test(word) ? '' : alertOf(word);
    if (alert === undefined) return [];
    const start = index + before.length;
    const end = index + whole.length;
    const last = markdown.lastIndexOf('\n', end - 1);
    const edits = [
      { start, end: markdown.indexOf('\n', start), text: alert === '' ? '>' : `> [!${alert.toUpperCase()}]` },
    ];
    for (let at = edits[0]?.end ?? last; at < last; at = markdown.indexOf('\n', at + 1)) {
      const text = at + 1 + (/^[ \t]*/.exec(markdown.slice(at + 1, last))?.[0].length ?? 0);
      edits.push({ start: text, end: text, text: '> ' });
    }
    // Text below it would belong to the quote.
    const isText = /^\n[ \t]*(?![-*] |\s)[^\n]/.test(markdown.slice(end, end + 200));
    return [...edits, { start: last, end, text: isText ? '\n' : '' }];
  });
}

const block =
  /^([ \t]*(?:[-*][ \t]+)?)#\+begin_(note|tip|important|caution|warning|quote)[ \t]*\n(?:[^\n]*\n){1,50}?[ \t]*#\+end_\2[ \t]*$/gim;

/** `<mark>` in place of `^^`. */
function fixHighlights({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!markdown.includes('^^')) return [];
  return [...masked().matchAll(/\^\^(?!\s)[^\n^]{1,1000}(?<!\s)\^\^/g)].flatMap(({ 0: { length }, index }) => [
    { start: index, end: index + 2, text: '<mark>' },
    { start: index + length - 2, end: index + length, text: '</mark>' },
  ]);
}
