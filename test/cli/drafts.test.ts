import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startObjectStore } from '../support/object-store.ts';
import { makeSite } from '../support/site.ts';
import { toVariables } from '../support/test-store.ts';

const page = (title: string, more = ''): string =>
  `---\ntitle: ${title}\ndate: 2026-01-01\n${more}---\nText of ${title}.\n`;

/** A site with an article and a draft, and both of its releases. */
async function makeBoth(env: Record<string, string> = {}) {
  const files = {
    'galley.config.yaml': 'site: https://articles.example.com\n',
    'content/a.md': page('A'),
    'content/b.md': page('B', 'draft: true\n'),
  };
  const site = await makeSite(files, env);
  await site.build();
  const built = await site.run('build', '--drafts');
  expect([built.code, built.err]).toEqual([0, '']);
  return { ...site, built };
}

test('a build of drafts says so, and closes its folder to git and to web servers', { tags: ['long'] }, async () => {
  const { built, folder, read, run, json } = await makeBoth();
  expect(built.out).toMatch(/2 articles \(1 draft\)[\s\S]*Release [\da-f]{12} in public-drafts: /);
  expect(await read('public-drafts/.gitignore')).toBe('*\n');
  expect(await read('public-drafts/.htaccess')).toContain('Require all denied');
  expect(await json('build', '--drafts')).toMatchObject({ drafts: 1, articles: 2, written: { written: 0 } });
  expect(await json('build')).not.toHaveProperty('drafts');
  // What a first build leaves that was killed is no other file.
  await rm(join(folder, 'public-drafts', 'api'), { recursive: true });
  expect((await run('build', '--drafts')).code).toBe(0);
});

test('one kind of release never takes the place of the other', async () => {
  const { run, write, read } = await makeBoth();
  const pointer = await read('public/api/v1/release.json');
  await write({ 'content/c.md': page('C') });
  for (const [args, found] of [
    [['build', '--out', 'public-drafts'], 'Found a release of drafts in public-drafts.'],
    [['push', 's3://articles/live', '--out', 'public-drafts'], 'Found a release of drafts in public-drafts.'],
  ] as const) {
    const { code, err } = await run(...args);
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining(found)]);
  }
  await run('build', '--out', 'other-drafts');
  const refused = await run('build', '--drafts', '--out', 'other/');
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('Found the public release in other-drafts.'),
  ]);
  expect(await read('public/api/v1/release.json')).toBe(pointer);
  await write({ 'posts-drafts/d.md': page('D') });
  const inside = await run('build', '--drafts', '--out', 'posts', '--content', 'posts-drafts');
  expect([inside.code, inside.err]).toEqual([
    2,
    expect.stringContaining('out: found posts-drafts, which is a content folder.'),
  ]);
});

test('commands on releases take that of drafts, and leave the other', async () => {
  const store = await startObjectStore();
  const { run, json, write, read } = await makeBoth(toVariables(store));
  const pointer = await read('public/api/v1/release.json');
  await write({ 'content/b.md': page('B2', 'draft: true\n') });
  expect((await run('diff')).out).toContain('Nothing changes for readers.');
  expect((await run('diff', '--drafts')).out).toMatch(
    /of public-drafts\.\nFor readers: 1 article changed\.\n {2}changed {4}b /,
  );
  await run('build', '--drafts');
  expect((await json('releases', '--drafts')).length).toBe(2);
  expect(await json('rollback', '--drafts')).toMatchObject({ isDone: true });
  expect((await json('prune', '--now', '--drafts')).kept.length).toBeGreaterThan(0);
  for (const [args, prefix] of [
    [['push', 's3://articles/live', '--drafts'], 'live-drafts/'],
    [['push', 's3://articles', '--drafts'], 'drafts/'],
  ] as const) {
    store.objects.clear();
    expect(await run(...args)).toMatchObject({ code: 0, err: '' });
    expect([...store.objects.keys()].filter((key) => !key.startsWith(prefix))).toEqual([]);
  }
  expect((await json('releases', '--drafts', '--store', 's3://articles')).length).toBe(1);
  // An invalid file stays as the store has it.
  await write({ 'content/b.md': page('B', 'draft: true\nupdated_at: 2026-02-30\n') });
  const built = await json('build', '--drafts', '--from', 's3://articles');
  expect(built.invalid).toMatchObject([{ path: 'content/b.md', isOlder: true }]);
  const wrong = await run('push', 's3://articles/drafts');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('Found a release of drafts in the store.')]);
  expect(await read('public/api/v1/release.json')).toBe(pointer);
});

