import type { BodyToken } from '../../markdown/parse/tokens.ts';
import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';
import { blockRule, inlineRule, type Rule } from '../syntax.ts';
import { addressOfFile, addressTags, embedded, fencedTags, readValues, toFigure } from '../tags.ts';

export const hugo: Dialect = {
  name: 'hugo',
  title: 'Hugo',
  guide: {
    reads:
      'headers in YAML, TOML and JSON, page bundles, `_index.md`; `{{< highlight go >}}`, `{{< code >}}`, `{{< ref "page.md" >}}`, `{{< figure src="a.png" >}}`, `{{< youtube id >}}`, `{{< vimeo id >}}`, `{{< gist user id >}}`; `{{</* a */>}}` in code; other `{{< shortcodes >}}`',
    becomes:
      'headers, addresses and images as in Hugo; fenced code; links to the files; images with their captions; links; `{{< a >}}`; a shortcode stays as it is written, with a warning',
  },
  signs: {
    any: [
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
  },
  settings: {
    timeZone: {
      key: 'timeZone',
      files: ['', 'config/_default/'].flatMap((folder) =>
        ['hugo', 'config'].flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((end) => `${folder}${name}.${end}`)),
      ),
    },
  },
  hides: { load: () => import('./hides.ts'), by: /(?:^|\/)_index\.[^/]+$/, bundles: 'hugo-bundle' },
  files: () => ({ templates: ['archetypes'] }),
  body: () => ({
    triggers: ['{{<', '{{%'],
    extensions: [highlight, shortcodeLines, shortcode, ...addressTags('ref', { tag: reference, at: '{{' }, toAddress)],
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
  }),
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

const toAddress = addressOfFile(/\{\{[<%][ \t]*(?:rel)?ref[ \t]+"([^"{}\n]{1,300})"[ \t]*[%>]\}\}/);

/** Shortcodes in place of examples of them, which have the delimiters of a comment, in code. */
function bareExamples(token: BodyToken): void {
  if (token.type === 'code' || token.type === 'codespan')
    token.text = token.text.replace(/(?<=\{\{[<%])\/\*|\*\/(?=[%>]\}\})/g, '');
}
