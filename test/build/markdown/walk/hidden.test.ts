import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPlainLine } from '../../../../build/markdown/plain-line.ts';
import { emptyBody } from '../../../../build/markdown/rendered-body.ts';
import { cases, firstOf } from '../../../support/amount.ts';
import { renderBody } from '../../../support/render-body.ts';
import { renderMarkdown } from '../../../support/render-markdown.ts';
import { arbitraryMarkdown } from '../arbitrary-markdown.ts';

const leave = { resolve: () => null, trustedHtml: false };

/** Stands in what readers must not see. */
const marker = 'zwiebel';

const comments = [
  ...[
    '<!-- zwiebel -->',
    '<!--zwiebel-->',
    '<? zwiebel > ?>',
    '<!zwiebel> <!DOCTYPE zwiebel>',
    '<![CDATA[ a > zwiebel ]]>',
  ],
  ...['{# zwiebel #}', '{#- zwiebel -#}', '{#zwiebel `x` #}', '{% comment %}zwiebel{% endcomment %}'],
  ...['{%- comment -%} {{ zwiebel }} {%- endcomment -%}', '{% # zwiebel %}', '{%- # zwiebel -%}'],
  ...[`{\n// zwiebel${' and more'.repeat(100)}\n}`, `{\n${'// zwiebel\n\n'.repeat(200)}}`],
  ...['#+Begin_Comment\nzwiebel\n#+End_Comment', '\\begin{comment}\nzwiebel\n\\END{comment}'],
  ...['{{ if false }}{{ block "a" . }}b{{ end }}zwiebel{{ end }}'],
  ...['{{#if false}}zwiebel{{/if}}', '{{- if false }}{{ with a }}zwiebel{{ end }}{{ end -}}'],
  ...['{% if false %}zwiebel{% endif %}', '{% unless true %}{% if a %}zwiebel{% endif %}b{% endunless %}'],
  ...['{{< comment >}}zwiebel{{< /comment >}}', '{{% comment %}}zwiebel{{% / comment %}}'],
  ...['{{/* zwiebel */}}', '{{- /* zwiebel */ -}}', '{{!-- zwiebel -- a --}}', '{{! zwiebel }}', '{{-- zwiebel --}}'],
  ...['<%# zwiebel %>', '<%-- zwiebel --%>', '<#-- zwiebel -->', '{/* a zwiebel */}', '{ /* a zwiebel */ }'],
  ...['{% COMMENT %}zwiebel{% EndComment %}', '{{< hide "zwiebel" />}}', '<%/* zwiebel */%>', '[hide]zwiebel[/hide]'],
];

const elements = [
  ...[
    '<span hidden>zwiebel</span>',
    '<b HIDDEN="until-found">zwiebel</b>',
    '<i style="a:b;display : NONE">zwiebel</i>',
  ],
  ...['<b style="visibility:hidden!important">zwiebel</b>', "<b style='font-size: 0px'>zwiebel</b>"],
  ...['<b style="opacity:.0">zwiebel</b>', '<b style="dis\\70 lay:/**/no\\6e e">zwiebel</b>'],
  ...['<b style="position:absolute;left:-9999px">zwiebel</b>', '<b style="height:0;overflow:hidden">zwiebel</b>'],
  ...['<b style="display&colon;none">zwiebel</b>', '<b v-if="false">zwiebel</b>', '<b x-show=false>zwiebel</b>'],
  ...['<b :hidden="true">zwiebel</b>', '<b popover>zwiebel</b>', '<dialog>zwiebel</dialog>'],
  ...['<b hidden>*a* `b` <i>zwiebel</i> <!-- c --></b>', '<datalist><option>zwiebel</datalist>'],
  ...['<b style="color:#12345600">zwiebel</b>', '<b style="color:red;background:RED">zwiebel</b>'],
  ...['<b style="top:-200vh">zwiebel</b>', '<Secret>zwiebel</Secret>', '<Locked password="zwiebel">zwiebel</Locked>'],
];

/** None of these inside of a word, a link or HTML. */
const inText = [
  ...['<b style={{display: "none"}}>zwiebel</b>', '<b hidden={true}>zwiebel</b>', '{>> zwiebel <<}'],
  ...[':hidden[zwiebel]', '[zwiebel]{.hidden}', '[zwiebel]{.content-visible when-format="pdf"}'],
];

