import { describe, expect, test } from 'vitest';
import { htmlOf, readBody } from '../../../support/read-body.ts';
import { renderBody } from '../../../support/render-body.ts';

const read = (body: string, isVault = false) => readBody(body, isVault ? ['obsidian'] : []);

describe('wiki links', () => {
  test.each([
    ['a page', '[[Page]]', '[Page](/Page.md)'],
    ['with a text', '[[Page|the *text*]]', '[the *text*](/Page.md)'],
    ['with a heading', '[[Page#A heading, here]]', '[Page > A heading, here](/Page.md#a-heading-here)'],
    ['with a heading in a heading, and a text', '[[Page#A#B|c]]', '[c](/Page.md#b)'],
    ['with a block', '[[Page#^1a2b]]', '[Page](/Page.md)'],
    ['a heading of the same page', '[[#a]]\n\n## a', '[a](#a)\n\n## a'],
    ['with a path', '[[sub/Other_page]]', '[sub/Other\\_page](/sub/Other_page.md)'],
    ['with signs in its name', '[[Other_page]]', '[Other\\_page](/sub/Other_page.md)'],
    ['with code in its text', '[[Page|a `b]]` c]]', '[a `b]]` c](/Page.md)'],
    ['with code in its text in a cell', '|a|\n|-|\n|[[Page\\|`b`]]|', '|a|\n|-|\n|[`b`](/Page.md)|'],
    ['with an escaped bar', '[[Page\\|b]] [[Page#c\\|d]]', '[b](/Page.md) [d](/Page.md#c)'],
    ['with code in its heading', '[[#a `b`]]\n\n## a `b`', '[a `b`](#a-b)\n\n## a `b`'],
    [
      'with signs in its heading',
      '[[#a **b**|c]] [[Page#a_b *c*]]\n\n# a b',
      '[c](#a-b) [Page > a_b *c*](/Page.md#a_b-c)\n\n# a b',
    ],
    ['beside code with a bar in its table', '|`a\\|b`|\n|-|\n|[[Page]]|', '|`a\\|b`|\n|-|\n|[Page](/Page.md)|'],
    ['above a line', '[[Page]]\na', '[Page](/Page.md)\na'],
    ['behind a letter of a script without spaces', '见[[Page]]', '见[Page](/Page.md)'],
    ['in a cell', '|a|\n|-|\n|[[Page\\|b]]|', '|a|\n|-|\n|[b](/Page.md)|'],
    ['in a quote in an item', '- > a\n  > [[Page]]', '- > a\n  > [Page](/Page.md)'],
    ['in emphasis', '**[[Page]]**', '**[Page](/Page.md)**'],
    ['a picture', '![[a b.png]]', '![a b](/a%20b.png)'],
    ['a picture with a text', '![[a b.png|c]]', '![c](/a%20b.png)'],
    [
      'a picture with sizes',
      '![[a b.png|30]] ![[a b.png|30x40]]',
      '<img src="/a%20b.png" alt="a b" width="30"> <img src="/a%20b.png" alt="a b" width="30" height="40">',
    ],
    [
      'a picture with a text and sizes',
      '![[a b.png|c|30]] ![[a b.png\\|c \\| "d"\\|30x40]]',
      '<img src="/a%20b.png" alt="c" width="30"> <img src="/a%20b.png" alt="c &#124; &quot;d&quot;" width="30" height="40">',
    ],
    ['a picture with a text in parts', '![[a b.png|c|d]]', '![c|d](/a%20b.png)'],
    ['a sound and a film', '![[c.mp3]] ![[d.mp4]]', '![c](/c.mp3) ![d](/d.mp4)'],
    [
      'a page that Foam defines below the text',
      '[[Page]]\n\n[//begin]: # "Made"\n[Page]: Page.md "A page"\n[//end]: # "Made"\n',
      '[Page](/Page.md)\n\n',
    ],
    [
      'pages that Foam defines without its comments',
      "见[[Page]] [[Other page]]\n\n- [[Page|b]] [[Page#c]]\n\n[Page]: ../Page.md 'A page'\n[Other page]: <sub/Other page.md>\n[Page|b]: Page 'A page'\n[Page#c]: Page.md#c\n",
      '见[Page](/Page.md) [Other page](/sub/Other%20page.md)\n\n- [b](/Page.md) [Page > c](/Page.md#c)\n\n',
    ],
    [
      'an example of that',
      '```\n\n[//begin]: # "Made"\n[Page]: Page.md\n[//end]: # "Made"\n```\n[[Page]]',
      '```\n\n[//begin]: # "Made"\n[Page]: Page.md\n[//end]: # "Made"\n```\n[Page](/Page.md)',
    ],
  ])('%s', (_, body, markdown) => {
    expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
  });

  test.each([
    ['a width', 'a ![a *b*|30](c.png)', 'a <img src="c.png" alt="a b" width="30">'],
    ['a width alone', '![300](c.png) ![|30](c.png)', '![300](c.png) <img src="c.png" alt="" width="30">'],
    [
      'both sides, and a title',
      '[![a|30x40](c.png "&amp;")](d)',
      '[<img src="c.png" alt="a" width="30" height="40" title="&amp;">](d)',
    ],
    ['by reference', 'b ![a|30][c]\n\n[c]: d.png', 'b <img src="d.png" alt="a" width="30">\n\n[c]: d.png'],
    ['in a cell', '|a|\n|-|\n|![b\\|30](c.png)|', '|a|\n|-|\n|<img src="c.png" alt="b" width="30">|'],
    ['above a line', 'a ![b|30](c.png)\n*d*', 'a <img src="c.png" alt="b" width="30">\n*d*'],
    ['the name of the file', '![c.d e.png|a b](</c d.png> "e")', '![a b](</c d.png> "e")'],
    [
      'the name of the file, and a width',
      '![c.png|a|30](c.png) ![c.png|30](c.png)',
      '<img src="c.png" alt="a" width="30"> <img src="c.png" alt="" width="30">',
    ],
    [
      'no width on several lines',
      '![a|30](c.png) ![b\nd|30](c.png)',
      '<img src="c.png" alt="a" width="30"> ![b\nd|30](c.png)',
    ],
    ['none of them', '![P(A|B)](c.png) ![a|b|300 px](c.png)', null],
    ['code', '`![a|30](c.png)`', null],
    ['video', '![a|30](c.mp4)', '![a](c.mp4)'],
  ])('in the text of an image: %s', (_, body, markdown) => {
    expect(read(body)).toMatchObject({ html: htmlOf(markdown ?? body), problems: [] });
  });

  test.each([
    ['an item', '![[a b.png|30]]\n- *b*', '<li><em>b</em></li>'],
    ['a line', 'a\n\n![[a b.png|30]]\n*b*', '<em>b</em>'],
    ['a line of a quote', '> ![[a b.png|30]]  \n> *b*', '<em>b</em>'],
  ])('%s below a image with its size is Markdown', (_, body, html) => {
    expect(read(body).html).toContain(html);
    expect(read(body).html).not.toContain('<!--');
  });

  test('those that lead nowhere are reported once, and only their texts stay', () => {
    const body = 'a [[Gone]]\n\n![[gone.png]] [[Gone#x]]';
    expect(read(body)).toMatchObject({ html: htmlOf('a Gone\n\ngone.png Gone > x'), problems: ['1:3 broken-link'] });
    const labelled = 'a [[Gone|the *text*]] ![[gone.png|c|30]] ![[gone.png|30]] [[Gone_a]]';
    expect(read(labelled)).toMatchObject({ html: htmlOf('a the *text* c gone.png Gone\\_a') });
  });

  test('a page that is embedded is reported', () => {
    expect(read('a ![[Page]]')).toMatchObject({
      html: htmlOf('a [Page](/Page.md)'),
      problems: ['1:3 template-syntax'],
    });
    const of = (body: string) => {
      const findNamed = () => '/Page.md';
      return renderBody(body, { trustedHtml: false, resolve: (address) => address, findNamed }).problems[0]?.expected;
    };
    expect([of('![[Page]]'), of(':::odd\na\n:::')]).toEqual([
      'Markdown and HTML',
      'Markdown and HTML, or one of the usual words for a note, a tip or a warning',
    ]);
  });

  test.each([
    ...['`[[Page]]`', '    [[Page]]', '\\[[Page]]', '[[Page]](b)', '[[Page]]\n\n[Page]: c'],
    ...['a[[Page]]\n\n[Page]: Page.md'],
    ...['[[Page]]\n\n[Page]: https://a.example/Page.md', '<p>[[Page]]</p>', 'a[[Page]]', '[[1]]', '[[ ]]'],
    '[[ -f b ]]x[[1]]',
  ])('none: %s', (body) => {
    expect(read(body)).toMatchObject({ html: htmlOf(body) });
  });
});

