/** @module-tag program */
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../conformance/run-program.ts';
import { cli, start, writeFiles } from '../support/command.ts';
import { type RunningDev, save, startDev } from '../support/dev.ts';
import { hasCommand, hasOutside, outside } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const post = (text: string, more = '', at = '2026-01-02') => `---\npublish_at: ${at}\n${more}---\n${text}\n`;

const text = 'A paragraph that takes some room.\n\n'.repeat(80);

const files = {
  'first.md': post('# The first\n\nWords of the first, and of [the draft](draft.md)', '', '2026-03-01'),
  'second.md': post(`# The second\n\n${text}`, '', '2026-02-01'),
  'draft.md': post('# The draft\n\n![p](p.svg)', 'draft: true\n', '2026-01-15'),
  'later.md': post('# The later', '', '2099-01-01'),
  'p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="30"/>',
};

/** What tests that save nothing read, from one server. */
const shared = {
  ...files,
  ...Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [`many/${i}.md`, post(`# Number ${i}`, '', '2025-01-01')]),
  ),
  'from.md': post(`# From\n\n${text}[there](to.md#the-end)\n\n${text}`),
  'to.md': post(`# To\n\n${text}## The end\n\n${text}`),
  'rtl.md': post('# مرحبا (Galley)\n\nمرحبا\n\n```\ncode\n```', '', '2026-01-01'),
  'wrong.md': post('# Wrong\n\nFine.\n\nA [link](gone.md).\n\n- one', 'note: 1\nnote: 2\n'),
};

const soon = { interval: 20 };

interface Shown {
  page: Page;
  /** What the page complained of. */
  errors: string[];
  title(): Promise<string | null>;
  scrolled(): Promise<number>;
}

