import type { Dialect } from '../dialect.ts';
import { fenceCode } from '../fence-code.ts';
import { fixNamed } from '../fix-named.ts';

export const hugo: Dialect = {
  name: 'hugo',
  title: 'Hugo',
  guide: {
    reads:
      'headers in YAML, TOML and JSON, page bundles, `_index.md`; `{{< highlight go >}}`, `{{< code >}}`, `{{< ref "page.md" >}}`; other `{{< shortcodes >}}`',
    becomes:
      'headers, addresses and images as in Hugo; fenced code; links to the files; a shortcode stays as it is written, with a warning',
  },
  detectedBy: ['_index.md', 'archetypes', 'hugo.toml', 'hugo.yaml'],
  templates: () => ['archetypes'],
  body: () => [
    { stage: 'cut', find: (body) => fenceCode(body, opening, closing) },
    { stage: 'text', find: (body) => fixNamed(body, '{{', named) },
  ],
  leftovers: [
    {
      name: 'a shortcode of Hugo',
      mayOccur: (markdown) => /\{\{[<%]/.test(markdown),
      isBraced: (text) => /^\{\{[<%]/.test(text),
    },
  ],
};

const opening = /^([ \t>]*)\{\{[<%][ \t]*(?:highlight|code|code-?block)(?![\w/-])([^{}\n]{0,200}?)[%>]\}\}[ \t]*/gm;

const closing = /\{\{[<%][ \t]*\/[ \t]*(?:highlight|code|code-?block)[ \t]*[%>]\}\}/g;

const named = /\{\{[<%][ \t]*(?:rel)?ref[ \t]+"([^"{}\n]{1,300})"[ \t]*[%>]\}\}/g;
