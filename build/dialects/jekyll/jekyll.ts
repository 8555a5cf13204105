import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import type { Dialect } from '../dialect.ts';
import { endHtml } from '../end-html.ts';
import { fenceCode } from '../fence-code.ts';
import { fixAddresses } from '../fix-addresses.ts';
import { fixNamed } from '../fix-named.ts';
import { readValues, replaceTags, toEmbedded } from '../replace-tags.ts';

export const jekyll: Dialect = {
  name: 'jekyll',
  title: 'Jekyll, Eleventy and others with Liquid or Nunjucks',
  guide: {
    reads:
      'dates and slugs in file names, `published: false`, `_drafts`; `{% highlight ruby %}`, `{% post_url 2020-01-01-name %}`, `{% link _posts/name.md %}`; `{{ site.baseurl }}/a.png` and `{{ "/a.png" \\| relative_url }}` as addresses; `{% youtube id %}`, `{% vimeo id %}`, `{% gist id %}`; other `{% tags %}` and `{{ expressions }}`; where it is detected, Markdown in the line below the end of HTML, blank lines in `<p>`, `$$…$$` in a line between others',
    becomes:
      'headers and addresses as in Jekyll; fenced code; links to the files; addresses from the root; links; Markdown, and a formula in its sentence; templates are not run: they stay as they are written, with a warning',
  },
  body: (isDetected) => [
    ...(isDetected ? [{ stage: 'blocks' as const, find: endHtml }] : []),
    { stage: 'cut', find: (body) => fenceCode(body, opening, closing) },
    { stage: 'cut', find: fixRoots },
    { stage: 'cut', find: (body) => replaceTags(body, '{%', embedded, toLink) },
    { stage: 'text', find: (body) => fixNamed(body, '{%', named) },
  ],
  dollars: { apart: true },
  detectedBy: ['_config.yml', '_config.yaml', '_config.toml'],
  // Hexo has the same file.
  notDetectedBy: ['scaffolds'],
  timeZone: { key: 'timezone', files: ['_config.yml', '_config.yaml', '_config.toml'], plainInUtc: true },
  hidingWays: [
    ['`published: false`', 'read', 'published'],
    ['`_drafts`', 'read', 'drafts-folder'],
    ['a date ahead', 'read', 'date'],
    ['`defaults`: `published: false` for a path and a type', 'read', 'jekyll-defaults'],
    ['`exclude`, and what it has by default; `include` takes back', 'read', 'jekyll-exclude'],
    [
      'files and folders that begin with `_`, `.`, `#`, `~`, or end with `~`; `include` takes back',
      'read',
      'jekyll-special-names',
    ],
    ['`collections` without `output: true`', 'read', 'jekyll-collections'],
    ['files in `_posts` without a date in their name', 'read', 'jekyll-post-names'],
    ['`limit_posts`', 'reported', 'which posts it excludes changes with each new one'],
    ['`show_drafts`, `future`, `unpublished`', 'not applicable', 'they show more; what is hidden stays so'],
    ['`keep_files`, `sitemap: false`', 'not applicable', 'these hide no page'],
    ['more files of settings, on the command line (`--config`)', 'not applicable', 'the command line is not known'],
    ['plugins', 'not applicable', 'these are programs'],
  ],
  hides: () => import('./hides.ts'),
  leftovers: [
    {
      name: 'a tag of Liquid or another template language',
      mayOccur: (markdown) => markdown.includes('{%'),
      isBraced: (text) => text.startsWith('{%'),
      // Others take these away in code as well.
      isInCode: (text) => /^\{%-?\s*(?:end)?raw\b/.test(text),
    },
    {
      name: 'an expression of a template language',
      mayOccur: (markdown) => markdown.includes('{{'),
      isBraced: (text) => /^\{\{(?![<%]|&lt;)/.test(text),
    },
  ],
};

const opening = /^([ \t>]*)\{%-?[ \t]*highlight[ \t]([^{}\n]{0,200}?)-?%\}[ \t]*/gm;

const closing = /\{%-?[ \t]*endhighlight[ \t]*-?%\}/g;

/** With what stands for the site before it. */
const named =
  /(?:\{\{-?[ \t]*site\.(?:base)?url[ \t]*-?\}\}){0,2}\{%-?[ \t]*(?:post_url|link)[ \t]+([^\s{}%]{1,300})[ \t]*-?%\}/g;

/** Addresses from the root of the site in place of those that a template makes of them. Most have spaces, and so are text at first. */
function fixRoots(body: CurrentBody): Edit[] {
  const write = ([, path = '']: RegExpExecArray) => `/${path}`;
  return [...replaceTags(body, '{{', root, write), ...fixAddresses(body, ['{{'], root, write)];
}

const root =
  /(?<=\](?:\(|:)[ \t]?<?|["'=])(?:(?:\{\{-?[ \t]*site\.(?:base)?url[ \t]*-?\}\}){1,2}\/|\{\{-?[ \t]*["']\/?([^"'{}\n]{1,300})["'][ \t]*\|[ \t]*(?:(?:relative|absolute)_)?url[ \t]*-?\}\})/g;

const embedded = /\{%-?[ \t]*(gist|vimeo|youtube)[ \t]([^{}\n]{1,300}?)-?%\}/g;

function toLink([, name = '', written = '']: RegExpExecArray): string | null {
  return toEmbedded(name, readValues(written)[0]);
}
