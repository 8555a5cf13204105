import { describe, expect, test } from 'vitest';
import { htmlOf, readBody as read } from '../../../support/read-body.ts';

describe('containers become alerts', () => {
  test.each([
    ['by itself', ':::note\n\nA\n\n:::\n\nB', '> [!NOTE]\n>\n> A\n>\n\n\nB'],
    ['with a title', ':::danger Hot *and* cold\nA\n:::', '> [!CAUTION]\n> Hot *and* cold\n>\n> A\n'],
    ['with a title in brackets', ':::tip[Do this]{.x}\nA\n:::', '> [!TIP]\n> **Do this**\n>\n> A\n'],
    ['with code and a link in its title', ':::note `a` [b](c)\nA\n:::', '> [!NOTE]\n> `a` [b](c)\n>\n> A\n'],
    ['with attributes', ':::info{.a title="T"}\nA\n:::', '> [!NOTE]\n> **T**\n>\n> A\n'],
    ['around code', ':::note\n```\n:::\n```\n:::', '> [!NOTE]\n> ```\n> :::\n> ```\n'],
    [
      'in one another, the outer with more',
      '::::note\nA\n:::tip\nB\n:::\n::::',
      '> [!NOTE]\n> A\n> > [!TIP]\n> > B\n> \n',
    ],
    ['in one another, the inner with more', '::note\nA\n:::tip\nB\n:::\n::', '> [!NOTE]\n> A\n> > [!TIP]\n> > B\n> \n'],
    ['of VitePress', '::: details Open me\nA\n:::', '> [!NOTE]\n> **Open me**\n>\n> A\n'],
    ['of Zenn', ':::message alert\nA\n:::', '> [!WARNING]\n> A\n'],
    ['of Qiita', ':::note warn\nA\n:::', '> [!WARNING]\n> A\n'],
    ['of Nuxt Content', '::tip\nA\n::', '> [!TIP]\n> A\n'],
    ['of MyST', ':::{tip} T\nA\n:::', '> [!TIP]\n> **T**\n>\n> A\n'],
    ['of Quarto', '::: {.callout-warning title="T"}\nA\n:::', '> [!WARNING]\n> **T**\n>\n> A\n'],
    ['in an item', '- a\n\n  :::tip\n  b\n\n  c\n  :::', '- a\n\n  > [!TIP]\n  > b\n  >\n  > c\n'],
    ['in a quote', '> :::tip\n> b\n> :::', '> > [!TIP]\n> > b\n'],
  ])('%s', (_, body, markdown) => {
    const { html, problems } = read(body);
    expect(html).toBe(htmlOf(markdown));
    expect(html).toContain('<div class="markdown-alert ');
    expect(problems).toEqual([]);
  });
});

test.each([
  [
    'a container of another word',
    'a\n\n:::cake{x=1}\nA\n:::\n\n:::cake\nB\n:::',
    'a\n\n\nA\n\n\n\nB\n',
    ['3:1', '7:1'],
  ],
  ['one that nothing ends', 'a\n:::note\nA', 'a\n:::note\nA', ['2:1']],
  ['a directive in a line', 'a :video[b *c*]{d=1} :video[e]', 'a b *c* e', ['1:3']],
  ['a directive without text', 'a :icon{b} ::icon{c}', 'a :icon{b} ::icon{c}', ['1:3', '1:12']],
  ['a text with attributes', '*[a]{.b}* [c]{.d e=f}', '*a* c', ['1:2']],
])('the content of %s stays, and it is reported once', (_, body, markdown, places) => {
  expect(read(body)).toMatchObject({
    html: htmlOf(markdown),
    problems: places.map((place) => `${place} template-syntax`),
  });
});

test.each([
  ...['```\n:::note\nA\n:::\n```', '`:a[b]{c}` `[a]{.b}`', '    :::note\n    A\n    :::', 'A\n:::'],
  ...['A::b[c] std::d{e}', ':slot: 10:30[a] [a](b) [c]{d}', 'C++\n:: a'],
])('none: %j', (body) => {
  expect(read(body)).toMatchObject({ html: htmlOf(body), problems: [] });
});
