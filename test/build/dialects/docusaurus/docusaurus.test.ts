import { describe, expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

function read(body: string, detected: readonly string[] = ['docusaurus']) {
  return renderBody(body, { resolve: () => null, trustedHtml: false, detected });
}

describe('ids of headings', () => {
  test.each([
    ['in a comment', '## a {/* #b */}', '## a {#b}'],
    ['without a hash', '## a { /*b*/ }', '## a {#b}'],
    ['before characters that close the heading', '## a {/* #b */} ##', '## a {#b}'],
    ['in a quote', '> # a {/* #b */}', '> # a {#b}'],
  ])('are read in every folder: %s', (_, body, markdown) => {
    expect(read(body, []).value).toMatchObject({ markdown });
    expect(read(body, []).value?.html).toContain('id="b"');
  });

  test.each(['a {/* #b */}', '`## a {/* #b */}`', '```\n## a {/* #b */}\n```', '## a {/* b c */}', '{/* b */}'])(
    'none: %j',
    (body) => {
      expect(read(body, []).value?.markdown).toBe(body);
    },
  );
});

describe('admonitions', () => {
  test.each([
    ['by itself', ':::note\n\nA\n\n:::\n\nB', '> [!NOTE]\n>\n> A\n>\n\n\nB'],
    ['with a title', ':::danger Hot *and* cold\nA\n:::', '> [!CAUTION]\n> Hot *and* cold\n>\n> A\n'],
    ['with a title in brackets', ':::tip[Do this]\nA\n:::', '> [!TIP]\n> **Do this**\n>\n> A\n'],
    ['with attributes', ':::info{.a}\nA\n:::', '> [!NOTE]\n> A\n'],
    ['around code', ':::note\n```\n:::\n```\n:::', '> [!NOTE]\n> ```\n> :::\n> ```\n'],
    ['in one another', '::::note\nA\n:::tip\nB\n:::\n::::', '> [!NOTE]\n> A\n> > [!TIP]\n> > B\n> \n'],
  ])('become alerts: %s', (_, body, markdown) => {
    const { value, problems } = read(body);
    expect(value?.markdown).toBe(markdown);
    expect(value?.html).toContain('<div class="markdown-alert ');
    expect(problems).toEqual([]);
  });

  test.each([
    ['that nothing closes', ':::note\nA'],
    ['of a kind that nobody knows', ':::cake\nA\n:::'],
    ['in code', '```\n:::note\nA\n:::\n```'],
    ['that end in none', 'A\n:::'],
  ])('stay as they are: %s', (_, body) => {
    expect(read(body).value?.markdown).toBe(body);
  });

  test('stay as they are in other folders', () => {
    expect(read(':::note\nA\n:::', []).value?.markdown).toBe(':::note\nA\n:::');
  });
});
