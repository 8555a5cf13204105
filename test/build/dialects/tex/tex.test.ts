import { expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

function problemsOf(body: string): string[] {
  const { problems } = renderBody(body, { resolve: () => null, trustedHtml: false });
  return problems.map(({ line, column, found }) => `${line}:${column} ${found.replace(/\. Galley.*/, '')}`);
}

test.each([
  ['a\n\\newpage\nb', '2:1 `\\newpage`, a command of TeX, or one like it'],
  ['- b \\image{a}{/b.png}', '1:5 `\\image{a}`, a command of TeX, or one like it'],
  ['> \\br\n\n\\br', '1:3 `\\br`, a command of TeX, or one like it (2 times)'],
  ['## \\center{ {b} }', '1:4 `\\center{`, a command of TeX, or one like it'],
  [
    '\\begin{align*}\n\\frac{a}{b}\n\\end{align*}',
    '1:1 `\\begin{align*} \\frac{a}{b} \\end{`, a command of TeX, or one like it',
  ],
])('a command outside of formulas is reported once: %j', (body, problem) => {
  expect(problemsOf(body)).toEqual([problem]);
});

test.each([
  '$\\frac{a}{b}$ $a \\frac{a}{b}$ $$\n\\newpage\n$$ \\(\\frac{a}{b}\\)',
  '`\\br{a}`\n\n    \\br\n\n```\n\\br\n```\n\n<pre>\\br{a}</pre>',
  'C:\\Users\\{name} C:\\temp{1} D:/a\\dir{b} \\\\server\\dir{b} ~\\dir{b} %A%\\dir{b} (A)\\dir{b} [A]\\dir{b} a-\\dir{b}',
  '\\d{4} \\{a\\} \\\\br{a} \\*\\*a{b}** a \\br',
])('none: %j', (body) => {
  expect(problemsOf(body)).toEqual([]);
});