describe('callouts', () => {
  test.each([
    ['a kind of Obsidian', '> [!info]\n> a', '> [!NOTE]\n> a'],
    ['a title', '> [!Danger] Take *care*\n> a', '> [!CAUTION]\n> Take *care*\n>\n> a'],
    ['a title without signs', '> [!success] Done\n> a', '> [!TIP]\n> **Done**\n>\n> a'],
    ['one that folds', '> [!warning]- Open me\n> a', '> [!WARNING]\n> **Open me**\n>\n> a'],
    ['one of VitePress', '> [!DETAILS] T\n> a', '> [!NOTE]\n> **T**\n>\n> a'],
    ['one of GitHub that folds', '> [!note]-\n> a', '> [!NOTE]\n> a'],
    ['one of GitHub with a title', '> [!note] T\n> a', '> [!NOTE]\n> **T**\n>\n> a'],
    ['in an item', '1. > [!faq] Why?\n   > a', '1. > [!NOTE]\n   > **Why?**\n   >\n   > a'],
    ['in a quote', '> > [!bug]\n> > a', '> > [!CAUTION]\n> > a'],
    [
      'whose text goes on without its sign',
      '> [!info]- T\na\n    b\n> - c\nd',
      '> [!NOTE]\n> **T**\n>\n> a\n> b\n> - c\n> d',
    ],
    ['the same in an item', '- > > [!info] T\n  > a\nb', '- > > [!NOTE]\n  > > **T**\n  > >\n  > > a\n  > > b'],
    ['the same without a title', '> [!info]\na', '> [!NOTE]\na'],
    ['with words of its own', '> [!tip|wide]\n> a', '> [!TIP]\n> a'],
  ])('%s', (_, body, markdown) => {
    const { html } = read(body);
    expect(html).toBe(htmlOf(markdown));
    expect(html).toContain('markdown-alert-title');
  });

  test.each(['> [!note]\n> a', '> [!CAUTION]\n> a', '> [!custom] T\n> a', '> a\n> [!info] b', '    > [!info] a'])(
    'as it is: %s',
    (body) => {
      expect(read(body).html).toBe(htmlOf(body));
    },
  );

  test('elsewhere an unknown kind is reported', () => {
    expect(read('a\n\n> [!custom] T\n> a').problems).toEqual(['3:3 template-syntax']);
  });

  test('in a vault an unknown kind is a note', () => {
    expect(read('> [!custom] T\n> a', true).html).toBe(htmlOf('> [!NOTE]\n> **T**\n>\n> a'));
  });
});

