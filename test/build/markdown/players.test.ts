import { expect, test } from 'vitest';
import { htmlOf, readBody } from '../../support/read-body.ts';
import { renderBody } from '../../support/render-body.ts';

test.each([
  ['![](a.mp4)', '<video controls src="a.mp4"></video>'],
  ['a ![b *c*](d/e.MP3 "f") g', 'a <audio controls src="d/e.MP3" aria-label="b c" title="f"></audio> g'],
  ['![](https://e.org/a.webm?b#t=1)', '<video controls src="https://e.org/a.webm?b#t=1"></video>'],
  ['> ![a\n> b](c.ogg)', '> <audio controls src="c.ogg" aria-label="a b"></audio>'],
  ['![a "b" <c>](<d e.mov>)', '<video controls src="d e.mov" aria-label="a &quot;b&quot; "></video>'],
  ['|a|\n|-|\n|![b &#124; c](d.mp4)|', '|a|\n|-|\n|<video controls src="d.mp4" aria-label="b &#124; c"></video>|'],
  ['![a][b]\n\n[b]: c.mp4', '<video controls src="c.mp4" aria-label="a"></video>\n\n[b]: c.mp4'],
  ['![a](b.mp4.png) ![a](b.mp4/c) ![a](mp4)', '![a](b.mp4.png) ![a](b.mp4/c) ![a](mp4)'],
  ['[a](b.mp4) `![a](b.mp4)`\n\n    ![a](b.mp4)', '[a](b.mp4) `![a](b.mp4)`\n\n    ![a](b.mp4)'],
])('%j is %j', (body, markdown) => {
  expect(readBody(body).html).toBe(htmlOf(markdown));
});

test('a player has its address resolved, and is reported at its place', () => {
  const asked: string[] = [];
  const { value } = renderBody('a\n\n- ![b](c.mp4)', {
    trustedHtml: false,
    resolve: (address, kind, { line, column }) => {
      asked.push(`${kind} ${address} ${line}:${column}`);
      return 'https://e.org/c.mp4';
    },
  });
  expect(asked).toEqual(['media c.mp4 3:8']);
  expect(value?.html).toContain('<video controls="" src="https://e.org/c.mp4" aria-label="b"></video>');
});
