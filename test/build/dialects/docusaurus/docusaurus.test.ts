import { describe, expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

function read(body: string, detected: readonly string[] = []) {
  return renderBody(body, { resolve: () => null, trustedHtml: false, detected });
}

describe('ids of headings', () => {
  test.each([
    ['in a comment', '## a {/* #b */}', '## a {#b}'],
    ['without a hash', '## a { /*b*/ }', '## a {#b}'],
    ['before characters that close the heading', '## a {/* #b */} ##', '## a {#b}'],
    ['in a quote', '> # a {/* #b */}', '> # a {#b}'],
  ])('are read in every folder: %s', (_, body, markdown) => {
    expect(read(body).value).toMatchObject({ markdown });
    expect(read(body).value?.html).toContain('id="b"');
  });

  test.each(['a {/* #b */}', '`## a {/* #b */}`', '```\n## a {/* #b */}\n```', '## a {/* b c */}', '{/* b */}'])(
    'none: %j',
    (body) => {
      expect(read(body).value?.markdown).toBe(body);
    },
  );
});