const places: readonly [string, (hidden: string) => string][] = [
  ['a paragraph', (hidden) => `left ${hidden} right`],
  ['the start of a paragraph', (hidden) => `left\n\n${hidden} right`],
  ['the end of a line', (hidden) => `left ${hidden}\nright`],
  ['the end of a paragraph', (hidden) => `left ${hidden}\n\nright`],
  ['words without a space', (hidden) => `left${hidden}right`],
  ['a line between others', (hidden) => `left\n${hidden}\nright`],
  ['a paragraph of its own', (hidden) => `left\n\n${hidden}\n\nright`],
  ['a heading', (hidden) => `## left ${hidden}\n\nright`],
  ['the title', (hidden) => `# left ${hidden} right`],
  ['an underlined title', (hidden) => `left ${hidden} right\n===`],
  ['an item', (hidden) => `- left\n- ${hidden} x\n- right`],
  ['an item of its own', (hidden) => `- left\n- ${hidden}\n- right`],
  ['an item, behind text', (hidden) => `1. left ${hidden}\n2. right`],
  ['an item, below text', (hidden) => `- left\n  ${hidden}\n  right`],
  ['between two lists', (hidden) => `- left\n\n${hidden}\n\n- right`],
  ['between a list and code', (hidden) => `- left\n\n${hidden}\n\n      right`],
  ['between headings and lists', (hidden) => `- left\n\n# a\n\n${hidden}\n\n- right`],
  ['an inner list', (hidden) => `- a\n  - left ${hidden}\n  - right`],
  ['a quote', (hidden) => `> left ${hidden} right`],
  ['a line of a quote', (hidden) => `> left\n> ${hidden}\n> right`],
  ['a quote in an item', (hidden) => `- > left\n  >\n  > ${hidden}\n  >\n  > right`],
  ['an alert', (hidden) => `> [!NOTE]\n> left ${hidden}\n> right`],
  ['the head of a table', (hidden) => `| left ${hidden} | b |\n|---|---|\n| c | right |`],
  ['a cell', (hidden) => `| a | left |\n|---|---|\n| ${hidden} | right |`],
  ['a last cell', (hidden) => `a | left\n---|---\nright | b ${hidden}`],
  ['a footnote', (hidden) => `left[^1] right\n\n[^1]: b ${hidden} c`],
  ['the text of an image', (hidden) => `left ![a ${hidden} b](c.png) right`],
  ['the text of a link', (hidden) => `left [a ${hidden} b](https://e.org) right`],
  ['strong text', (hidden) => `left **a ${hidden} b** right`],
  ['between code', (hidden) => `left \`a\` ${hidden} \`b\` right`],
  ['between fences', (hidden) => `left\n\n\`\`\`\na\n\`\`\`\n\n${hidden}\n\n~~~\nb\n~~~\n\nright`],
  ['below indented code', (hidden) => `left\n\n    a\n\n${hidden}\n\nright`],
  ['a block of HTML', (hidden) => `<div>\nleft\n${hidden}\nright\n</div>`],
  ['a line of HTML', (hidden) => `<div>left ${hidden} right</div>`],
  ['a folded part', (hidden) => `<details><summary>left</summary>\n\n${hidden}\n\nright\n\n</details>`],
];

describe.each(firstOf(20, places))('in %s, nothing is left of', { tags: ['scaled'] }, (_, place) => {
  test.each([...comments, ...elements, ...inText])('%s', (hidden) => {
    if (inText.includes(hidden) && /leftright|\]\(|<div/.test(place(''))) return;
    const { value, problems } = renderBody(place(hidden), leave);
    expect(JSON.stringify([value, problems])).not.toContain(marker);
    expect(value?.html).toMatch(/left[\s\S]*right/);
    expect(renderMarkdown(value?.markdown ?? '')).toBe(value?.html);
  });
});

