import { describe, expect, test } from 'vitest';
import { htmlOf, readBody as read } from '../../../support/read-body.ts';

describe('what is indented below', () => {
  test.each([
    ['an admonition', '!!! note\n    a\n\n    - b\n\nc', '> [!NOTE]\n> a\n>\n> - b\n\nc'],
    ['a title', '!!! danger "Do *not*"\n    a', '> [!CAUTION]\n> Do *not*\n>\n> a'],
    ['a title with code', '!!! note "`a`"\n    b', '> [!NOTE]\n> `a`\n>\n> b'],
    ['no title, and a class', '!!! tip inline ""\n    a', '> [!TIP]\n> a'],
    ['one that folds', '???+ warning "T"\n    a', '> [!WARNING]\n> **T**\n>\n> a'],
    ['one in another', '!!! note\n    a\n\n    ??? tip\n        b', '> [!NOTE]\n> a\n>\n> > [!TIP]\n> > b'],
    ['one in an item', '- a\n\n    !!! note\n        b', '- a\n\n    > [!NOTE]\n    > b'],
    ['tabs', '=== "A"\n    a\n\n=== "B"\n    ```\n    b\n    ```', '**A**\n\na\n\n**B**\n\n```\nb\n```'],
  ])('%s', (_, body, markdown) => {
    expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
  });

  test('another word stays without its indentation, and is reported', () => {
    expect(read('a\n\n!!! cake "C"\n    b')).toMatchObject({
      html: htmlOf('a\n\n**C**\n\nb'),
      problems: ['3:1 template-syntax'],
    });
  });

  test.each(['!!! note\na', '```\n!!! note\n    a\n```', 'So !!! note\n    a', '!!!\n    a'])('none: %j', (body) => {
    expect(read(body)).toMatchObject({ html: htmlOf(body), problems: [] });
  });
});

test.each(['[TOC]', '[toc]', '[[TOC]]', '[[_TOC_]]', '@[toc](Contents)', '$toc', '\\toc', '{{toc}}'])(
  'a table of contents goes, and is no excerpt: %s',
  (written) => {
    expect(read(`${written}\n\na`)).toMatchObject({ html: '<p>a</p>', excerpt: 'a', problems: [] });
  },
);

test.each([
  ['press ++ctrl+alt+c++, ++F5++.', 'press <kbd>ctrl</kbd>+<kbd>alt</kbd>+<kbd>c</kbd>, <kbd>F5</kbd>.'],
  ['`++ctrl++` i++ and ++j ++new++ C++tab++ ++ctrl', null],
])('keys: %j', (body, markdown) => {
  expect(read(body, ['mkdocs']).html).toBe(htmlOf(markdown ?? body));
});

test.each([
  [':material-account: A :octicons-x-16:{ .red }\n\n- :simple-go:', 'A \n\n- '],
  ['[:fontawesome-solid-file-code: **:fa-bug: a**](b.md)', '[**a**](b.md)'],
  ['|:material-check:|\n|-|\n|:material-check: a|', '||\n|-|\n|a|'],
  ['`:material-a:` :material: [a](:material-b:) a:simple-c', null],
])('icons go: %j', (body, markdown) => {
  expect(read(body, ['mkdocs']).html).toBe(htmlOf(markdown ?? body));
});

test.each(['a [TOC]', '`[TOC]`', '[TOC]: a', '```\n[TOC]\n```'])('none: %j', (body) => {
  expect(read(body).html).toBe(htmlOf(body));
});

test.each([
  ['![a](../b c d.png)', '![a](<../b c d.png>)'],
  ['[a *b*](c d.md "e f"), [g]( h )', '[a *b*](<c d.md> "e f"), [g]( h )'],
])('in a folder of the program, addresses may have spaces: %s', (body, markdown) => {
  expect(read(body, ['mkdocs']).html).toBe(htmlOf(markdown));
  expect(read(body).html).toBe(htmlOf(body));
});
