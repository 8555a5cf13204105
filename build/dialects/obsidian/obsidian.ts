import { join } from 'node:path';
import { cjkCharacter } from '../../markdown/parse/emphasis.ts';
import type { HidingSyntax } from '../../markdown/walk/hidden-languages.ts';
import { namesAtTop, readJsonObject } from '../../source/content-folders.ts';
import type { Dialect } from '../dialect.ts';
import { blockRule, characterBefore, inlineElement, inlineRule, nothing } from '../syntax.ts';
import { toCallout } from './callouts.ts';
import { createNameFinder } from './name-finder.ts';
import { readImageText, wikiLink } from './wiki-links.ts';

const delimiter = '%%';

/** Comments; one without its end lasts to the end of the text. */
const comment: HidingSyntax = {
  trigger: delimiter,
  open: /%%/y,
  end: (scanned, from) => Math.min(scanned.find(delimiter, from) + delimiter.length, scanned.text.length),
};

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
  signs: { any: ['.obsidian', 'quartz.config.ts', 'quartz.config.yaml', 'get-theme.js', 'versionednote.njk'] },
  settings: { lineBreaks: hasLineBreaks, dailyNotes: findDailyNotes },
  hides: { load: () => import('./hides.ts') },
  // Drawings of a plugin, which stand in Markdown.
  files: (content, vault) => ({
    exclude: ['**/*.excalidraw.md'],
    templates: findTemplates(content),
    hasTemplates: vault !== null,
  }),
  body: (isVault) => ({
    triggers: [
      '[[',
      '[!',
      ['![', /!\[[^\]|\n]{0,500}\|/],
      ['==', /==(?![\s=])[^\n]*==/],
      ['^', /(?:^|[ \t])\^[a-z\d-]{1,50}[ \t]*$/im],
      ...(isVault ? [delimiter] : []),
    ],
    hiding: isVault ? [comment] : [],
    extensions: [wikiLink, highlight, ...blockIds(isVault), toCallout(isVault)],
    changeToken: readImageText,
    dollars: isVault ? { single: true } : undefined,
  }),
  names: { finder: createNameFinder },
};

/**
 * As the program itself shows them. A website that is made of a vault, such as one of Quartz, has none but by its own
 * settings.
 */
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

/**
 * Names of blocks at the ends of lines: `^6f68a1`, as the program makes them; in a vault also those that authors chose.
 */
function blockIds(isVault: boolean) {
  const isName = (id: string): boolean => isVault || (/\d/.test(id) && id.length === 6);
  return [
    blockRule('block-id', '\\^[a-z\\d-]{1,50}[ \\t]*(?:\\n|$)', (source) => {
      const [raw, id = ''] = /^\^([a-z\d-]{1,50})[ \t]*(?:\n|$)/i.exec(source) ?? [];
      return raw !== undefined && isName(id) ? nothing(raw, true) : undefined;
    }),
    inlineRule('block-id-behind', ['^'], (source, rule) => {
      const [raw, id = ''] = /^\^([a-z\d-]{1,50})[ \t]*(?=\n|$)/i.exec(source) ?? [];
      if (raw === undefined || !isName(id) || !/^$|\s/.test(characterBefore(rule))) return undefined;
      const last = rule.before.at(-1);
      if (last?.type === 'text') last.text = last.text.replace(/[ \t]$/, '');
      return nothing(raw);
    }),
  ];
}

/** A letter or a digit of a script with spaces between words. */
const wordCharacter = new RegExp(`(?![${cjkCharacter}])[\\p{L}\\p{N}_=]`, 'u');

const marked = /^==(?![\s=])((?:(?!==)(?:\\\||[^\n|])){1,1000})(?<!\s)==/;

/** `<mark>` for `==`, on one line, with whitespace or punctuation outside and neither inside. */
const highlight = inlineRule('highlight', ['=='], (source, rule) => {
  const [raw, text = ''] = marked.exec(source) ?? [];
  if (raw === undefined || wordCharacter.test(characterBefore(rule))) return undefined;
  return wordCharacter.test(source.slice(raw.length, raw.length + 2).replace(/^(.).*/su, '$1'))
    ? undefined
    : inlineElement(rule, 'mark', raw, text);
});
