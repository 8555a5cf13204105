/** @module-tag program */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseXml } from '@rgrove/parse-xml';
import fastGlob from 'fast-glob';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { LogEntry } from '../../src/adapters/node.ts';
import { createClient, memoryStore } from '../../src/client.ts';
import { galley, startProgram, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasCommand, hasOutside, outside } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { serveContent } from '../support/serve-content.ts';

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
  async ({ name, start, sent, moved, script }, { skip }) => {
    if (!hasOutside(name)) return skip();
    const targets: string[] = [];
    const log = (entry: LogEntry): void => void (entry.event === 'response' && targets.push(entry.target));
    const api = await serveContent(before, { log });
    // Packages are found in the folders above.
    const folder = await mkdtemp(join(outside, 'starter-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    await writeFiles(folder, { 'galley.config.yaml': `site: ${api.site}\n`, 'package.json': '{}' });
    expect((await galley(folder, ['init', name])).code).toBe(0);
    const website = join(folder, 'website');
    const run = promisify(execFile);
    await run('npm', ['install', '--no-audit', '--no-fund', `${api.site}/client.tgz`], { cwd: folder });
    const [port, secret] = [await freePort(), Buffer.alloc(32, 7).toString('base64')];
    const address = `http://127.0.0.1:${port}`;
    const example = await readFile(join(website, '.env.example'), 'utf8');
    const values = { WEBSITE: address, GALLEY_KEY: key, GALLEY_HOOK_SECRET: `whsec_${secret}` };
    const filled = Object.entries(values).map(([setting, value]) => `${setting}=${value}\n`);
    await writeFiles(website, {
      '.env': `${example.replace(/^(?:WEBSITE|GALLEY_(?:KEY|HOOK)).*/gm, '')}${filled.join('')}`,
    });
    const env = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', HOST: '127.0.0.1', PORT: String(port) };
    await run('npm', ['run', 'build'], { cwd: website, env: { ...process.env, ...env } });
    startProgram(process.execPath, start, website, env);
    await expect
      .poll(() =>
        fetch(address).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);

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
    targets.length = 0;
    const page = await read('/whole');
    for (const slug of ['p12', 'p11', 'p10', 'p9']) expect(await read(`/${slug}`)).toContain('<p>Text.</p>');
    expect(targets.length).toBeLessThanOrEqual(5);
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
    const tab = await browser.newPage();
    for (const path of ['/', '/?page=2', '/whole', '/p5', '/tags/CI%2FCD', '/none', '/search']) {
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
    }
    await tab.getByRole('searchbox').fill('titel 12');
    await expect.poll(() => tab.locator('main li').first().textContent()).toContain('Title 12');

    const client = createClient({ site: api.site, key });
    const { token } = await client.sync(memoryStore());
    await api.publish(after).catch(() => api.refresh());
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
    expect((await links('/')).slice(0, 3)).toEqual(['/new', '/moved', '/p11']);
    expect([await follow('/whole'), (await ask('/p12')).status]).toEqual([[moved, '/moved'], 404]);
    expect(await read('/p11')).toContain('href="/moved"');
    const files = await fastGlob('**/*', { cwd: join(website, sent), absolute: true });
    for (const file of files) expect((await readFile(file, 'utf8')).includes(key)).toBe(false);
  },
);
