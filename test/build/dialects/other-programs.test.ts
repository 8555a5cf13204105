import { expect, test } from 'vitest';
import { makeProject } from '../../support/project.ts';

const page = '---\ndate: 2026-01-02\n---\nText\n';

test.each([
  ['Nuxt Content', { 'package.json': '{"dependencies": {"@nuxt/content": "3"}}' }, ['b', 'c-d', '3-e', '4.5-f']],
  ['Grav', { 'user/accounts/a.yaml': 'state: enabled' }, ['b', 'c-d', '3-e', '4.5-f']],
  ['no such program', {}, ['2.b', '10.c-d', '3-e', '4.5-f']],
])('of %s, a number and a full stop give files their order and are no part of slugs', async (_, sign, slugs) => {
  const files = { '1.a/2.b.md': page, '1.a/10.c d/index.md': page, '3-e.md': page, '4.5 f.md': page };
  const { article, report } = await makeProject({ ...files, ...sign });
  expect(await report()).toEqual([]);
  for (const slug of slugs) expect(await article(slug), slug).not.toBeNull();
});
