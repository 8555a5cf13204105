import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText } from '../../../../build/markdown/edits.ts';
import { findH1Ranges } from '../../../../build/markdown/html/h1-ranges.ts';
import { addImageAttributes } from '../../../../build/markdown/html/image-attributes.ts';
import { cases } from '../../../support/amount.ts';
import { renderPlain, withoutImageAttributes } from '../../../support/render-markdown.ts';
import { arbitraryMarkdown } from '../arbitrary-markdown.ts';

const sizes: Record<string, { width: number; height: number }> = {
  'a.png': { width: 640, height: 480 },
  'b.png?x=1&y': { width: 3, height: 2 },
};

const added = (html: string): string => addImageAttributes({ html, htmlCuts: [] }, (src) => sizes[src] ?? null).html;

describe('the first image', () => {
  test.each([
    ['<img src="a.png" alt="b">', '<img src="a.png" alt="b" width="640" height="480">'],
    ['<p>a<img alt="" src="b.png?x=1&amp;y"></p>', '<p>a<img alt="" src="b.png?x=1&amp;y" width="3" height="2"></p>'],
    ['<img src="other.png">', '<img src="other.png">'],
    ['<img alt="b">', '<img alt="b">'],
    ['<img width="320" src="a.png">', '<img width="320" src="a.png" height="240">'],
    ['<img src="a.png" height="96">', '<img src="a.png" height="96" width="128">'],
    ['<img src="a.png" width="50%">', '<img src="a.png" width="50%">'],
    ['<img src="a.png" width="1" height="5">', '<img src="a.png" width="1" height="5">'],
    ['<img src="a.png" width="">', '<img src="a.png" width="">'],
    ["<IMG SRC='a.png' />", '<IMG SRC=\'a.png\'  width="640" height="480"/>'],
    ['<img src=a.png>', '<img src=a.png width="640" height="480">'],
    ['<p>a</p>', '<p>a</p>'],
    ['<imgs src="a.png"><script>"<img src=a.png>"</script>', '<imgs src="a.png"><script>"<img src=a.png>"</script>'],
  ])('%s is %s', (html, expected) => {
    expect(added(html)).toBe(expected);
  });
});

test.each([
  ['<img src="a.png">', '<img src="a.png" width="640" height="480" loading="lazy" decoding="async">'],
  ['<img src="x.png">', '<img src="x.png" loading="lazy" decoding="async">'],
  ['<img loading="eager" src="x.png">', '<img loading="eager" src="x.png" decoding="async">'],
  ['<img decoding="sync" loading="lazy">', '<img decoding="sync" loading="lazy">'],
])('the second image %s is %s', (html, expected) => {
  expect(added(`<img alt=""> ${html} c`)).toBe(`<img alt=""> ${expected} c`);
});

test.each([false, true])(
  'cuts exclude the same headings as before: trusted HTML is %s',
  { tags: ['scaled'] },
  (trusted) => {
    fc.assert(
      fc.property(arbitraryMarkdown({ html: true }), (body) => {
        const plain = renderPlain(`${body}\n\n![a](a.png)\n\n# h ![b](b.png)\n\n![c](c.png)\n`, trusted);
        const article = { html: plain, htmlCuts: findH1Ranges(plain, trusted) };
        const { html, htmlCuts } = addImageAttributes(article, () => ({ width: 1, height: 22 }));
        expect(withoutImageAttributes(html)).toBe(withoutImageAttributes(article.html));
        expect(withoutImageAttributes(cutText(html, htmlCuts))).toBe(
          withoutImageAttributes(cutText(article.html, article.htmlCuts)),
        );
      }),
      cases(200, 2),
    );
  },
);