test('wherever a comment stands, Markdown without it renders as the HTML does', { tags: ['scaled'] }, () => {
  const comment = fc.constantFrom(
    ' <!-- a --> ',
    ' {# a #} ',
    ' <!-- a\nb --> ',
    '\n\n[//]: # (a)\n\n',
    '\n{{! a }}\n',
  );
  const anywhere = fc.tuple(arbitraryMarkdown({ html: false }), comment, fc.nat());
  fc.assert(
    fc.property(anywhere, ([markdown, hidden, place]) => {
      const spaces = [...markdown.matchAll(/\s|$/g)].map(({ index }) => index);
      const at = spaces[place % spaces.length] ?? 0;
      const { value } = renderBody(markdown.slice(0, at) + hidden + markdown.slice(at), leave);
      // Between such signs, what comes out could make a formula of text.
      if (value === null || markdown.includes('$$')) return;
      const withoutSpace = (html: string): string => html.replace(/\s+(?=<)/g, '');
      expect(withoutSpace(renderMarkdown(value.markdown))).toBe(withoutSpace(value.html));
    }),
    cases(60),
  );
});

/** What is hidden, between two paragraphs. */
const blocks: readonly [string, string][] = [
  ['a comment over empty lines', '<div>\n<!-- a\n\nzwiebel\n\nb -->\n</div>'],
  ['a comment that an item ends', '- a <!-- b\n\nzwiebel -->'],
  ['a template comment over paragraphs', 'a {% comment %} b\n\n> zwiebel\n\n```\nc\n{% endcomment %} d'],
  ['a comment inside of a comment', '{% comment %}{% comment %}a{% endcomment %}\n\nzwiebel\n\n{% endcomment %}'],
  ['a condition that is false', '{% if false and a %}\n\nzwiebel\n\n{% else %}\n\nb\n\n{% endif %}'],
  ['a shortcode', '{{% comment %}}\n\nzwiebel\n\n{{% /comment %}}'],
  ['a definition', '[//]: # (zwiebel)'],
  ['definitions', '[comment]: <> (zwiebel)\n[//]: # "zwiebel"\n[#]: a \'zwiebel\'\n[^_^]: # (zwiebel)'],
  ['a definition in an item', '- a\n\n  [//]: # (zwiebel)\n\n  b'],
  ['a container', '::: hidden\n\nzwiebel\n\n:::'],
  ['a container in a quote', '> :::: hide\n> ::: note\n> zwiebel\n> :::\n> ::::'],
  ['a container for another format', '::: {.content-visible unless-format="html"}\nzwiebel\n:::'],
  ['a container for no format', '::: {.content-hidden when-format="html"}\nzwiebel\n:::'],
  ['a class among others', '::: {#a .b .content-hidden}\nzwiebel\n:::'],
  ['a directive for another format', ':::{only} latex\nzwiebel\n:::\n\n```{only} not html\nzwiebel\n```'],
  ['lines of comments', '% zwiebel\n% zwiebel'],
  ['a line of a comment below text', ':::{note}\na\n:::\n\nb\n% zwiebel\nc'],
  ['a block of Org', '#+BEGIN_COMMENT\nzwiebel\n\nzwiebel\n#+END_COMMENT'],
  ['an element over paragraphs', '<div hidden>\n\n## zwiebel\n\n- zwiebel [^1]\n\n[^1]: zwiebel\n\n</div>'],
  ['an element among others', '<section><div style="display:none">\n<div>zwiebel</div>\nzwiebel</div>\n</section>'],
  ['an element that ends in an item', '- <div hidden>\n\n  zwiebel\n\n- zwiebel</div>'],
  ['an item', '<ul>\n<li hidden>zwiebel\n</ul>'],
  ['text with a password', '{{< encrypt "zwiebel" >}}\n\nzwiebel\n\n{{< /encrypt >}}'],
  ['text with a password in a tag', '{% protected zwiebel %}zwiebel{% endprotected %}'],
  ['text with a password between comments', '<!-- encrypt zwiebel -->\n\nzwiebel\n\n<!-- /encrypt -->'],
  ['a shortcode with a password', '[protected password="zwiebel"]\n\nzwiebel\n\n[/protected]'],
  ['what only members read', '<!-- password:start -->\n\nzwiebel\n\n<!-- password:end -->'],
  ['a comment of TeX', '\\begin{comment}\nzwiebel\n\\end{comment}'],
  ['raw text of another format', ':::{raw} latex\nzwiebel\n:::\n\n~~~{=latex}\nzwiebel\n~~~'],
  ['a container by its attributes', '::: {style="display: none"}\nzwiebel\n:::'],
  ['a paragraph by its attributes', 'zwiebel\n{: hidden="hidden"}'],
  ['a heading by its attributes', '## zwiebel {#a .d-none}'],
  ['a footnote that nothing refers to', '[^a]: zwiebel\n\n    zwiebel'],
  ['a container with a password', '::: encrypt password="zwiebel"\nzwiebel\n:::'],
];

