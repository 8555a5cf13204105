import type { BodyToken } from '../../markdown/parse/tokens.ts';
import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';
import { encodePath } from '../paths.ts';
import { blockRule, inlineRule, type Rule } from '../syntax.ts';
import { addressTags, embedded, fencedTags, readValues, toFigure } from '../tags.ts';

export const hugo: Dialect = {
  name: 'hugo',
  title: 'Hugo',
  guide: {
    reads:
      'headers in YAML, TOML and JSON, page bundles, `_index.md`; `{{< highlight go >}}`, `{{< code >}}`, `{{< ref "page.md" >}}`, `{{< figure src="a.png" >}}`, `{{< youtube id >}}`, `{{< vimeo id >}}`, `{{< gist user id >}}`; `{{</* a */>}}` in code; other `{{< shortcodes >}}`',
    becomes:
      'headers, addresses and images as in Hugo; fenced code; links to the files; images with their captions; links; `{{< a >}}`; a shortcode stays as it is written, with a warning',
  },
  detectedBy: [
    '_index.md',
    'archetypes',
    'hugo.{toml,yaml,yml,json}',
    '.hugo_build.lock',
    'config/_default',
    [
      'config.{toml,yaml,yml,json}',
      /^[ \t{"']*(?:baseURL|languageCode|defaultContentLanguage|contentDir|publishDir|disableKinds|ignoreFiles)\b/im,
    ],
    [
      'config.toml',
      /^(?:theme|paginate|buildDrafts|enableRobotsTXT|\[+(?:params|menus?|permalinks|module|markup))\b/im,
    ],
    ['go.mod', /hugo\S{0,100} v\d/m],
    needsPackage('hugo-(?:bin|extended)'),
  ],
  // It has `_index.md` as well.
  yieldsTo: 'zola',
  bundles: 'hugo-bundle',
  hidingWays: [
    ['`draft: true`', 'read', 'draft'],
    ['`published: false`', 'read', 'published'],
    ['`build.render`, `build.list` (and `_build`): `never`, `link`', 'read', 'build.render'],
    ['`headless: true`', 'read', 'headless'],
    ['`publishDate` ahead', 'read', 'publishDate'],
    ['`expiryDate` passed', 'read', 'expiryDate'],
    ['`cascade` of `_index.md` and of the settings: `draft`, `published`, `build`', 'read', 'hugo-cascade'],
    ['`target` of a cascade: `path`, `kind`, `lang`, `environment`', 'read', 'hugo-cascade'],
    ['`cascade` of `expiryDate`, `publishDate` or `headless`', 'reported', 'these depend on the time or on bundles'],
    ['`_index.md` that is a draft', 'read', 'hugo-draft-section'],
    ['`_index.md` whose `publishDate` or `expiryDate` hides it', 'not applicable', 'Hugo publishes the pages below'],
    ['`ignoreFiles`', 'read', 'hugo-ignore-files'],
    ['all that lies beside `index.md` or below, at any depth: it is a part of that page', 'read', 'hugo-bundle'],
    ['`module.mounts`: `excludeFiles`, and `files` with `!`', 'read', 'hugo-exclude'],
    ['`contentDir`: what lies outside', 'read', 'hugo-path'],
    ['`module.mounts`: `files`, `includeFiles`, and folders that no mount has', 'read', 'hugo-path'],
    ['`disableLanguages`, and `disabled` of a language', 'read', 'hugo-languages'],
    ['`disableKinds: [page]`', 'read', 'hugo-kinds'],
    ['`archetypes`', 'read', 'template'],
    [
      '`frontmatter.expiryDate`, `frontmatter.publishDate`',
      'reported',
      'other names of dates; write them under `frontMatter`',
    ],
    ['`renderSegments`', 'reported', 'it depends on the command'],
    ['`buildDrafts`, `buildFuture`, `buildExpired`', 'not applicable', 'they show more; what is a draft stays hidden'],
    ['`_content.gotmpl`', 'not applicable', 'it adds pages, and is a program'],
  ],
  timeZone: {
    key: 'timeZone',
    files: ['', 'config/_default/'].flatMap((folder) =>
      ['hugo', 'config'].flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((end) => `${folder}${name}.${end}`)),
    ),
  },
  hidesBy: /(?:^|\/)_index\.[^/]+$/,
  hides: () => import('./hides.ts'),
  files: () => ({ templates: ['archetypes'] }),
  triggers: ['{{<', '{{%'],
  extensions: () => [
    highlight,
    shortcodeLines,
    shortcode,
    ...addressTags('ref', { tag: reference, at: '{{' }, toAddress),
  ],
  toAddress,
  changeToken: bareExamples,
  leftovers: [
    {
      name: 'a shortcode of Hugo',
      triggers: ['{{<', '{{%', '{{&lt;'],
      // One with a tag of HTML in it was escaped.
      isBraced: (text) => /^\{\{(?:[<%]|&lt;)/.test(text),
    },
  ],
};

const highlight = fencedTags(
  'highlight',
  '\\{\\{[<%][ \\t]*(?:highlight|code|code-?block)(?![\\w/-])',
  /^\{\{[<%][ \t]*(?:highlight|code|code-?block)(?![\w/-])([^{}\n]{0,200}?)[%>]\}\}[ \t]*/,
  /\{\{[<%][ \t]*\/[ \t]*(?:highlight|code|code-?block)[ \t]*[%>]\}\}/,
);

const known = /^\{\{[<%][ \t]*(figure|gist|vimeo|youtube)[ \t\n]([^{}]{1,1000}?)\/?[%>]\}\}/;

/**
 * One that begins a line: on several lines, of which the last may begin with `>`; a figure with a caption is a block.
 */
const shortcodeLines = blockRule('shortcode-lines', ' {0,3}\\{\\{<', (source, rule) => {
  const [raw] = /^ {0,3}\{\{<[^{}]{0,1000}>\}\}/.exec(source) ?? [];
  if (raw === undefined) return undefined;
  const token = read(raw.trim(), rule);
  if (token?.type === 'element') return { ...token, raw };
  const [rest = ''] = /^[^\n]*/.exec(source.slice(raw.length)) ?? [];
  const text = raw.trim().replace(/\n\s*/g, ' ') + rest;
  return raw.includes('\n') ? { type: 'paragraph', raw: raw + rest, text, tokens: rule.lexer.inline(text) } : undefined;
});

const shortcode = inlineRule('shortcode', ['{{'], (source, rule) => {
  const token = read(source, rule);
  return token?.type === 'element' ? undefined : token;
});

function read(source: string, rule: Rule): BodyToken | undefined {
  const [raw, name = '', written = ''] = known.exec(source) ?? [];
  if (raw === undefined) return undefined;
  const { id, 0: first = id, 1: second, ...values } = readValues(written);
  if (name !== 'figure') return embedded(raw, name, name === 'gist' ? `${first}/${second}` : first);
  const { src, title = '', caption = title, alt = caption, link } = values;
  return src === undefined ? undefined : toFigure(rule, raw, { src, alt: alt.replace(/[*_`]/g, ''), caption, link });
}

const reference = '\\{\\{[<%][ \\t]*(?:rel)?ref[ \\t]+"[^"{}\\n]{1,300}"[ \\t]*[%>]\\}\\}';

function toAddress(address: string, { findNamed }: Rule['body']): string | null {
  const [tag, name = ''] = /\{\{[<%][ \t]*(?:rel)?ref[ \t]+"([^"{}\n]{1,300})"[ \t]*[%>]\}\}/.exec(address) ?? [];
  const [bare = '', fragment] = name.split('#');
  const path = tag === undefined ? null : findNamed(bare);
  if (tag === undefined || path === null) return null;
  return address.replace(tag, () => `/${encodePath(path)}${fragment === undefined ? '' : `#${fragment}`}`);
}

/** Shortcodes in place of examples of them, which have the delimiters of a comment, in code. */
function bareExamples(token: BodyToken): void {
  if (token.type === 'code' || token.type === 'codespan')
    token.text = token.text.replace(/(?<=\{\{[<%])\/\*|\*\/(?=[%>]\}\})/g, '');
}
