import { expect, test } from 'vitest';
import { flat, htmlOf, readBody as read } from '../../../support/read-body.ts';

test.each([
  ['a class', '<b className="a">b</b>', '<b class="a">b</b>'],
  ['a style', '<div style={{color: "red"}} className="a">\n\n*b*\n\n</div>', '<div class="a">\n\n*b*\n\n</div>'],
  ['a file', '<img src={require("./a.png").default}/>', '<img src="./a.png"/>'],
  ['texts and numbers', '<img src={"a.png"} alt=\'b\' width={3} />', '<img src="a.png" alt=\'b\' width="3"/>'],
])('attributes of JSX in Markdown: %s', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

test.each([
  ['a component, whose content stays', 'a\n\n<Tabs x={1}>\n\nb\n\n</Tabs>', '<p>a</p>\n<p>b</p>\n'],
  ['an address of a program', 'a\n\n<img src={b("c")}/>', '<p>a</p>\n<img>'],
])('%s is reported', (_, body, html) => {
  expect(read(body)).toMatchObject({ html: flat(html), problems: ['3:1 template-syntax'] });
});

test.each(['`<b x={1}>`', '```\n<b className="a">\n```', 'a < b x={1}', '<b title="x={1}">c</b>'])(
  'none: %j',
  (body) => {
    expect(read(body)).toMatchObject({ html: htmlOf(body), problems: [] });
  },
);
