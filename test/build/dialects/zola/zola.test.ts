import { expect, test } from 'vitest';
import { readBody as read } from '../../../support/read-body.ts';

test.each([
  ['[a](@/b/c.md#d)', '[a](/b/c.md#d)'],
  ['[a][b]\n\n[b]: @/c.md', '[a][b]\n\n[b]: /c.md'],
  ['<a href="@/b.md">c</a>', '<a href="/b.md">c</a>'],
  ['`[a](@/b.md)` @/c', '`[a](@/b.md)` @/c'],
])('%j is %j', (body, markdown) => {
  expect(read(body)).toMatchObject({ markdown, problems: [] });
});
