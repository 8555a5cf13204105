import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { makeSite } from '../support/site.ts';

const secret = 'a secret of thirty-two characters';
const link = ['preview-link', 'plan', '--site', 'https://www.example.com'];
const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** The claims of a token. Throws where `secret` did not sign it. */
async function read(address: string): Promise<object> {
  const { searchParams } = new URL(address);
  return (await jwtVerify(searchParams.get('token') ?? '', Buffer.from(secret), { algorithms: ['HS256'] })).payload;
}

test('galley preview-link prints an address with a token that names the article and ends', async () => {
  const { run, json } = await makeSite({}, { GALLEY_PREVIEW_SECRET: secret });
  const { code, out, err } = await run(...link, '--expires', day);
  expect([code, err]).toEqual([0, `\nWhoever has this link sees plan until ${day}T00:00:00Z.\n`]);
  expect(out).toMatch(/^https:\/\/www\.example\.com\/preview\?token=[\w.-]+\n$/);
  expect(await read(out)).toEqual({ sub: 'plan', exp: Date.parse(day) / 1000 });
  const found = await json('preview-link', 'große-fragen', '--site', 'http://localhost:3000/', '--expires', '24h');
  expect(await read(found.link)).toEqual({ sub: 'große-fragen', exp: Date.parse(found.expires) / 1000 });
  expect(found).toMatchObject({
    slug: 'große-fragen',
    link: expect.stringMatching(/^http:\/\/localhost:3000\/preview\?/),
  });
});

test('without --expires a link ends after seven days', async () => {
  const { json } = await makeSite({}, { GALLEY_PREVIEW_SECRET: secret });
  const before = Math.floor(Date.now() / 1000);
  const end = Date.parse((await json(...link)).expires) / 1000;
  expect(end).toBeGreaterThanOrEqual(before + 7 * 86_400);
  expect(end).toBeLessThanOrEqual(Date.now() / 1000 + 7 * 86_400);
});

test.each([
  ['no secret', link, '', 'GALLEY_PREVIEW_SECRET: found nothing. Expected the secret of the website, of at least 32'],
  ['a short secret', link, 'short', 'GALLEY_PREVIEW_SECRET: found 5 characters.'],
  [
    'no slug',
    ['preview-link', 'A plan', ...link.slice(2)],
    secret,
    'Found "A plan". Expected the slug of an article, such as A-plan.',
  ],
  ['an id', ['preview-link', '12', ...link.slice(2)], secret, 'Found "12". Expected the slug of an article'],
  ['another scheme', [...link.slice(0, 3), 'http://www.example.com'], secret, '--site: found http://www.example.com.'],
  [
    'a path',
    [...link.slice(0, 3), 'https://www.example.com/blog'],
    secret,
    '--site: found https://www.example.com/blog.',
  ],
  [
    'a date that has passed',
    [...link, '--expires', '2026-01-01'],
    secret,
    '--expires: found 2026-01-01. Expected hours or days',
  ],
  ['no time', [...link, '--expires', '0d'], secret, '--expires: found 0d.'],
  ['more than 90 days', [...link, '--expires', '91d'], secret, '--expires: found 91d.'],
  ['no date', [...link, '--expires', 'soon'], secret, '--expires: found soon.'],
])(
  '%s: galley preview-link says what it found and what is expected',
  async (_, args, GALLEY_PREVIEW_SECRET, message) => {
    const { run } = await makeSite({}, { GALLEY_PREVIEW_SECRET });
    expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  },
);

test('beside a release of drafts, galley preview-link takes slugs of it alone, former ones too', async () => {
  const { run, write } = await makeSite({}, { GALLEY_PREVIEW_SECRET: secret });
  await write({ 'content/plan.md': '---\ntitle: Plan\ndate: 2026-01-01\ndraft: true\naliases: [idea]\n---\nText.\n' });
  expect(await run('build', '--drafts')).toMatchObject({ code: 0 });
  for (const [slug, code] of [
    ['plan', 0],
    ['idea', 0],
    ['plans', 2],
  ] as const)
    expect([slug, (await run('preview-link', slug, ...link.slice(2))).code]).toEqual([slug, code]);
});
