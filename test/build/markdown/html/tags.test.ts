import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanTags } from '../../../../build/markdown/html/tags.ts';
import { cases } from '../../../support/amount.ts';
import { countLooks } from '../../../support/count-looks.ts';

/** The slow obvious way. */
const tagOrComment = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<[!?][^>]*>|<(\/?)([a-z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>/gi;

test('tags and comments of all kinds, closed or not, in any order', { tags: ['scaled'] }, () => {
  const pieces = [
    ...['<', '>', '/', '"', "'", '=', ' ', 'a', 'B', '!', '-', '--', '?', '<!--', '<!', '<a', '</b', '<?', '\n'],
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
      const html = parts.join('');
      const wanted = [...html.matchAll(tagOrComment)].flatMap(({ 0: whole, 1: slash, 2: name, index }) =>
        name === undefined ? [] : [[name.toLowerCase(), slash === '/', index, index + whole.length]],
      );
      expect(scanTags(html).map(({ name, closing, start, end }) => [name, closing, start, end])).toEqual(wanted);
    }),
    cases(3000),
  );
});

test.each([
  ['<? a'],
  ['<![CDATA[ a'],
  ['<a'],
  ['<a '],
  ['<a "'],
  ['<a b="'],
  ['<a b="c\' '],
  ['<!-- a'],
  ['<a/'],
  ['<a"b'],
  ['x <'],
])('the work grows with the length: %j', (text) => {
  const looks = (count: number): number => countLooks(() => scanTags(`${text.repeat(count)}'>`));
  expect(looks(4000)).toBeLessThan(4.5 * looks(1000));
});
