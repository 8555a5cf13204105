/** How one program writes, as pieces that mean something to it. */
export interface Grammar {
  name: string;
  /** The file that holds it; `a.md` by default. */
  file?: string;
  pieces: readonly string[];
  /** The whole file; by default the text is the body of an article. */
  toFile?(text: string): string;
}

const header = '---\ntitle: A\ndate: 2026-01-01\n---\n';
const words = ['a', 'b.', '1', '字。', 'ü', ' ', '  ', '\t', '\n', '\n\n', '\\', 'some words ', '.', ':', '-', ','];
const headers = [
  ...words,
  ...['"', "'", '\r\n', '\u2028', '#', '{', '}', '[', ']', 'tags:', 'title: ', 'date: ', '2026-01-01'],
];

/** Bodies by the grammar of each dialect, then headers by that of each kind. */
export const grammars: readonly Grammar[] = [
  {
    name: 'CommonMark blocks',
    pieces: [
      ...words,
      ...['# ', '## a', ' #', '> ', '- ', '1. ', '    ', '```', '~~~', '===\n', '---\n', '* * *\n', '[a]: /u "', '+ '],
    ],
  },
  {
    name: 'CommonMark inlines',
    pieces: [
      ...words,
      ...['*', '**', '_', '`', '``', '[', ']', '](', ')', '![', '<', '>', '<http://', '&', ';', '&#x', '!', '"'],
    ],
  },
  {
    name: 'GFM',
    pieces: [
      ...words,
      ...['|', '|-|', '\n|a|b|\n|-|-|\n', '~', '~~', '- [ ] ', '[x]', 'www.', 'http://', '@', 'a@b.c', '[^1]'],
      ...['[^1]: ', '](', '%'],
    ],
  },
  {
    name: 'directives, definitions and TeX',
    pieces: [
      ...words,
      ...['::', ':::', ':::note', '\n:::\n', '::tip\n', '{.a}', '[', ']', '{', '}', ':a['],
      ...['!!! note', '??? tip "a"', '\n    ', '=== "a"\n', '\n: ', '[TOC]\n', '> [!info]- ', '^['],
      ...['$', '$$', '\n$$\n', '\\(', '\\)', '\\[', '\\]', '^', '_', '`', '<b className={', '](@/', '{static}'],
    ],
  },
  {
    name: 'HTML',
    pieces: [
      ...words,
      ...['<a', '<b>', '</b>', '<div', '<h1>', '</h1>', '<p', '</', '/>', '>', '<', ' href="', 'http://x', ' srcset="'],
      ...['"', "'", '=', '<!--', '-->', '<![CDATA[', '<?', '<pre>', '<table>', ' markdown=1', 'javascript:'],
    ],
  },
  {
    name: 'kramdown',
    pieces: [
      ...words,
      ...['{:', '{:.', '{#', '{.', '}', '{::comment}', '{:/comment}', '{::options ', '$$', '## a ', '#id', ' .c'],
      ...[' k="v"', ': ', '*[HTML]: ', '{:toc}'],
    ],
  },
  {
    name: 'Obsidian',
    pieces: [...words, '[[', ']]', '![[', '|', '#', '^', '%%', '> [!info]', '> [!note]- ', '==', '#tag', '$', '~5$'],
  },
  {
    name: 'Foam',
    pieces: [...words, ...['[[', ']]', '- ', '\n\t- ', '[//begin]: # "a"\n', '[a]: b "c]: d"\n']],
  },
  {
    name: 'Hugo and Jekyll',
    pieces: [
      ...words,
      ...['{{<', '>}}', '{{%', '%}}', '{{', '}}', '{%', '%}', '{{< ref "', '" >}}', '{% raw %}', '{% endraw %}'],
      ...['{% highlight ', '{% endhighlight %}', '| ', '/*', '*/', '<!--more-->'],
    ],
  },
  {
    name: 'Docusaurus and MkDocs',
    pieces: [
      ...words,
      ...[':::', ':::note', '[', ']', '!!! note', '??? ', '    ', '=== "', '"', '{#', '}', '--8<--', '++', '^^', '@'],
      ...['<!-- truncate -->', '```js title="'],
    ],
  },
  {
    name: 'MDX',
    file: 'a.mdx',
    pieces: [
      ...words,
      ...['import ', 'export ', 'from ', '{', '}', '{/*', '*/}', '<A', '</A>', '/>', '>', '=', '"', '`', "'", '<>'],
      ...['</>', '...', '=>', '//', '<b '],
    ],
  },
  ...(
    [
      [
        'YAML',
        (text) => `---\n${text}\n---\nText.\n`,
        [
          '- ',
          '-  ',
          ': ',
          '? ',
          '| ',
          '> ',
          '&a ',
          '*a',
          '!!',
          '<<: ',
          '%',
          '@',
          '...',
          'a: ',
          '- a\n',
          '"a": ',
          '\\u',
        ],
      ],
      [
        'TOML',
        (text) => `+++\n${text}\n+++\nText.\n`,
        ['a = ', '= ', '"""', "'''", '[a]', '[[a]]', '{a = ', '0x', 'inf', '_', 'e5', 'T00:00:00', '\\'],
      ],
      [
        'JSON',
        (text) => `{\n${text}\n}\nText.\n`,
        ['"a": ', '"title": "', '\\u', '\\"', '[', '{', '},', '1e5', 'null', '//'],
      ],
      [
        'fields without fences',
        (text) => `${text}\n\nText.\n`,
        [
          'Title: ',
          'Date: ',
          'Tags: ',
          '.. title: ',
          '.. ',
          '::',
          'title:: ',
          '====',
          '# ',
          '<!--\n',
          '-->',
          '+-',
          '--',
          '***',
          'key: a, b',
          '    ',
        ],
      ],
    ] as const satisfies [string, (text: string) => string, readonly string[]][]
  ).map(([name, toFile, pieces]) => ({ name, toFile, pieces: [...headers, ...pieces] })),
].map((grammar) => ({ toFile: (text: string) => header + text, ...grammar }));