test.each(blocks)('nothing is left of %s', (_, hidden) => {
  for (const place of [(text: string) => text, (text: string) => text.replace(/^/gm, '> ')]) {
    const { value, problems } = renderBody(place(`left\n\n${hidden}\n\nright`), leave);
    expect(JSON.stringify([value, problems])).not.toContain(marker);
    expect(value?.html).toMatch(/left[\s\S]*right/);
  }
});

test.each([
  ['a <!-- zwiebel', 'a &lt;!-- zwiebel'],
  ['{{< encrypt "a" >}}\n\nzwiebel', ''],
  ['{% comment %}\n\nzwiebel', ''],
  ['<div hidden>\n\nzwiebel', ''],
  ['<div>\n<!-- zwiebel\n\nzwiebel', '<div>\n</div>'],
  ['<!-- zwiebel\n\nzwiebel', ''],
  ['<p hidden>zwiebel\n\nb', '<p>b</p>'],
  ['a <b hidden>zwiebel\nzwiebel\n\nb', '<p>a </p>\n<p>b</p>'],
  ['::: hidden\n\nzwiebel', ''],
])('of what nothing ends, %j, readers see %j', (body, html) => {
  const { value, problems } = renderBody(body, leave);
  expect(value?.html.replace(/^<p>a &lt;.*/, 'a &lt;!-- zwiebel').trim()).toBe(html);
  if (html !== 'a &lt;!-- zwiebel')
    expect(problems.map(({ code }) => code)).toContain(body.startsWith('<!--') ? 'unclosed' : 'hidden-text');
});

test.each([...comments, ...elements, ...inText, ...blocks.map(([, text]) => text)])(
  'in code all of it stays: %j',
  (hidden) => {
    const fences = ['`````\n', '\n`````'] as const;
    for (const [before, after] of [
      fences,
      ['- a\n\n  ~~~~~\n  ', '\n  ~~~~~'],
      ['    ', ''],
      ['a ``` ', ' ``` b'],
    ] as const) {
      const line = hidden.replace(/\n+/g, ' ');
      const body = `${before}${before === fences[0] ? hidden : line}${after}`;
      const { value, problems } = renderBody(body, leave);
      expect(value?.markdown).toBe(body);
      expect(value?.html).toContain(marker);
      expect(problems.filter(({ code }) => code === 'hidden-text')).toEqual([]);
    }
  },
);

test.each([
  ...['## a {#b}', '## a {#b .c}\n\n## d {#e-f}', '{#1} and ${#a[@]} and {{#if b}} c {{/if}} #}', 'a { b /* c */ d }'],
  ...[
    '[a]: b.md',
    '[//]\n\n[//]: # (a)',
    '[comment][]\n\n[comment]: # (a)',
    '100 %\n% of it',
    'a % b',
    '% a title\n\nb',
  ],
  ...[
    '<details><summary>a</summary>b</details>',
    '<dialog open>a</dialog>',
    '<b hidden={false}>a</b>',
    '<b aria-hidden="true">a</b>',
    '<b style="color:rgb(255,255,0)">a</b>',
  ],
  ...['<b style="font-size:0.5em;opacity:.5;display:block">a</b>', '<b style="display:none;display:block">a</b>'],
  ...[
    '<b v-if="a">b</b>',
    '<b style="color:transparent;-webkit-background-clip:text">a</b>',
    '<b style="color:#000;background:#fff">a</b>',
    '{% if a %}b{% endif %}',
    '{{< hidden-gem >}}',
    '::: {.content-visible when-format="html"}\na\n:::',
  ],
  ...[
    '::: {.content-hidden when-format="pdf"}\na\n:::',
    ':::{only} html\na\n:::',
    '{-- a --} {++ b ++}',
    '\\<!-- a -->',
    '\\{# a #}',
    'a {{ "{# b #}" }}',
    '[hide] a [private](b.md)',
    '## a {.hidden-gems}',
  ],
])('%j hides nothing', (body) => {
  const { value, problems } = renderBody(body, leave);
  expect(problems.filter(({ code }) => code === 'hidden-text')).toEqual([]);
  expect(value?.markdown).toBe(body);
});

