import { expect, test } from 'vitest';
import { shortenSvg } from '../../../../build/markdown/limits/shorten-svg.ts';
import { renderBody } from '../../../../build/markdown/render-body.ts';
import { firstOf } from '../../../support/amount.ts';

const circle = '<circle cx="1" cy="2" r="3" fill="a" stroke="b"/>';
const drawings: Record<string, string> = {
  'blank lines': `<svg>\n\n${'<g><rect x="1"/></g>\n\n'.repeat(20_000)}</svg>`,
  'unclosed elements on lines': `<svg width="10">\n${`  ${circle}\n`.repeat(3000)}</svg>`,
  'many attributes in a line': `<div><svg>${circle.repeat(11_000)}</svg></div>`,
};

test.each(firstOf(1, Object.keys(drawings)))('a drawing of any length is removed: %s', { tags: ['scaled'] }, (name) => {
  const body = `Before\n\n${drawings[name]}\n\nAfter\n`;
  const { value, problems } = renderBody(body, { resolve: () => null, trustedHtml: false });
  expect(value?.html.replace(/<\/?div>|\s/g, '')).toBe('<p>Before</p><p>After</p>');
  expect(problems.map(({ code, severity, line }) => [code, severity, line])).toEqual([['html-removed', 'warning', 3]]);
});

test('drawings in code stay, and lines stay where they are', () => {
  expect(shortenSvg('a\n```\n<svg>\n</svg>\n```\n')).toBeNull();
  expect(shortenSvg('`<svg>` and </svg>\n')).toBeNull();
  expect(shortenSvg('<p><svg x="1">\na\n\nb</svg> c\nd')).toBe('<p><svg>\n</svg>\n\n c\nd');
});
