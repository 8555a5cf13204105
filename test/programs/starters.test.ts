/** @module-tag program */
import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseXml } from '@rgrove/parse-xml';
import fastGlob from 'fast-glob';
import { type JWTPayload, SignJWT } from 'jose';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createClient, memoryStore } from '../../src/client.ts';
import { galley, start, startProgram, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasCommand, hasOutside, outside } from '../support/needs.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
const tags = ['C++', 'CI/CD', '50% wool', 'große Fragen', 'a?b&c#d'];
const post = (id: number, more = '', text = 'Text.'): string =>
  `---\nid: ${id}\ntitle: Title ${id}\ndate: 2026-01-${String(id).padStart(2, '0')}\n${more}---\n${text}\n`;

const wide = `| ${'incontrovertible | '.repeat(9)}\n|${'---|'.repeat(9)}\n| ${'incontrovertible | '.repeat(9)}`;
const body = `# Hidden\n\n## One\n\n${'word '.repeat(99)}\n\n### Two\n\n${wide}\n\n> [!NOTE]\n> A note.\n\n    ${'code'.repeat(99)}\n`;
const others = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i + 1}.md`, post(i + 1)]));
const header = `tags: ${JSON.stringify(tags)}\naliases: [former]\nheader_image: ./a.svg\nheader_image_alt: A frame\n`;
const before = { ...others, 'a.svg': svg, 'whole.md': post(13, header, body) };
const { 'p12.md': _, ...kept } = others;
const after = { ...kept, 'a.svg': svg, 'moved.md': post(13, 'aliases: [whole]\n'), 'new.md': post(14) };

/** What no reader gets. */
const marker = 'Nobody knows this yet';
const plan = (more: string) => post(20, `${more}header_image: ./b.svg\n`, `${marker}.\n\n![A frame](größe.svg)`);
const drafts = {
  ...{ 'b.svg': svg, 'größe.svg': svg.replace('40', '50'), 'c.svg': svg.replace('40', '60') },
  'plan.md': plan('draft: true\n').replace(/^date: .*\n/m, ''),
  'other.md': post(21, 'draft: true\n', `${marker}.\n\n![A frame](c.svg)`),
  'later.md': `---\nid: 22\ntitle: Later\ndate: 2999-01-02\n---\n${marker}.\n`,
};

/** Recipes, how each website starts, what browsers get of it, and what its article pages have of scripts. */
const starters = [
  {
    name: 'astro',
    start: ['--env-file=.env', 'dist/server/entry.mjs'],
    sent: 'dist/client',
    moved: 301,
    script: /^(?!.*<script)/s,
  },
  {
    name: 'next',
    start: [join(outside, 'node_modules', 'next', 'dist', 'bin', 'next'), 'start'],
    sent: '.next/static',
    moved: 308,
    script: /<script/,
  },
];

test.skipIf(!hasCommand('chromium') || !hasOutside('axe-core')).for(starters)(
  'galley init $name writes a website that follows the articles',
  { timeout: 300_000 },
  async ({ name, start: command, sent, moved, script }, { skip }) => {
    if (!hasOutside(name)) return skip();
    // Packages are found in the folders above.
    const folder = await mkdtemp(join(outside, 'starter-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    const [apiPort, port, otherPort] = [await freePort(), await freePort(), await freePort()];
    const [site, address] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${port}`];
    await writeFiles(folder, { 'galley.config.yaml': `site: ${site}\nport: ${apiPort}\n`, 'package.json': '{}' });
    const publish = async (files: Record<string, string>): Promise<void> => {
      await rm(join(folder, 'content'), { recursive: true, force: true });
      await writeFiles(join(folder, 'content'), files);
      for (const flags of [[], ['--drafts']])
        expect(await galley(folder, ['build', ...flags])).toMatchObject({ code: 0 });
    };
    await publish({ ...before, ...drafts });
    const key = (await galley(folder, ['key', 'new', 'website'])).out.trim();
    const draftsKey = (
      await galley(folder, ['key', 'new', 'previews', '--drafts', '--expires', '2999-01-01'])
    ).out.trim();
    const api = start(folder, ['serve', '--drafts', '--json']);
    await expect.poll(() => statusOf(site)).toBe(200);
    /** How many requests the API had: one more for each call, after which its log has all before. */
    const countRequests = async (): Promise<number> => {
      const mark = `/mark-${randomBytes(6).toString('hex')}`;
      await fetch(`${site}${mark}`);
      await expect.poll(() => api.text.out).toContain(mark);
      return api.text.out.split('"event":"response"').length;
    };

    expect((await galley(folder, ['init', name])).code).toBe(0);
    const website = join(folder, 'website');
    const run = promisify(execFile);
    await run('npm', ['install', '--no-audit', '--no-fund', `${site}/client.tgz`], { cwd: folder });
    const [secret, previewSecret] = [Buffer.alloc(32, 7).toString('base64'), 'a secret of thirty-two characters'];
    const example = await readFile(join(website, '.env.example'), 'utf8');
    const values = {
      ...{ WEBSITE: address, GALLEY_KEY: key, GALLEY_HOOK_SECRET: `whsec_${secret}` },
      ...{ GALLEY_DRAFTS_KEY: draftsKey, GALLEY_PREVIEW_SECRET: previewSecret },
    };
    const filled = Object.entries(values).map(([setting, value]) => `${setting}=${value}\n`);
    const [given = ''] = example.match(/^GALLEY_SITE=.*\n/m) ?? [];
    await writeFiles(website, { '.env': `${given}${filled.join('')}` });
    const env = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', HOST: '127.0.0.1', PORT: String(port) };
    await run('npm', ['run', 'build'], { cwd: website, env: { ...process.env, ...env } });
    startProgram(process.execPath, command, website, env);
    await expect.poll(() => statusOf(address)).toBe(200);

    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${address}${path}`, { redirect: 'manual', ...init });
      return { status: response.status, text: await response.text(), to: response.headers.get('location') };
    };
    const read = async (path: string): Promise<string> => {
      const { status, text } = await ask(path);
      expect([path, status, text.includes(key)]).toEqual([path, 200, false]);
      return text;
    };
    const follow = async (path: string): Promise<[number, string]> => {
      const { status, to } = await ask(path);
      return [status, new URL(to ?? '', address).pathname];
    };
    const links = async (path: string): Promise<string[]> =>
      Array.from((await read(path)).matchAll(/<h2[^>]*><a href="([^"]+)"/g), ([, link = '']) => link);

    expect([await links('/'), await links('/?page=2')]).toEqual([
      ['/whole', ...[12, 11, 10, 9, 8, 7, 6, 5, 4].map((id) => `/p${id}`)],
      ['/p3', '/p2', '/p1'],
    ]);
    expect(await read('/')).toContain(`href="/tags/${encodeURIComponent('C++')}"`);
    for (const tag of tags) expect(await links(`/tags/${encodeURIComponent(tag)}`)).toEqual(['/whole']);
    const asked = await countRequests();
    const page = await read('/whole');
    for (const slug of ['p12', 'p11', 'p10', 'p9']) expect(await read(`/${slug}`)).toContain('<p>Text.</p>');
    expect((await countRequests()) - asked).toBeLessThanOrEqual(6);
    expect(page).toMatch(
      /<h1>Title 13<\/h1>[\s\S]*alt="A frame"[\s\S]*<a href="#one"[\s\S]*<a href="#two"[\s\S]*<h2 id="one">[\s\S]*<a href="\/p12"/,
    );
    expect(page).not.toContain('Hidden');
    expect(page).toMatch(script);
    expect([await follow('/former'), await follow('/13')]).toEqual(Array(2).fill([moved, '/whole']));
    const missing = ['/none', '/a/b', '/tags/none', '/?page=3', '/?page=x'].map(
      async (path) => (await ask(path)).status,
    );
    expect(await Promise.all(missing)).toEqual(Array(5).fill(404));
    const feed = await read('/feed.xml');
    expect([parseXml(feed).root?.name, feed.split('<item>').length - 1]).toEqual(['rss', 13]);
    const sitemap = parseXml(await read('/sitemap.xml')).text.match(/http:\S+(?=\s|\d{4}-)/g);
    expect(sitemap).toHaveLength(14);

    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const axe = await readFile(join(outside, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
    const check = async (tab: Page, path: string): Promise<void> => {
      for (const [width, colorScheme] of [
        [375, 'light'],
        [1280, 'dark'],
        [375, 'dark'],
        [1280, 'light'],
      ] as const) {
        await tab.setViewportSize({ width, height: 800 });
        await tab.emulateMedia({ colorScheme });
        await tab.goto(`${address}${path}`);
        await tab.evaluate(axe);
        const violations = await tab.evaluate('axe.run().then((found) => found.violations.map(({ id }) => id))');
        const shown = await tab.evaluate('document.documentElement.scrollWidth');
        expect([path, colorScheme, violations, shown]).toEqual([path, colorScheme, [], width]);
      }
    };
    const tab = await browser.newPage();
    const paths = ['/', '/?page=2', '/whole', '/p5', '/tags/CI%2FCD', '/none', '/search'];
    for (const path of paths) await check(tab, path);
    await tab.getByRole('searchbox').fill('titel 12');
    await expect.poll(() => tab.locator('main li').first().textContent()).toContain('Title 12');

    const preview = async (slug: string): Promise<string> => {
      const found = await galley(folder, ['preview-link', slug, '--site', address], {
        GALLEY_PREVIEW_SECRET: previewSecret,
      });
      expect(found.code).toBe(0);
      return found.out.trim();
    };
    const reviewer = await browser.newPage();
    const visit = async (path: string) => {
      const response = await reviewer.goto(new URL(path, address).href);
      const { 'x-robots-tag': robots, 'cache-control': cache = '' } = response?.headers() ?? {};
      return {
        status: response?.status(),
        path: new URL(reviewer.url()).pathname,
        robots,
        isKept: !cache.includes('no-store'),
      };
    };
    const link = await preview('plan');
    const opened = { status: 200, path: '/plan', robots: 'noindex', isKept: false };
    expect([await visit(link), await visit('/plan')]).toEqual([opened, opened]);
    expect(await reviewer.locator('main').textContent()).toMatch(
      new RegExp(`A draft: readers do not see it.*No date yet.*${marker}`, 's'),
    );
    expect(await reviewer.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(await reviewer.evaluate('[...document.images].map(({ naturalWidth }) => naturalWidth)')).toEqual([40, 50]);
    await check(reviewer, '/plan');
    const media = async (slug: string): Promise<string> => {
      const article = await fetch(`${site}/api/v1/articles/${slug}`, { headers: { 'X-Api-Key': draftsKey } });
      return `/preview/media/${/media\/([^"\\]+)/.exec(JSON.parse(await article.text()).html)?.[1]}`;
    };
    const [own, ofOther] = [await media('plan'), await media('other')];
    expect([await visit(own), await visit(ofOther), await visit('/other'), await visit('/later')]).toMatchObject([
      { status: 200, robots: 'noindex', isKept: false },
      ...Array(3).fill({ status: 404 }),
    ]);
    expect([await visit('/whole'), await reviewer.locator('.draft').count()]).toMatchObject([{ status: 200 }, 0]);

    const cookies = (await fetch(link, { redirect: 'manual' })).headers.getSetCookie();
    const [cookie = '', ...fields] = cookies.find((each) => each.startsWith('preview='))?.split(/; (?=[A-Z])/) ?? [];
    const [head = '', body = '', signed = ''] = cookie.replace('preview=', '').split('.');
    const { exp, ...claims } = JSON.parse(atob(body));
    expect([claims, fields.join('; ').toLowerCase().split('; ').sort()]).toEqual([
      { sub: 'plan' },
      [`expires=${new Date(exp * 1000).toUTCString()}`, 'HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'].map((field) =>
        field.toLowerCase(),
      ),
    ]);
    const sign = (payload: JWTPayload, by = previewSecret): Promise<string> =>
      new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(by));
    const toPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const refused = [
      await sign({ sub: 'plan', exp: Math.floor(Date.now() / 1000) }),
      await sign({ sub: 'plan', exp }, previewSecret.toUpperCase()),
      await sign({ sub: 'plan' }),
      await sign({ sub: 'none', exp }),
      `${head}.${toPart({ sub: 'other', exp })}.${signed}`,
      `${toPart({ alg: 'none' })}.${toPart({ sub: 'plan', exp })}.`,
    ];
    for (const value of refused) {
      expect((await ask(`/preview?token=${value}`)).status).toBe(401);
      // In the tab that is open.
      await reviewer.context().addCookies([{ name: 'preview', value, url: address }]);
      expect([value, (await visit('/plan')).status, (await visit(own)).status]).toEqual([value, 404, 404]);
    }
    await visit(await preview('later'));
    expect(await reviewer.locator('.draft').textContent()).toContain('Readers see this from January 2, 2999 on.');
    await reviewer.getByText('Leave the preview').click();
    expect([new URL(reviewer.url()).pathname, (await visit('/later')).status]).toEqual(['/', 404]);
    expect([(await ask('/plan')).status, (await ask(own)).status, (await ask('/preview')).status]).toEqual([
      404, 404, 401,
    ]);
    // Of a server without links to drafts, which else is the same.
    startProgram(process.execPath, command, website, { ...env, PORT: String(otherPort), GALLEY_DRAFTS_KEY: '' });
    const other = link.replace(address, `http://127.0.0.1:${otherPort}`);
    await expect.poll(() => statusOf(new URL('/', other).href)).toBe(200);
    expect(await statusOf(other)).toBe(404);
    // Next.js keeps responses in Base64.
    const shifted = ['', ' ', '  '].map((before) =>
      Buffer.from(before + marker)
        .toString('base64')
        .slice(4, -4),
    );
    const kept = await fastGlob(['**/*', '!**/node_modules/**'], { cwd: website, dot: true, absolute: true });
    for (const file of kept) {
      const text = await readFile(file, 'utf8');
      expect([file, [marker, ...shifted].filter((each) => text.includes(each))]).toEqual([file, []]);
    }

    const client = createClient({ site, key });
    const { token } = await client.sync(memoryStore());
    await visit(link);
    await publish({ ...after, ...drafts, 'plan.md': plan('') });
    await expect.poll(() => client.get('plan')).not.toBeNull();
    const event = JSON.stringify({ type: 'release.activated', data: { since: token } });
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`e1.${seconds}.${event}`)
      .digest('base64');
    const send = (given: string) => {
      const signed = { 'webhook-id': 'e1', 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${given}` };
      return ask('/hook', { method: 'POST', body: event, headers: { 'Content-Type': 'application/json', ...signed } });
    };
    expect([(await send(`${'A'.repeat(43)}=`)).status, (await links('/'))[0]]).toEqual([401, '/whole']);
    expect((await send(signature)).status).toBe(204);
    expect((await links('/')).slice(0, 3)).toEqual(['/plan', '/new', '/moved']);
    expect([await visit('/plan'), await reviewer.locator('.draft, meta[name=robots]').count()]).toMatchObject([
      { status: 200 },
      0,
    ]);
    expect([await follow('/whole'), (await ask('/p12')).status]).toEqual([[moved, '/moved'], 404]);
    expect(await read('/p11')).toContain('href="/moved"');
    const files = await fastGlob('**/*', { cwd: join(website, sent), absolute: true });
    for (const file of files) {
      const text = await readFile(file, 'utf8');
      expect(Object.values(values).filter((value) => value !== address && text.includes(value))).toEqual([]);
    }
  },
);

/** 0 where nobody responds. */
function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    ({ status }) => status,
    () => 0,
  );
}
