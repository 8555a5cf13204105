import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../support/command.ts';
import { readPlace, writePlace } from '../support/marked-place.ts';
import { corporaFolder } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';
import { measureResponses } from './measure-responses.ts';
import { platforms } from './platforms.ts';
import { figures, tables } from './tables.ts';
import { measured, mix, toUse } from './use.ts';

const file = 'content/what-it-costs.md';
const page = await readFile(join(root, file), 'utf8');
const corpora = corporaFolder();

test.each(Object.entries(tables))(
  'the page has the table of %s that prices and assumptions come to',
  async (mark, text) => {
    if (process.env.GALLEY_REFRESH_PAGES) await writePlace({ file, mark }, text.trim());
    // `GALLEY_REFRESH_PAGES=1` before this test writes the tables again.
    expect(await readPlace({ file, mark })).toBe(text.trim());
  },
);

test('the page says the figures that are assumed', () => {
  for (const figure of figures) expect(page).toContain(figure);
});

test('the assumed shares of responses add up to all of them', () => {
  expect(Object.values(mix).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
});

test.each<[name: string, requests: number, dollars: number | null]>([
  // By hand: the vendors' own examples, with 2 ms of CPU instead of 7.
  ['Cloudflare Workers Paid, assets', 1, 5],
  ['Cloudflare Workers Paid, assets', 100, 5 + 90 * 0.3 + 170 * 0.02],
  ['Cloudflare Workers Free, assets', 1, 0],
  ['Cloudflare Workers Free, assets', 100, null],
  ['one server at Hetzner, nginx and Galley', 100, 11.49 * 1.1133],
])('%s, %i million: %s', (name, requests, dollars) => {
  const items = platforms.find((platform) => platform.name === name)?.bill(toUse(requests)) ?? null;
  if (dollars === null) expect(items).toBeNull();
  else expect(items?.reduce((sum, item) => sum + item.dollars, 0)).toBeCloseTo(dollars, 6);
});

test('traffic is billed by steps', () => {
  const lambda = platforms.find(({ name }) => name === 'AWS Lambda, Function URL, S3');
  const traffic = lambda
    ?.bill({ requests: 0, bodies: 0, gigabytes: 60_000 })
    ?.filter(({ what }) => /traffic/.test(what));
  expect(traffic?.map(({ dollars }) => dollars)).toEqual([9900 * 0.09, 40_000 * 0.085, 10_000 * 0.07]);
});

describe.skipIf(corpora === null)('of real sites', { tags: ['long'] }, () => {
  test('responses have the bytes that the page says, within a twentieth', { tags: ['long'] }, async () => {
    const { articles, bytes } = await measureResponses(corpora ?? '', await makeFolder());
    expect(page).toContain(`${articles} articles`);
    for (const [kind, mean] of Object.entries(bytes)) {
      const said = measured[kind as keyof typeof measured];
      expect.soft(mean / said, kind).toBeGreaterThan(0.95);
      expect.soft(mean / said, kind).toBeLessThan(1.05);
    }
  });
});
