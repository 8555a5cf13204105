import fc from 'fast-check';
import { tryRender } from '../../support/render-markdown.ts';

export interface MarkdownOptions {
  html: boolean;
  /** Headings in footnotes, too; false by default. */
  headingsInNotes?: boolean;
  /** Level-one headings; true by default. */
  h1?: boolean;
}

/** Markdown as authors nest it, and worse: blocks in quotes and lists, with and without blank lines between them. */
export function arbitraryMarkdown(options: MarkdownOptions): fc.Arbitrary<string> {
  const inline = fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom(...words) },
    { weight: 4, arbitrary: fc.constantFrom(...spans) },
    { weight: 4, arbitrary: fc.constantFrom(...characters) },
    { weight: 4, arbitrary: fc.constantFrom(...oddities) },
    { weight: 2, arbitrary: fc.constantFrom('[^1]', '[^note]', '[^gone]') },
    {
      weight: options.html ? 4 : 0,
      arbitrary: fc.constantFrom('<b>bold</b>', '<br>', '<!-- c -->', '<img src="g.png">'),
    },
    // What closes nothing, is never closed, or stands inside another heading.
    { weight: options.html ? 1 : 0, arbitrary: fc.constantFrom('<h1>raw</h1>', '<h1>', '</h1>') },
  );
  const text = fc.array(inline, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
  const leaf = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 3, arbitrary: text.map((line) => `# ${line.replaceAll('\n', ' ')}`) },
    text.map((line) => `${line}\n===`),
    text.map((line) => `## ${line.replaceAll('\n', ' ')}`),
    text.map((line) => `[ref]: ${line.length}.md`),
    fc.tuple(fc.constantFrom('1', 'note'), text).map(([label, line]) => `[^${label}]: ${line}`),
    fc.constantFrom('[^note]: a\n\n    b [^1]\n\n    ## c', '> [!NOTE]\n> # a\n> b', '> [!tip]\n> - [^1]', '# [^1]'),
    fc.constantFrom('$$\n# a\n\n- b\n===\n$$', '\\[\n> a_1\n# b\n\\]', 'a $$\n# b\n$$'),
    fc.constantFrom(
      '```\n# code\n```',
      '    # code',
      '\t# code',
      '---',
      '| a | b |\n|---|:-:|\n| c \\| `d` | [l](m.md) |',
      '#',
      '# #',
      '===',
    ),
    ...(options.html
      ? [
          text.map((line) => `<h1>${line}</h1>`),
          text.map((line) => `<h1 class="x">\n${line}\n</h1>`),
          fc.constantFrom(
            '<div>',
            '</div>',
            '<p>html</p>',
            '<div>\n<h1>in</h1>\n</div>',
            '<!-- # no -->',
            '<pre>\n# no\n</pre>',
            '<details>',
          ),
        ]
      : []),
  );
  const { body } = fc.letrec<{ block: string; body: string }>((tie) => ({
    block: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'nesting' },
      { weight: 6, arbitrary: leaf },
      { weight: 1, arbitrary: tie('body').map((text) => prefixLines(text, '> ', '> ')) },
      { weight: 1, arbitrary: tie('body').map((text) => prefixLines(text, '>', '')) },
      { weight: 1, arbitrary: tie('body').map((text) => `> [!NOTE]\n${prefixLines(text, '> ', '> ')}`) },
      {
        weight: options.headingsInNotes ? 1 : 0,
        arbitrary: tie('body').map((text) => prefixLines(text, '[^note]: ', '    ')),
      },
      { weight: 2, arbitrary: tie('body').map((text) => prefixLines(text, '- ', '  ')) },
      { weight: 1, arbitrary: tie('body').map((text) => prefixLines(text, '* [ ] ', '  ')) },
      { weight: 1, arbitrary: tie('body').map((text) => prefixLines(text, '1. ', '   ')) },
      { weight: 1, arbitrary: tie('body').map((text) => prefixLines(text, '-\t', '\t')) },
    ),
    body: fc
      .array(fc.tuple(tie('block'), fc.constantFrom('\n', '\n\n', '\n\n', '\n\n\n')), { minLength: 1, maxLength: 5 })
      .map((blocks) =>
        blocks
          .map(([block, end]) => block + end)
          .join('')
          .replace(/\n+$/, ''),
      ),
  }));
  // Marked itself fails on a few of the wildest.
  return body
    .map((markdown) => (options.h1 === false ? lowerHeadings(markdown) : markdown))
    .filter((markdown) => tryRender(markdown, true) !== null);
}

/** Level-one headings become those of level two. */
function lowerHeadings(markdown: string): string {
  return markdown
    .replace(/(^|[\s>])#(?= |$)/gm, '$1##')
    .replaceAll('===', '---')
    .replaceAll('<h1', '<h2')
    .replaceAll('</h1>', '</h2>');
}

function prefixLines(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : line === '' ? others.trimEnd() : others) + line)
    .join('\n');
}

const words = ['a', 'word', 'two words', 'Ω', '🙂', '1. x', '- x', 'a_b_c', '2 > 1 & "so"'];
const spans = ['*em*', '**strong**', '`# code`', '~~gone~~', '[link](b.md "t")', '![i](c.png)', '[ref]', '![a][ref]'];
const characters = [
  ...['&copy;', '&nbsp;', '&#35;', '&lt;h1&gt;', '\\# x', '\\*', 'https://e.org/?a=1&b=2', '<https://e.org>'],
];
const oddities = [
  ...['[![i](d.png)](e.md)', '[x](javascript:alert)', '[y]( <a b.md> )', 'line  \nbreak', '[<https://e.org>](f.md)'],
  ...['$$x_1 * y* `z$$', '\\(a_b*c*\\)'],
];
