import { Lexer, Parser } from 'marked';
import { afterEach, expect, test, vi } from 'vitest';
import { excludeH1 } from '../../../build/markdown/exclude-h1/exclude-h1.ts';
import { render } from '../../../build/markdown/render-markdown.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['a title', '# T\n\ntext\n', 1, 0],
  ['headings between paragraphs', '# T\n\nSome *words* in a [link](https://e.org).\n\n', 300, 0],
  ['headings without blank lines', 'a\n# T\nb\n', 300, 0],
  ['headings behind one another', '# T\n# U\n\n\n# V\n\ntext\n\n', 300, 0],
  ['underlined headings', 'T\n=\ntext\n\n', 300, 0],
  ['headings behind lists, code and quotes', '- a\n\n# T\n\nb\n\n    c\n\n# U\n\n> d\n\n# V\n\n', 300, 0],
  ['headings beside HTML', '# T\n\n<div>\n\ntext\n\n</div>\n\n', 300, 0],
  // With the lines that keep the lists apart.
  ['headings between lists', '# T\n\n- an *item*\n- another\n\n', 300, 1],
])(
  'how often an article is read again, and never written again, for its level-one headings: %s',
  (_, text, times, readings) => {
    const article = render(text.repeat(times), false);
    const lex = vi.spyOn(Lexer.prototype, 'lex');
    expect(article.html).not.toBe('');
    const parse = vi.spyOn(Parser, 'parse');
    const { inexact } = excludeH1(article, false);
    expect([inexact, lex.mock.calls.length, parse.mock.calls.length]).toEqual([null, readings, 0]);
  },
);
