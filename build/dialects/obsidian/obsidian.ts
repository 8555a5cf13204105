import { join } from 'node:path';
import { type CurrentBody, type Edit, toCut } from '../../markdown/adapt/body-dialect.ts';
import { cjkCharacter } from '../../markdown/adapt/fix-emphasis.ts';
import { offsetAt } from '../../markdown/marked/aligned-text.ts';
import { lazy } from '../../package/lazy.ts';
import { namesAtTop, readJsonObject } from '../../source/content-folders.ts';
import type { Dialect } from '../dialect.ts';
import { fixCallouts } from './fix-callouts.ts';
import { fixSizes } from './fix-sizes.ts';
import { fixWikiLinks, hasEnding, wikiLink } from './fix-wiki-links.ts';
import { createNameFinder } from './name-finder.ts';

/** In a vault, comments are cut and callouts of every kind are known. */
export const obsidian: Dialect = {
  name: 'obsidian',
  title: 'Obsidian, Quartz, Digital Garden',
  guide: {
    reads:
      '`[[Page#Heading\\|text]]`, `![[image.png\\|text\\|300]]`, `![text\\|300](image.png)`, `==mark==`, `> [!info] Title`; ` ^6f68a1` at the end of a block; `a.excalidraw.md`; where it is detected also `%%comment%%`, callouts of your own kinds, ends of lines in paragraphs',
    becomes:
      'links and images, which are found by name wherever they lie; `<mark>`; alerts of GitHub; names of blocks and comments are removed; drawings are no articles; line breaks',
  },
  detectedBy: ['.obsidian', 'quartz.config.ts', 'quartz.config.yaml', 'get-theme.js', 'versionednote.njk'],
  hidingWays: [
    ['`ignorePatterns` in `quartz.config.ts`, or in `.yaml`', 'read', 'obsidian-ignore'],
    ['what lies outside of `content`, in a site of Quartz', 'read', 'obsidian-path'],
    ['`.gitignore`, in a site of Quartz', 'read', 'obsidian-gitignore'],
    ['`Plugin.ExplicitPublish()`, without `publish: true`', 'read', 'obsidian-publish'],
    ['`draft: true`', 'read', 'draft'],
    ['folders that Obsidian Publish excludes, in `.obsidian/publish.json`', 'read', 'obsidian-excluded'],
    ['notes without `dg-publish: true`, where the plugin Digital Garden is on', 'read', 'obsidian-garden'],
    ['`publish: false`, `dg-publish: false`', 'read', 'publish'],
    ['other filters of Quartz', 'reported', 'they are code'],
    ['`userIgnoreFilters` in `.obsidian/app.json`', 'not applicable', 'it is for the search alone'],
  ],
  hides: () => import('./hides.ts'),
  body: (isVault) => [
    ...(isVault ? [{ stage: 'cut' as const, find: cutComments }] : []),
    { stage: 'cut', find: cutDefinitions },
    { stage: 'text', find: fixWikiLinks },
    { stage: 'text', find: fixSizes },
    { stage: 'text', find: fixHighlights },
    { stage: 'text', find: (body) => cutBlockIds(body, isVault) },
    { stage: 'text', find: (body) => fixCallouts(body, isVault) },
  ],
  dollars: { single: true },
  lineBreaks: hasLineBreaks,
  dailyNotes: findDailyNotes,
  nameFinder: createNameFinder,
  // Drawings of a plugin, which stand in Markdown.
  files: (content) => ({ exclude: ['**/*.excalidraw.md'], templates: findTemplates(content) }),
};

/** As the program itself shows them. A website that is made of a vault, such as one of Quartz, has none but by its own settings. */
function hasLineBreaks(folders: readonly string[]): boolean {
  if (folders.some((folder) => namesAtTop(folder).has('package.json'))) return false;
  return !folders.some((folder) => readJsonObject(join(folder, '.obsidian/app.json')).strictLineBreaks === true);
}

function findDailyNotes(vault: string): string | null {
  const { folder } = readJsonObject(join(vault, '.obsidian/daily-notes.json'));
  return typeof folder === 'string' ? folder : null;
}

/** The folders that the settings of a vault, and of its most used plugin for templates, name. */
function findTemplates(content: string): string[] {
  return ['.obsidian/templates.json', '.obsidian/plugins/templater-obsidian/data.json'].flatMap((name) => {
    const { folder, templates_folder: other = folder } = readJsonObject(join(content, name));
    const names = typeof other === 'string' ? other.split('/').filter((name) => name !== '') : [];
    return names.length === 0 ? [] : [names.join('/')];
  });
}

