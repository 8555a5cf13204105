import { join, posix } from 'node:path';
import { readKeyBlock, takeLines } from '../../front-matter/parse/key-lines.ts';
import { scoreKeys } from '../../front-matter/parse/score-keys.ts';
import { readSettings } from '../../source/content-folders.ts';
import { markdownName } from '../../source/source-file.ts';
import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';
import { encodePath } from '../paths.ts';
import { blockRule, escapeInline, inlineRule, lexBlocks, type Rule, toImage, toLink } from '../syntax.ts';
import { fencedTags, readValues } from '../tags.ts';

/** A header must hold a title or a date, or two common names of front matter. */
export const hexo: Dialect = {
  name: 'hexo',
  title: 'Hexo',
  guide: {
    reads:
      'YAML with no line above it and `---` below it; `{% asset_img a.png %}`, `{% post_link name %}`, `{% codeblock %}`, `{% blockquote %}`; where it is detected, ends of lines in paragraphs',
    becomes: 'the header; images beside the article; links to the files; fenced code; quotes; line breaks',
  },
  signs: {
    any: [
      'scaffolds',
      'source/_posts',
      needsPackage('hexo'),
      ['_config.{yml,yaml,json}', /^[ \t]*"?(?:source_dir|public_dir|new_post_name|skip_render|post_asset_folder)\b/m],
    ],
    // Jekyll has the same file, and may have such a folder.
    not: [
      [
        '_config.{yml,yaml,toml}',
        /^(?:source|destination|collections|collections_dir|defaults|plugins_dir)[ \t]*[:=]/m,
      ],
      ['{Gemfile,gems.rb}', /["'](?:jekyll|github-pages)["']/],
    ],
  },
  settings: {
    timeZone: { key: 'timezone', files: ['_config.yml'] },
    // Of each of its renderers of Markdown, they are on by default.
    lineBreaks: (folders) =>
      !folders.some((folder) => /^[ \t]+breaks:[ \t]*false\b/im.test(readSettings(join(folder, '_config.yml')))),
  },
  hides: { load: () => import('./hides.ts') },
  header(text, line) {
    const found = readKeyBlock(text);
    if (found === null || found.score.fields === 0 || !found.isClosed) return null;
    const { lines, closing } = found;
    if (!lines[closing]?.startsWith('-') || !scoreKeys(lines.slice(0, closing)).isEnough) return null;
    return takeLines(text, line, found, { count: closing + 1, rest: 1, syntax: 'yaml' });
  },
  body: () => ({ triggers: ['{%'], extensions: [codeblock, quote, assetOrPost] }),
};

const codeblock = fencedTags(
  'codeblock',
  '\\{%[ \\t]*codeblock(?![\\w-])',
  /^\{%[ \t]*codeblock(?![\w-])([^{}\n]{0,200}?)%\}[ \t]*/,
  /\{%[ \t]*endcodeblock[ \t]*%\}/,
);

const quoteTag = /^ {0,3}\{%[ \t]*(blockquote|quote|pullquote)(?![\w-])([^{}\n]{0,500}?)%\}[ \t]*\n?/;

/** A quote, with its author below. */
const quote = blockRule('quote', ' {0,3}\\{%[ \\t]*(?:block|pull)?quote(?![\\w-])', (source, { lexer }) => {
  const [tag, name = '', written = ''] = quoteTag.exec(source) ?? [];
  if (tag === undefined) return undefined;
  const found = new RegExp(`\\{%[ \\t]*end${name}[ \\t]*%\\}`).exec(source.slice(tag.length));
  if (found === null) return undefined;
  const text = source.slice(tag.length, tag.length + found.index);
  const author = toAuthor(wordsOf(written));
  const tokens = lexBlocks(lexer, text.trimEnd());
  const below = author === '' ? [] : lexBlocks(lexer, `— ${author}`);
  const raw = source.slice(0, tag.length + found.index + found[0].length);
  return { type: 'blockquote', raw, text, tokens: [...tokens, ...below], contentLine: 1 };
});

const ownTag = /^\{%[ \t]*(asset_img|post_link)(?![\w-])([^{}\n]{0,500}?)%\}/;

const assetOrPost = inlineRule('asset-or-post', ['{%'], (source, rule) => {
  const [raw, name, written = ''] = ownTag.exec(source) ?? [];
  if (raw === undefined) return undefined;
  return name === 'asset_img' ? toAsset(rule, raw, wordsOf(written)) : toPostLink(rule, raw, wordsOf(written));
});

function wordsOf(written: string): string[] {
  return Object.values(readValues(written)).flatMap((word) => word ?? []);
}

/** `[class] file [width] [height] [title]`. The files of a post are in a folder beside it that has its name. */
function toAsset(rule: Rule, raw: string, words: readonly string[]) {
  const at = words.findIndex((word) => /\.\w{2,5}$/.test(word));
  const title = words
    .slice(at + 1)
    .join(' ')
    .replace(/^(?:(?:\d+|auto)(?: |$)){1,2}/, '');
  const folder = posix.basename(rule.body.path).replace(markdownName, '');
  return at === -1 ? undefined : toImage(rule, raw, `${folder}/${words[at]}`, escapeInline(title));
}

function toPostLink(rule: Rule, raw: string, [slug = '', ...title]: readonly string[]) {
  const path = rule.body.findNamed(slug);
  const text = title.join(' ').replace(/ ?(?:true|false)$/, '') || posix.basename(slug);
  return path === null ? undefined : toLink(rule, raw, `/${encodePath(path)}`, text);
}

/** `[author] [address] [text of the link]`. */
function toAuthor(words: readonly string[]): string {
  const at = words.findIndex((word) => /^https?:/.test(word));
  if (at === -1) return words.join(' ');
  return `${[...words.slice(0, at), `[${words.slice(at + 1).join(' ') || words[at]}](<${words[at]}>)`].join(' ')}`;
}