test.each([
  ['words', 'a ==b c== d', 'a <mark>b c</mark> d'],
  ['in emphasis, and around it', '**==a==** ==*b*==', '**<mark>a</mark>** <mark>*b*</mark>'],
  ['around code', '==`a`==.', '<mark>`a`</mark>.'],
  ['with an escaped bar', '==a\\|b==', '<mark>a\\|b</mark>'],
  ['between letters of scripts without spaces', '中==标==中', '中<mark>标</mark>中'],
])('marked: %s', (_, body, markdown) => {
  expect(read(body).html).toBe(htmlOf(markdown));
});

test.each(['a==b c==d', 'a == b == c', '`==a==`', '==a\n\nb==', 'a\n==', '===a===', '==', '\\==a=='])(
  'not marked: %s',
  (body) => {
    expect(read(body).html).toBe(htmlOf(body));
  },
);

test.each([
  ['in a line', 'a %%b%% c', 'a  c'],
  ['of paragraphs', 'a\n\n%%\nb\n\nc\n%%\n\nd', 'a\n\n\n\nd'],
  ['with code in it', '%%\n```\nb\n%%\n\nc `%%`', '\n\nc `%%`'],
  ['without its end', 'a %%b\n\nc', 'a '],
  ['none in code', '```\n%%a%%\n```\n\n`%%b%%`', '```\n%%a%%\n```\n\n`%%b%%`'],
])('a comment of Obsidian in a vault: %s', (_, body, markdown) => {
  expect(read(body, true).html).toBe(htmlOf(markdown));
  expect(read(body).html).toBe(htmlOf(body));
});