test('keys open what they were made for, also once they are rotated, and as secrets', async () => {
  const { run, json } = await makeBoth();
  const expires = '2199-01-01';
  for (const [args, message] of [
    [['--drafts'], 'Expected an expiry'],
    [['--only', 'b', '--expires', expires], 'Expected only together with drafts.'],
    [['--drafts', '--only', 'a/b', '--expires', expires], '--only: found "a/b". Expected the slug of an article.'],
    [['--origin', 'https://www.example.com'], 'Expected origins and a limit together'],
    [['--origin', 'https://www.example.com/blog', '--limit', '60/60'], 'Expected origins as browsers send them'],
    [['--origin', 'https://www.example.com', '--limit', '0/60'], 'Expected a limit of at least 1'],
    [
      ['--drafts', '--origin', 'https://a.example', '--expires', expires],
      "'--drafts' cannot be used with option '--origin",
    ],
    [['--limit', 'often'], 'Expected requests and seconds, such as 60/60.'],
  ] as const) {
    const { code, err } = await run('key', 'new', 'x', ...args);
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining(message)]);
  }
  const made = await run('key', 'new', 'all', '--drafts', '--expires', expires);
  expect(made.err).toMatch(/\nFor GALLEY_KEYS: all:[\da-f]{64}:2199-01-01T00:00:00Z:drafts\n$/);
  const only = await run('key', 'new', 'one', '--drafts', '--only', 'b', '--only', 'none', '--expires', expires);
  expect(only.err).toContain('No article of public-drafts has the slug none');
  expect(only.err).not.toContain('the slug b');
  const origins = ['--origin', 'https://www.example.com:443/', '--origin', 'http://localhost:3000'];
  await run('key', 'new', 'page', ...origins, '--limit', '60/10');
  await run('key', 'new', 'web');
  await run('key', 'rotate', 'one');
  await run('key', 'rotate', 'page');
  const rows = (await run('key', 'list')).out.trim().split('\n');
  const pages = 'the public release to pages of https://www.example.com, http://localhost:3000, 60 requests in 10 s';
  expect(rows.map((row) => row.split(/ {2,}/).filter((_, i) => i === 0 || i === 3))).toEqual([
    ['all', 'drafts'],
    ['one', 'drafts: b, none'],
    ['page', pages],
    ['web', 'the public release'],
    ['one-2', 'drafts: b, none'],
    ['page-2', pages],
  ]);
  expect((await json('key', 'list')).slice(4)).toMatchObject([
    { name: 'one-2', drafts: true, only: ['b', 'none'], expires: '2199-01-01T00:00:00Z' },
    {
      name: 'page-2',
      drafts: false,
      origins: ['https://www.example.com', 'http://localhost:3000'],
      limit: { requests: 60 },
    },
  ]);
  const { GALLEY_KEYS: secrets = '' } = JSON.parse((await run('deploy', 'keys', 'cloudflare')).out);
  expect(secrets.split(',').map((entry: string) => entry.replace(/[\da-f]{64}/, 'DIGEST'))).toEqual([
    'all:DIGEST:2199-01-01T00:00:00Z:drafts',
    expect.stringMatching(/^one:DIGEST:.*:drafts:only=b\+none$/),
    expect.stringMatching(/^page:DIGEST:.*:origin=https:\/\/www\.example\.com\+http:\/\/localhost:3000:limit=60\/10$/),
    'web:DIGEST',
    'one-2:DIGEST:2199-01-01T00:00:00Z:drafts:only=b+none',
    expect.stringMatching(/^page-2:DIGEST:origin=/),
  ]);
});