/** Comments of Obsidian, `%%…%%`, which begin outside of code; one without its end lasts to the end of the text. */
function cutComments({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!markdown.includes(delimiter)) return [];
  const text = masked();
  const edits: Edit[] = [];
  for (let start = text.indexOf(delimiter); start !== -1; ) {
    // What seems to be code in a comment is part of it.
    const close = markdown.indexOf(delimiter, start + delimiter.length);
    const end = close === -1 ? markdown.length : close + delimiter.length;
    edits.push({ start, end, text: '' });
    start = text.indexOf(delimiter, end);
  }
  return edits;
}

const delimiter = '%%';

/**
 * The definitions that Foam writes below the text, by which others read `[[name]]` as a link in brackets: between its comments, or of
 * the file that the name finds, where nothing else refers to it.
 */
function cutDefinitions({ rendered: { markdown, tokens }, spans, findNamed }: CurrentBody): Edit[] {
  if (!markdown.includes('[[') && !markdown.includes(begin)) return [];
  const named = lazy(
    () => new Set(Array.from(markdown.matchAll(wikiLink), ([link]) => link.replace(/^!?\[\[|\]\]$/g, ''))),
  );
  const plain = lazy(
    () => new Set(Array.from(markdown.matchAll(/(?<!\[)\[([^[\]\n]+)\](?!:)/g), ([, label]) => label)),
  );
  let isMade = false;
  return tokens.flatMap((token) => {
    if (token.type !== 'def') return [];
    const [, label = ''] = /^ *\[([^[\]\n]+)\]:/.exec(token.raw) ?? [];
    isMade ||= token.raw.startsWith(begin);
    const isCut = isMade || (named().has(label) && !plain().has(label) && isNamed(label, token.href));
    if (label === '//end') isMade = false;
    const span = isCut ? spans().get(token) : undefined;
    const end = span?.ends.at(-1) ?? 0;
    return span === undefined ? [] : [{ start: Math.max(0, offsetAt(span, 0) - 1), end, text: '' }];
  });

  /** Whether an address, relative to any folder, is that of the file that a name finds. */
  function isNamed(label: string, href: string): boolean {
    const path = findNamed(label.replace(/[|#].*/, '').trim(), 0);
    const [address = ''] = href
      .replaceAll('%20', ' ')
      .replace(/^[./]+/, '')
      .split('#');
    return path !== null && `/${path}`.replace(hasEnding, '').endsWith(`/${address.replace(hasEnding, '')}`);
  }
}

const begin = '[//begin]: # ';

/** Names of blocks at the ends of lines: `^6f68a1`, as the program makes them; in a vault also those that authors chose. */
function cutBlockIds({ rendered: { markdown }, masked }: CurrentBody, isVault: boolean): Edit[] {
  if (!markdown.includes('^') || markdown.search(blockId) === -1) return [];
  return [...masked().matchAll(blockId)]
    .filter(({ 1: id = '' }) => isVault || (/\d/.test(id) && id.length === 6))
    .map(toCut);
}

const blockId = /(?:^|[ \t])\^([a-z\d-]{1,50})[ \t]*$/gim;

/** `<mark>` in place of `==`, on one line, with whitespace or punctuation outside and neither inside. */
function fixHighlights({ rendered, masked }: CurrentBody): Edit[] {
  if (!mayHaveMark.test(rendered.markdown)) return [];
  return [...masked().matchAll(marked)].flatMap(({ 0: whole, index }) => [
    { start: index, end: index + 2, text: '<mark>' },
    { start: index + whole.length - 2, end: index + whole.length, text: '</mark>' },
  ]);
}

/** What masking hides begins with neither whitespace nor `=`. */
const mayHaveMark = /==(?![\s=])[^\n]*==/;

/** A letter or a digit of a script with spaces between words. */
const wordCharacter = `(?![${cjkCharacter}])[\\p{L}\\p{N}_=]`;

const marked = new RegExp(
  `(?<!${wordCharacter})==(?![\\s=])(?:(?!==)(?:\\\\\\||[^\\n|])){1,1000}(?<!\\s)==(?!${wordCharacter})`,
  'gu',
);
