import { expect, test } from 'vitest';
import type { Instead } from '../../../build/problems/sentences/links.ts';
import { toWorded, toWords } from '../../../build/problems/sentences/sentences.ts';

const facts = { says: 'missingFile', kind: 'image', address: 'p.png', path: 'a/p.png' } as const;

test.each<[instead: Instead | null, found: string, fix: string]>([
  [null, 'the image p.png, which does not exist at a/p.png', 'Add the file there, or correct the path.'],
  [{ is: 'near', path: 'P.png' }, 'the image p.png, which does not exist at a/p.png', 'The nearest path is `P.png`.'],
  [{ is: 'article' }, 'the image p.png, which is an article at a/p.png', 'remove the `!`'],
  [{ is: 'unreadable' }, 'the image p.png, which is there, but cannot be read at a/p.png', 'Check its permissions.'],
  [
    { is: 'outside', content: 'blog', folder: 'static' },
    'the image p.png, which is outside the content folder',
    '`content: [blog, static]`',
  ],
])('of a file that is not there, with %j in its place', (instead, found, fix) => {
  expect(toWords({ facts: { ...facts, instead } })).toMatchObject({ found, fix: expect.stringContaining(fix) });
});

test('words take the place of facts, count others, and are no longer than a message may be', () => {
  const written = 'x'.repeat(2000);
  const problem = {
    facts: { says: 'emptyAddress', written } as const,
    others: { count: 2, are: 'such links' } as const,
  };
  expect(toWorded({ ...problem, line: 3 })).toEqual({
    line: 3,
    found: `\`${'x'.repeat(999)}… (and 2 more such links)`,
    expected: 'an address between the parentheses',
    fix: 'Write the address, or leave only the text.',
  });
});
