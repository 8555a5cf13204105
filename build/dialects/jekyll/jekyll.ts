import type { Leftover } from '../../markdown/body-dialect.ts';
import type { BodyToken } from '../../markdown/parse/tokens.ts';
import type { Dialect } from '../dialect.ts';
import { inlineRule } from '../syntax.ts';
import { addressOfFile, addressTags, embedded, fencedTags, readValues } from '../tags.ts';

export const jekyll: Dialect = {
  name: 'jekyll',
  title: 'Jekyll, Eleventy and others with Liquid or Nunjucks',
  guide: {
    reads:
      'dates and slugs in file names, `published: false`, `_drafts`; `{% highlight ruby %}`, `{% post_url 2020-01-01-name %}`, `{% link _posts/name.md %}`; `{{ site.baseurl }}/a.png` and `{{ "/a.png" \\| relative_url }}` as addresses; `{% youtube id %}`, `{% vimeo id %}`, `{% gist id %}`; other `{% tags %}` and `{{ expressions }}`; where it is detected, Markdown in the line below the end of HTML, blank lines in `<p>`, `$$…$$` in a line between others',
    becomes:
      'headers and addresses as in Jekyll; fenced code; links to the files; addresses from the root; links; Markdown, and a formula in its sentence; templates are not run: they stay as they are written, with a warning',
  },
  signs: {
    any: ['_config.{yml,yaml,toml}', ['{Gemfile,gems.rb}', /["'](?:jekyll|github-pages)["']/]],
    // Jupyter Book has the same file; so has Hexo.
    not: ['_toc.yml'],
    yieldsTo: 'hexo',
  },
  settings: {
    timeZone: { key: 'timezone', files: ['_config.yml', '_config.yaml', '_config.toml'], plainInUtc: true },
  },
  hides: { load: () => import('./hides.ts') },
  body: (isDetected) => ({
    triggers: ['{%', '{{', ...(isDetected ? [/^ {0,3}</m] : [])],
    extensions: [
      highlight,
      ...addressTags('post', { tag: `${site}{0,2}${postTag}`, at: '{' }, toPost),
      ...addressTags('root', { tag: `(?:${site}{1,2}(?=\\/)|${filtered})`, at: null }, toRoot),
      video,
      rootInTag,
    ],
    changeToken: readRoots,
    toAddress: (address, body) => toPost(address, body) ?? toRoot(address),
    endsHtml: isDetected,
    dollars: isDetected ? { apart: true } : undefined,
    leftovers,
  }),
};

const leftovers: readonly Leftover[] = [
  {
    name: 'a tag of Liquid or another template language',
    triggers: ['{%'],
    isBraced: (text) => text.startsWith('{%'),
    // Others take these away in code as well.
    isInCode: (text) => /^\{%-?\s*(?:end)?raw\b/.test(text),
  },
  {
    name: 'an expression of a template language',
    triggers: ['{{'],
    isBraced: (text) => /^\{\{(?![<%]|&lt;)/.test(text),
  },
];

const highlight = fencedTags(
  'liquid-highlight',
  '\\{%-?[ \\t]*highlight[ \\t]',
  /^\{%-?[ \t]*highlight[ \t]([^{}\n]{0,200}?)-?%\}[ \t]*/,
  /\{%-?[ \t]*endhighlight[ \t]*-?%\}/,
);

/** What stands for the site. */
const site = '(?:\\{\\{-?[ \\t]*site\\.(?:base)?url[ \\t]*-?\\}\\})';

const postTag = '\\{%-?[ \\t]*(?:post_url|link)[ \\t]+[^\\s{}%]{1,300}[ \\t]*-?%\\}';

const filtered = `\\{\\{-?[ \\t]*["']\\/?[^"'{}\\n]{1,300}["'][ \\t]*\\|[ \\t]*(?:(?:relative|absolute)_)?url[ \\t]*-?\\}\\}`;

const toPost = addressOfFile(
  new RegExp(`${site}{0,2}\\{%-?[ \\t]*(?:post_url|link)[ \\t]+([^\\s{}%]{1,300})[ \\t]*-?%\\}`),
);

const root = new RegExp(
  `^(?:${site}{1,2}\\/|\\{\\{-?[ \\t]*["']\\/?([^"'{}\\n]{1,300})["'][ \\t]*\\|[ \\t]*(?:(?:relative|absolute)_)?url[ \\t]*-?\\}\\})`,
);

/** An address from the root of the site. */
function toRoot(address: string): string | null {
  return root.test(address) ? address.replace(root, (_, path = '') => `/${path}`) : null;
}

const embeddedTag = /^\{%-?[ \t]*(gist|vimeo|youtube)[ \t]([^{}\n]{1,300}?)-?%\}/;

const video = inlineRule('video', ['{%'], (source) => {
  const [raw, name = '', written = ''] = embeddedTag.exec(source) ?? [];
  return raw === undefined ? undefined : embedded(raw, name, readValues(written)[0]);
});

const inAttribute = new RegExp(`(?<=["'=])${root.source.slice(1)}`, 'g');

/** A tag with an address from the root of the site, whose quotes would end its attribute. */
const rootInTag = inlineRule('root-in-tag', ['<'], (source) => {
  const [raw] = /^<[a-z][\w-]*(?=\s)[^<>{]*=["']\{\{-?[ \t]*["'][^{}\n]*\}\}[^<>]*>/i.exec(source) ?? [];
  const text = raw?.replace(inAttribute, (_, path = '') => `/${path}`);
  return raw === undefined || text === undefined || text === raw
    ? undefined
    : { type: 'html', block: false, pre: false, raw, text };
});

/** The same in a block of HTML. */
function readRoots(token: BodyToken): void {
  if (token.type === 'html') token.text = token.text.replace(inAttribute, (_, path = '') => `/${path}`);
}