describe('what is removed of HTML is in no text of an article', () => {
  test.each([
    ...['<script>zwiebel()</script>', '<style>.zwiebel{}</style>', '<template>zwiebel <b>zwiebel</b></template>'],
    ...[
      '<svg><text>zwiebel</text></svg>',
      '<math><mi>zwiebel</mi></math>',
      '<select><option>zwiebel</option></select>',
    ],
    ...[
      '<button>*zwiebel* `zwiebel`</button>',
      '<object data="a.swf">zwiebel</object>',
      '<textarea>zwiebel</textarea>',
    ],
  ])('%s', (html) => {
    for (const body of [
      `<h1>left ${html} right</h1>`,
      `left ${html} right`,
      `# left ${html} right`,
      `> - left ${html} right`,
      `<p>left ${html} right</p>`,
    ]) {
      const { markdown: _, ...value } = renderBody(body, leave).value ?? emptyBody;
      expect(JSON.stringify(value)).not.toContain(marker);
      expect(`${value.heading} ${value.excerpt}`).toMatch(/left right/);
    }
    expect(toPlainLine(`left ${html} right`)).toBe('left right');
  });

  test.each(['<span hidden>zwiebel</span>', '<!-- zwiebel -->', '<b style="display:none">*zwiebel*</b>'])(
    '%s in a title',
    (html) => {
      expect(toPlainLine(`left ${html} right`)).toBe('left right');
    },
  );
});

test.each([
  ['a\n\n<!-- more -->\n\nb', 'a', 'a\n\nb'],
  ['a\n<!--truncate-->\n- b', 'a', 'a\n\n- b'],
  ['a <!-- excerpt --> b', 'a', 'a  b'],
  ['a\n\n{/* truncate */}\n\nb', 'a', 'a\n\nb'],
  ['- a\n\n<!-- more -->\n\n- b', 'a', '- a\n\n<!-- -->\n\n- b'],
])('what ends the excerpt is cut behind %j and in no field', (body, excerpt, markdown) => {
  const { value } = renderBody(body, leave);
  expect([value?.excerpt, value?.markdown]).toEqual([excerpt, markdown]);
  expect(renderBody(body, { ...leave, path: 'a.mdx' }).value?.excerpt).toBe(excerpt);
});

test('a part with a password is an error that names neither, others are warnings; each kind once, at its place', () => {
  const body =
    'a\n\n{{< encrypt "b" >}}c{{< /encrypt >}}\n\n<b hidden>d</b> <i style="opacity:0">e</i> <b hidden>f</b>';
  const { problems } = renderBody(body, leave);
  expect(problems.map(({ severity, line, column, found }) => `${severity} ${line}:${column} ${found}`)).toEqual([
    'error 3:1 a part with a password. It is in no field of the article, since nothing encrypts it here',
    'warning 5:1 `hidden` of `<b>` (2 times), which hides text. That is in no field of the article',
    'warning 5:17 `style` of `<i>`, which hides text. That is in no field of the article',
  ]);
});

test.each(['<script>zwiebel()</script>', '<b hidden>zwiebel</b>', '<video>zwiebel</video>'])(
  'HTML of authors who are trusted keeps %s, and no text, title, id or number of words has it',
  (html) => {
    for (const body of [`# left ${html} right`, `<h1>left ${html} right</h1>`, `left ${html} right`]) {
      const value = renderBody(body, { ...leave, trustedHtml: true }).value ?? emptyBody;
      expect(value.html).toContain(html);
      expect(JSON.stringify([value.html.replace(html, ''), value.heading, value.excerpt])).not.toContain(marker);
      expect(value.facts).toMatchObject({ words: 2 });
      expect(JSON.stringify(value.facts)).not.toContain(marker);
    }
  },
);

test('what hides is found in the text of a link', () => {
  expect(renderBody('[a :hidden[zwiebel] b](c.md)', leave).value?.markdown).toBe('[a  b](c.md)');
});

test('HTML of authors who are trusted goes on hiding what it hides, and only it has it', () => {
  const { html, ...others } =
    renderBody('# a\n\n<div hidden>zwiebel</div>\n\n{# onion #}b', { ...leave, trustedHtml: true }).value ?? {};
  expect(html).toContain('<div hidden>zwiebel</div>');
  expect(JSON.stringify(others)).not.toContain(marker);
  expect(JSON.stringify([html, others])).not.toContain('onion');
});
