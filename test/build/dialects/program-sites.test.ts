import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { sites, toFiles } from '../../generators/sites.ts';
import { publishSite } from '../../support/published.ts';

test.each(sites)('of a site of $program, what that program publishes is published', async (site) => {
  const { shown, unread } = await publishSite(toFiles(site), { content: site.content });
  expect(shown.map((path) => posix.join(site.content, path))).toEqual(Object.keys(site.shown).sort());
  expect(unread).toEqual(site.unread ?? []);
});