test.each([
  ['between marks of another program', 'Write {% raw %} here.\n\n%%\nsecret\n%%\n\nWrite {% endraw %} shown.'],
  ['between tags of code', 'The tag <code> starts.\n\n%%\nsecret\n%%\n\nThe tag </code> shown.'],
  ['behind a line of another program', 'Notes.\n\n% a line\n%%\nsecret\n%%\n\nshown'],
  ['behind a code block of a plugin', '```{dataview}\nx\n```\n\n%%\nsecret\n%%\n\nshown'],
  ['in a line behind a directive', ':::{note}\nx\n:::\n\n%% a\nsecret %% shown'],
  ['with what else is reported in it', '%%\n[^1]: secret\n\n<div hidden>secret</div>\n%%\n\nshown'],
])('a comment of Obsidian in a vault hides %s', (_, body) => {
  const { html, problems } = read(body, true);
  expect(html).not.toContain('secret');
  expect(html).toContain('shown');
  // What other programs write before it is reported as ever.
  expect(problems.filter((problem) => !/template-syntax$|^3:1 hidden-text$/.test(problem))).toEqual([]);
});

test('problems behind dialects stand where the author sees them', () => {
  const { problems } = read('%%a\n\nb%% ==c== [[Page]] [d](#gone)\n\n> [!info] e\n> [f](#gone)', true);
  expect(problems).toEqual(['3:24 broken-anchor', '6:7 broken-anchor']);
  const callouts = read('> [!info] a\n>\n> [b](#gone)\n>\n> - [c](#gone)\n\n> [!info]- d\n>\n>\n> e [f](#gone)', true);
  expect(callouts.problems).toEqual(['3:7 broken-anchor', '5:9 broken-anchor', '10:9 broken-anchor']);
});

test.each([
  ['behind a paragraph and in an item', 'a ^6f68a1\n\n- b ^0f0f0f\n', 'a\n\n- b\n', false],
  ['on a line of its own', '- a\n\n^6f68a1\n\nb', '- a\n\n\n\nb', false],
  ['that an author chose', 'a ^my-block', 'a', true],
  ['none in code or in a line', '`a ^6f68a1`\n\na ^6f68a1 b\n\nx^6f68a1', null, true],
  ['none of other words', 'a ^chosen\n\nb ^123', null, false],
])('names of blocks go: %s', (_, body, markdown, isVault) => {
  expect(read(body, isVault)).toMatchObject({ html: htmlOf(markdown ?? body), problems: [] });
});