describe.skipIf(!hasCommand('chromium'))('the pages of galley dev in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ];
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  });
  afterAll(() => browser?.close());

  async function show(address: string, query: string, options: BrowserContextOptions = {}): Promise<Shown> {
    const context = await browser.newContext({ viewport: { width: 1200, height: 700 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${address}/dev/${query}`);
    return {
      page,
      errors,
      title: () =>
        page
          .locator('main h2')
          .first()
          .textContent({ timeout: 500 })
          .catch(() => null),
      scrolled: () => page.evaluate<number>('scrollY'),
    };
  }

  /** Over a server of its own. */
  async function open(query: string, more: Record<string, string> = {}): Promise<Shown & { dev: RunningDev }> {
    const dev = await startDev({ ...files, ...more });
    const shown = await show(dev.address, query);
    // All titles are read, and the page listens.
    await shown.page.locator('script[data-query$=true]').waitFor({ state: 'attached' });
    await expect.poll(() => shown.page.getByRole('status').textContent(), soon).toBe('Follows what you save');
    return { ...shown, dev };
  }

  describe('where nothing is saved', () => {
    let address = '';
    const ends: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      const folder = await makeFolder((end) => ends.push(end));
      await writeFiles(join(folder, 'content'), shared);
      const ready = /curl -H "X-Api-Key: \S+" '(http:\/\/[^/]+)\S+'/;
      const dev = await runProgram(process.execPath, [cli, 'dev', '--port', '0'], ready, { cwd: folder });
      ends.unshift(dev.stop);
      address = dev.match[1] ?? '';
    });
    afterAll(async () => {
      for (const end of ends) await end();
    });

    test('a file of the list is shown in three views, and the list stays where it is', async () => {
      const { page, title, errors } = await show(address, '');
      const list = page.getByRole('navigation');
      const row = list.getByRole('link', { name: 'Number 50 ' });
      await row.scrollIntoViewIfNeeded();
      const top = () => list.evaluate((each: { scrollTop: number }) => each.scrollTop);
      const before = await top();
      expect(before).toBeGreaterThan(500);
      await row.click();
      await expect.poll(async () => [await title(), await top()], soon).toEqual(['Number 50', before]);
      expect(await list.locator('[aria-current=page] .name').textContent()).toBe('Number 50');
      expect(await page.locator('article h1').textContent()).toBe('Number 50');
      await page.getByRole('link', { name: 'JSON' }).click();
      await expect.poll(() => page.locator('.text').textContent(), soon).toContain('"title": "Number 50"');
      await expect.poll(() => page.locator('.text').textContent(), soon).toContain('>Number 50</h1>');
      await page.getByRole('link', { name: 'exclude_h1' }).click();
      await expect.poll(() => page.locator('.text').textContent(), soon).not.toContain('<h1');
      await page.getByRole('link', { name: 'Markdown' }).click();
      await expect.poll(() => page.locator('.text').textContent(), soon).toBe('');
      await page.getByRole('link', { name: 'exclude_h1' }).click();
      await expect.poll(() => page.locator('.text').textContent(), soon).toBe('# Number 50\n');
      // The next file is shown in the same view.
      await list.getByRole('link', { name: 'Number 51 ' }).click();
      await expect.poll(() => page.locator('.text').textContent(), soon).toBe('# Number 51\n');
      expect(await top()).toBe(before);
      expect(errors).toEqual([]);
    });

    test('a draft is shown with its image, and a link leads to its place in another article and back', async () => {
      const { page, title, scrolled } = await show(address, '?file=first.md&state=published');
      await page.getByRole('link', { name: 'the draft' }).click();
      await expect.poll(title, soon).toBe('The draft');
      const image = page.locator('article img');
      await expect.poll(() => image.evaluate((each: { naturalWidth: number }) => each.naturalWidth), soon).toBe(70);
      await page.goto(`${address}/dev/?file=from.md`);
      const link = page.getByRole('link', { name: 'there' });
      await link.scrollIntoViewIfNeeded();
      const before = await scrolled();
      expect(before).toBeGreaterThan(100);
      await link.click();
      await expect.poll(title, soon).toBe('To');
      // Below what stays at the top.
      const top = async () => (await page.locator('article h2').boundingBox())?.y;
      await expect.poll(top, soon).toBeGreaterThan(80);
      expect(await top()).toBeLessThan(200);
      await page.goBack();
      await expect.poll(title, soon).toBe('From');
      await expect.poll(scrolled, soon).toBe(before);
    });

    test('the list is searched by a form, with and without the script', async () => {
      for (const javaScriptEnabled of [true, false]) {
        const { page, title } = await show(address, '?file=first.md&state=published', { javaScriptEnabled });
        await page.getByRole('searchbox').fill('MANY/11 number');
        await page.keyboard.press('Enter');
        await expect
          .poll(() => page.locator('nav .name').allTextContents(), soon)
          .toEqual([
            ...['Number 11', 'Number 110', 'Number 111', 'Number 112', 'Number 113', 'Number 114', 'Number 115'],
            ...['Number 116', 'Number 117', 'Number 118', 'Number 119'],
          ]);
        expect(await page.locator('form').textContent()).toContain('11 of 126');
        // The article stays, and so do the words.
        expect(await title()).toBe('The first');
        await page.getByRole('link', { name: /^Scheduled/ }).click();
        await expect.poll(() => page.locator('nav').textContent(), soon).toContain('No file matches.');
        await page.getByRole('link', { name: /^All/ }).click();
        await page.getByRole('link', { name: 'Number 112' }).click();
        await expect
          .poll(async () => [await title(), await page.getByRole('searchbox').inputValue()], soon)
          .toEqual(['Number 112', 'MANY/11 number']);
      }
    });

    test('a problem is marked beside its paragraph, and leads to the editor and to the guide', async () => {
      const { page, errors } = await show(address, '?file=wrong.md');
      const mark = page.locator('.galley-mark:has(+ p)');
      const paragraph = await page.locator('.galley-mark + p').boundingBox();
      const badge = await mark.locator('summary').boundingBox();
      expect(Math.abs((badge?.y ?? 0) - (paragraph?.y ?? 0))).toBeLessThan(12);
      expect(badge?.x).toBeLessThan(paragraph?.x ?? 0);
      // It takes no room until it is opened, by keyboard too.
      expect((await mark.boundingBox())?.height).toBe(0);
      await mark.locator('summary').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => mark.getByText('a link to gone.md').isVisible(), soon).toBe(true);
      expect(await mark.getByRole('link', { name: 'editor' }).getAttribute('href')).toMatch(
        /^vscode:.*wrong\.md:10:10$/,
      );
      expect(await page.getByText('Of two values of one key').first().isVisible()).toBe(true);
      await page
        .getByRole('banner')
        .getByRole('link', { name: /warnings$/ })
        .click();
      await expect.poll(() => page.locator('main h2').textContent(), soon).toBe('Problems');
      const opened = page.context().waitForEvent('page');
      await page.getByRole('link', { name: 'Guide: broken-link' }).first().click();
      expect(await (await opened).locator('h1').textContent()).toContain('broken-link');
      expect(errors).toEqual([]);
    });

    test('pages are light or dark as the reader has it, and what is written from right to left runs so', async () => {
      const { page } = await show(address, '?file=rtl.md');
      const styleOf = (selector: string, name: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
      for (const [colorScheme, paper, sheet] of [
        ['light', 'rgb(250, 246, 238)', 'rgb(255, 253, 248)'],
        ['dark', 'rgb(26, 23, 20)', 'rgb(34, 30, 26)'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await styleOf('nav', 'backgroundColor')).toBe(paper);
        expect(await styleOf('html', 'backgroundColor')).toBe(sheet);
      }
      expect([await styleOf('article', 'direction'), await styleOf('article pre', 'direction')]).toEqual([
        'rtl',
        'ltr',
      ]);
      expect(await styleOf('main h2', 'unicodeBidi')).toBe('plaintext');
    });

    test('on a narrow screen the list leads to the article and back, and nothing is wider than it', async () => {
      const { page } = await show(address, '', { viewport: { width: 360, height: 640 } });
      const list = page.locator('nav');
      await page.getByRole('link', { name: 'The first' }).click();
      await expect.poll(() => list.isVisible(), soon).toBe(false);
      await page.goBack();
      await expect.poll(() => list.isVisible(), soon).toBe(true);
      await page.getByRole('link', { name: 'The draft' }).click();
      await page.getByRole('link', { name: 'All files' }).click();
      await expect.poll(() => list.isVisible(), soon).toBe(true);
      for (const query of ['', '?file=second.md&view=json', '?file=wrong.md', '?view=problems']) {
        await page.goto(`${address}/dev/${query}`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      }
    });

    test.skipIf(!hasOutside('axe-core'))('axe finds nothing, in both sizes, light and dark', async () => {
      for (const query of [
        '',
        '?file=wrong.md',
        '?file=first.md&view=json',
        '?view=problems',
        'guide/problems/broken-link.md',
      ]) {
        for (const [width, colorScheme] of [
          [1200, 'light'],
          [375, 'dark'],
        ] as const) {
          const { page } = await show(address, query, {
            viewport: { width, height: 800 },
            colorScheme,
            bypassCSP: true,
          });
          await page.evaluate(readFileSync(join(outside, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8'));
          const found = page.evaluate(
            "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))",
          );
          expect(await found, `${query} ${colorScheme}`).toEqual([]);
        }
      }
    });

    test('a page is loaded again when the next article is published', async () => {
      const { page } = await show(address, '');
      await page.clock.install();
      await page.reload();
      const loaded = page.waitForEvent('load');
      await page.clock.fastForward(2 ** 31);
      await loaded;
    });
  });

  test('a save shows by itself, and page and list keep their places', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`many/${i}.md`, post(`# Number ${i}`)]));
    const { page, dev, title, scrolled, errors } = await open('?file=second.md', many);
    const top = () => page.locator('nav').evaluate((list: { scrollTop: number }) => list.scrollTop);
    await page.evaluate("scrollTo(0, 900); document.querySelector('nav').scrollTop = 1000");
    const change = (from: string, to: string) =>
      save(dev.content, { 'second.md': files['second.md'].replace(from, to) });
    await change('The second', 'Saved');
    await expect.poll(title, soon).toBe('Saved');
    await expect.poll(async () => [await scrolled(), await top()], soon).toEqual([900, 1000]);
    // As it is read while an editor writes it, then with front matter that cannot even be read.
    await save(dev.content, { 'second.md': '' });
    await expect.poll(() => page.locator('article p').count(), soon).toBeLessThan(5);
    await change('\n---\n#', '\naliases: [\n---\n#');
    await expect.poll(() => page.locator('.galley-mark.error').isVisible(), soon).toBe(true);
    expect(await page.locator('main').textContent()).toContain('cannot be shown');
    await change('The second', 'Mended');
    await expect.poll(title, soon).toBe('Mended');
    await expect.poll(async () => [await scrolled(), await top()], soon).toEqual([900, 1000]);
    await page.reload();
    await expect.poll(async () => [await scrolled(), await top()], soon).toEqual([900, 1000]);
    expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  });

  test('the page goes to what was saved, to the new place of its file, and after a delete to the next save', async () => {
    const { page, dev, title, errors } = await open('?file=first.md&view=markdown&q=md');
    const fileOf = () => new URL(page.url()).searchParams.get('file');
    await save(dev.content, { 'draft.md': files['draft.md'].replace('The draft', 'Saved') });
    await expect.poll(title, soon).toBe('Saved');
    // In the same view of the same list.
    expect(new URL(page.url()).search).toBe('?file=draft.md&view=markdown&q=md');
    await mkdir(join(dev.content, 'in'));
    await rename(join(dev.content, 'draft.md'), join(dev.content, 'in/renamed.md'));
    await expect.poll(fileOf, soon).toBe('in/renamed.md');
    await expect.poll(title, soon).toBe('Saved');
    await rm(join(dev.content, 'in/renamed.md'));
    await expect.poll(() => page.locator('main').textContent(), soon).toContain('is not there any more');
    await save(dev.content, { 'later.md': post('# Next') });
    await expect.poll(title, soon).toBe('Next');
    // Going back is possible: only what is saved from now on moves the page.
    await page.goBack();
    await expect.poll(fileOf, soon).toBe('in/renamed.md');
    await page.goto(`${dev.address}/dev/`);
    await save(dev.content, { 'new.md': post('# New') });
    await expect.poll(title, soon).toBe('New');
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  });

  test('what is typed into the search is not lost by a save', async () => {
    const { page, dev, title } = await open('?file=first.md');
    await page.getByRole('searchbox').pressSequentially('seco');
    const sent = page.waitForResponse((response) => response.url().includes('/dev/events'));
    await save(dev.content, { 'draft.md': post('# Saved', 'draft: true\n') });
    await Promise.race([sent, page.waitForTimeout(50)]);
    await page.keyboard.type('nd');
    expect(await page.getByRole('searchbox').inputValue()).toBe('second');
    await page.locator('article').click();
    await expect.poll(title, soon).toBe('Saved');
  });

  test('a page that is out of sight does not listen, and goes to what was saved once it is seen', async () => {
    const { page, dev, title } = await open('?file=first.md');
    const turn = (hidden: boolean): Promise<void> =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/dev/events'));
    await turn(true);
    await closed;
    const other = await show(dev.address, '');
    await save(dev.content, { 'second.md': post('# Saved') });
    await expect.poll(other.title, soon).toBe('Saved');
    expect(await title()).toBe('The first');
    await turn(false);
    await expect.poll(title, soon).toBe('Saved');
  });

  test('nothing of an article runs, or leads away from its page', async () => {
    const evil =
      '<script>window.ran = 1</script><img src=x onerror="window.ran = 2"><a href="javascript:window.ran=3">go</a>' +
      '<svg onload="window.ran = 4"></svg><iframe srcdoc="<script>top.ran = 5</script>"></iframe><base href="http://other.example/">' +
      '<form action="http://other.example/"><button>send</button></form><meta http-equiv="refresh" content="0;url=/"><b>bold</b>';
    const dev = await startDev({ 'evil.md': post(evil, 'title: "<img src=x onerror=window.ran=6>"\n') });
    // Trusted HTML is in the page as it was written.
    await writeFile(join(dev.folder, 'galley.config.yaml'), 'trustedHtml: true\n');
    const trusting = start(dev.folder, ['dev', '--port', '0', '--out', 'other']);
    const [, trusted = ''] = await trusting.until(/see what you write: (\S+)\/dev\//);
    for (const address of [dev.address, trusted]) {
      const { page, title } = await show(address, '?file=evil.md');
      await page.getByText('go', { exact: true }).click();
      if (address === trusted) {
        expect(await page.locator('article script').count()).toBe(1);
        await page.evaluate("document.querySelector('article form button').click()");
      }
      await page.waitForTimeout(50);
      expect(page.url()).toBe(`${address}/dev/?file=evil.md`);
      expect(await page.getByText('bold', { exact: true }).isVisible()).toBe(true);
      expect(await title()).toBe('<img src=x onerror=window.ran=6>');
      await page.goto(`${address}/dev/?file=evil.md&view=json`);
      await expect.poll(() => page.locator('.text').textContent(), soon).toContain('bold');
      expect(await page.evaluate('window.ran')).toBeUndefined();
    }
  });

  test('says why nothing is built and that the server is gone, and goes on by itself', async () => {
    const { page, dev } = await open('?file=first.md');
    await rm(dev.content, { recursive: true });
    await expect.poll(() => page.getByRole('alert').textContent(), soon).toContain('does not exist');
    dev.running.child.kill('SIGTERM');
    await expect.poll(() => page.getByRole('status').textContent(), soon).toContain('does not respond');
    await dev.running.ended;
    await save(dev.content, { 'first.md': post('# Back again') });
    start(dev.folder, ['dev', '--port', String(dev.port)]);
    await expect.poll(() => page.locator('article h1').textContent(), soon).toBe('Back again');
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
