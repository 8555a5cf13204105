import { join, posix } from 'node:path';
import { readKeyBlock, takeLines } from '../../front-matter/parse/key-lines.ts';
import { scoreKeys } from '../../front-matter/parse/score-keys.ts';
import type { CurrentBody } from '../../markdown/adapt/body-dialect.ts';
import { readSettings } from '../../source/content-folders.ts';
import { markdownName } from '../../source/source-file.ts';
import type { Dialect } from '../dialect.ts';
import { fenceCode } from '../fence-code.ts';
import { encodePath } from '../fix-named.ts';
import { readValues, replaceTags, toImage } from '../replace-tags.ts';

/** A header must hold a title or a date, or two common names of front matter. */
export const hexo: Dialect = {
  name: 'hexo',
  title: 'Hexo',
  detectedBy: ['scaffolds'],
  guide: {
    reads:
      'YAML with no line above it and `---` below it; `{% asset_img a.png %}`, `{% post_link name %}`, `{% codeblock %}`, `{% blockquote %}`; where it is detected, ends of lines in paragraphs',
    becomes: 'the header; images beside the article; links to the files; fenced code; quotes; line breaks',
  },
  timeZone: { key: 'timezone', files: ['_config.yml'] },
  hidingWays: [
    ['`published: false`', 'read', 'published'],
    ['`_drafts`, also with `render_drafts`', 'read', 'drafts-folder'],
    ['files and folders that begin with `_` or a dot, without `include`', 'read', 'hexo-underscore'],
    ['`skip_render`, `exclude`, `ignore` in `_config.yml`', 'read', 'hexo-exclude'],
    ['`source_dir`: what lies outside', 'read', 'hexo-path'],
    ['`future: false`', 'not applicable', 'an article appears at its date'],
    ['`sitemap: false`, `layout: false`', 'not applicable', 'the page is there'],
  ],
  hides: () => import('./hides.ts'),
  header(text, line) {
    const found = readKeyBlock(text);
    if (found === null || found.score.fields === 0 || !found.isClosed) return null;
    const { lines, closing } = found;
    if (!lines[closing]?.startsWith('-') || !scoreKeys(lines.slice(0, closing)).isEnough) return null;
    return takeLines(text, line, found, { count: closing + 1, rest: 1, syntax: 'yaml' });
  },
  body: (_, path) => {
    const assets = posix.basename(path).replace(markdownName, '');
    return [
      { stage: 'cut', find: (body) => fenceCode(body, opening, closing) },
      { stage: 'cut', find: (body) => replaceTags(body, '{%', tag, createWriter(body, assets)) },
    ];
  },
  // Of each of its renderers of Markdown, they are on by default.
  lineBreaks: (folders) =>
    !folders.some((folder) => /^[ \t]+breaks:[ \t]*false\b/im.test(readSettings(join(folder, '_config.yml')))),
};

const opening = /^([ \t>]*)\{%[ \t]*codeblock(?![\w-])([^{}\n]{0,200}?)%\}[ \t]*/gm;

const closing = /\{%[ \t]*endcodeblock[ \t]*%\}/g;

const tag = /\{%[ \t]*(asset_img|post_link|(?:end)?(?:blockquote|quote|pullquote))(?![\w-])([^{}\n]{0,500}?)%\}/g;

/** Makes Markdown of the tags of a body. `assets` is the folder of the files of a post, beside it. */
function createWriter({ findNamed }: CurrentBody, assets: string): (found: RegExpExecArray) => string | null {
  const authors: string[] = [];
  return ({ 1: name = '', 2: written = '', index }) => {
    const words = Object.values(readValues(written)).flatMap((word) => word ?? []);
    if (name === 'asset_img') return toAsset(words, assets);
    if (name === 'post_link') return toPostLink(words, (slug) => findNamed(slug, index));
    if (!name.startsWith('end')) {
      authors.push(toAuthor(words));
      return '<blockquote>\n\n';
    }
    const author = authors.pop() ?? '';
    return `${author === '' ? '' : `\n\n— ${author}`}\n\n</blockquote>\n\n`;
  };
}

/** `[class] file [width] [height] [title]`. */
function toAsset(words: readonly string[], assets: string): string | null {
  const at = words.findIndex((word) => /\.\w{2,5}$/.test(word));
  const title = words
    .slice(at + 1)
    .join(' ')
    .replace(/^(?:(?:\d+|auto)(?: |$)){1,2}/, '');
  return at === -1 ? null : toImage(`${assets}/${words[at]}`, title);
}

function toPostLink([slug = '', ...title]: readonly string[], find: (slug: string) => string | null): string | null {
  const path = find(slug);
  const text = title.join(' ').replace(/ ?(?:true|false)$/, '') || posix.basename(slug);
  return path === null ? null : `[${text}](/${encodePath(path)})`;
}

/** `[author] [address] [text of the link]`. */
function toAuthor(words: readonly string[]): string {
  const at = words.findIndex((word) => /^https?:/.test(word));
  if (at === -1) return words.join(' ');
  return `${[...words.slice(0, at), `[${words.slice(at + 1).join(' ') || words[at]}](<${words[at]}>)`].join(' ')}`;
}
