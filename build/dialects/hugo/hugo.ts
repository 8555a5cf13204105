import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import type { Dialect } from '../dialect.ts';
import { fenceCode } from '../fence-code.ts';
import { fixNamed } from '../fix-named.ts';
import { readValues, replaceTags, toEmbedded, toImage } from '../replace-tags.ts';

export const hugo: Dialect = {
  name: 'hugo',
  title: 'Hugo',
  guide: {
    reads:
      'headers in YAML, TOML and JSON, page bundles, `_index.md`; `{{< highlight go >}}`, `{{< code >}}`, `{{< ref "page.md" >}}`, `{{< figure src="a.png" >}}`, `{{< youtube id >}}`, `{{< vimeo id >}}`, `{{< gist user id >}}`; `{{</* a */>}}` in code; other `{{< shortcodes >}}`',
    becomes:
      'headers, addresses and images as in Hugo; fenced code; links to the files; images with their captions; links; `{{< a >}}`; a shortcode stays as it is written, with a warning',
  },
  detectedBy: ['_index.md', 'archetypes', 'hugo.toml', 'hugo.yaml', 'hugo.yml', 'hugo.json', '.hugo_build.lock'],
  // Zola, which has `_index.md` as well.
  notDetectedBy: ['zola.toml', ['config.toml', /^base_url\b/m]],
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
    ['`module.mounts`: `excludeFiles`, and `files` with `!`', 'read', 'hugo-exclude'],
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
  body: () => [
    { stage: 'cut', find: (body) => fenceCode(body, opening, closing) },
    { stage: 'cut', find: (body) => replaceTags(body, '{{<', inLines, ([written]) => written.replace(/\n\s*/g, ' ')) },
    { stage: 'cut', find: (body) => replaceTags(body, '{{', known, toMarkdown) },
    { stage: 'text', find: (body) => fixNamed(body, '{{', named) },
    { stage: 'text', find: bareExamples },
  ],
  leftovers: [
    {
      name: 'a shortcode of Hugo',
      mayOccur: (markdown) => /\{\{(?:[<%]|&lt;)/.test(markdown),
      // One with a tag of HTML in it was escaped.
      isBraced: (text) => /^\{\{(?:[<%]|&lt;)/.test(text),
    },
  ],
};

/** One whose last line begins with `>`, which would begin a quote: it is put on one line. */
const inLines = /\{\{<[^{}]{0,500}\n[ \t]*>\}\}/g;

const opening = /^([ \t>]*)\{\{[<%][ \t]*(?:highlight|code|code-?block)(?![\w/-])([^{}\n]{0,200}?)[%>]\}\}[ \t]*/gm;

const closing = /\{\{[<%][ \t]*\/[ \t]*(?:highlight|code|code-?block)[ \t]*[%>]\}\}/g;

const named = /\{\{[<%][ \t]*(?:rel)?ref[ \t]+"([^"{}\n]{1,300})"[ \t]*[%>]\}\}/g;

const known = /\{\{[<%][ \t]*(figure|gist|vimeo|youtube)[ \t]([^{}\n]{1,1000}?)\/?[%>]\}\}/g;

function toMarkdown([, name = '', written = '']: RegExpExecArray): string | null {
  const { id, 0: first = id, 1: second, ...values } = readValues(written);
  if (name !== 'figure') return toEmbedded(name, name === 'gist' ? `${first}/${second}` : first);
  const { src, title = '', caption = title, alt = caption, link } = values;
  return src === undefined ? null : toImage(src, alt.replace(/[*_`]/g, ''), caption, link);
}

/** Shortcodes in place of examples of them, which have the delimiters of a comment, in code. */
function bareExamples({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!/\{\{[<%]\/\*/.test(markdown)) return [];
  return [...markdown.matchAll(/(?<=\{\{[<%])\/\*|\*\/(?=[%>]\}\})/g)].flatMap(({ 0: { length }, index }) =>
    masked()[index] === '\0' ? { start: index, end: index + length, text: '' } : [],
  );
}
