/** @module-tag program */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type FrameLocator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../conformance/run-program.ts';
import { cli, start, writeFiles } from '../support/command.ts';
import { follow, type RunningDev, save, startDev } from '../support/dev.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const post = (text: string, more = '', at = '2026-01-02') => `---\npublish_at: ${at}\n${more}---\n${text}\n`;

const long = (heading: string): string => `# ${heading}\n\n${'A paragraph that takes some room.\n\n'.repeat(120)}`;

const files = {
  'first.md': post('# The first\n\nWords of the first, and of [the draft](draft.md)', '', '2026-03-01'),
  'second.md': post(long('The second'), 'aliases: [former]\n', '2026-02-01'),
  'draft.md': post('# The draft\n\n![p](p.svg)', 'draft: true\n', '2026-01-15'),
  'later.md': post('# The later', '', '2099-01-01'),
  'p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="30"/>',
};

const text = 'Text.\n\n'.repeat(80);

/** What tests that save nothing read, from one server. */
const shared = {
  ...files,
  'from.md': post(`# From\n\n${text}[there](to.md#the-end)\n\n${text}`),
  'to.md': post(`${long('The target')}## The end\n\n${text}`),
  'rtl.md': post('مرحبا (Galley) بالعالم!\n\n> قال\n\n```\ncode\n```', '', '2026-01-01'),
};

const soon = { interval: 20 };

interface Shown {
  page: Page;
  /** What the page complained of. */
  errors: string[];
  frame: FrameLocator;
  /** The rows in view, by their titles. */
  titles(): Promise<string[]>;
  scrolled(): Promise<number>;
  /** What a reload finds: the address, and how far each view was scrolled. It is written a moment after each change. */
  remembered(): Promise<{ hash: string; list: number; rendered: number; json: number }>;
}

interface Opened extends Shown {
  dev: RunningDev;
  save(path: string, text: string): Promise<void>;
}

/** What runs in a page at once has run then. */
const settle = (page: Page): Promise<void> => page.waitForTimeout(50);

describe.skipIf(!hasCommand('chromium'))('the page of galley dev in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  });
  afterAll(() => browser?.close());

  async function show(address: string, hash: string, options: BrowserContextOptions = {}): Promise<Shown> {
    const context = await browser.newContext({ viewport: { width: 1200, height: 700 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${address}/dev/${hash}`);
    await expect.poll(() => page.locator('.row').count(), soon).toBeGreaterThan(0);
    return {
      page,
      errors,
      frame: page.frameLocator('iframe:not(.coming)'),
      titles: () => page.locator('.row .name').allTextContents(),
      scrolled: () => page.evaluate<number>("document.querySelector('iframe').contentWindow.scrollY"),
      remembered: () => page.evaluate('({ hash: location.hash, ...history.state })'),
    };
  }

  /** Over a server of its own. */
  async function open(
    more: Record<string, string> = {},
    hash = '',
    options: BrowserContextOptions = {},
  ): Promise<Opened> {
    const dev = await startDev({ ...files, ...more });
    const shown = await show(dev.address, hash, options);
    return { ...shown, dev, save: (path, text) => save(dev.content, { [path]: text }) };
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

    test('works by keyboard: moving, tabs, headings, keys', async () => {
      const { page, frame, errors } = await show(address, '');
      const title = page.locator('#title');
      await page.keyboard.press('j');
      await expect.poll(() => title.textContent(), soon).toBe('The later');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('The first');
      expect(await page.locator('[aria-selected=true].row .name').textContent()).toBe('The first');

      await page.keyboard.press('h');
      await expect.poll(() => frame.locator('h1').count(), soon).toBe(0);
      expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
      await page.keyboard.press('2');
      await expect.poll(() => page.locator('#panel-json pre').textContent(), soon).toContain('"title": "The first"');
      expect(await page.locator('#panel-json pre').textContent()).not.toContain('<h1>');
      await page.keyboard.press('h');
      await expect.poll(() => page.locator('#panel-json pre').textContent(), soon).toContain('>The first</h1>');
      await page.keyboard.press('3');
      await expect.poll(() => page.getByRole('tabpanel').textContent(), soon).toMatch(/^# The first\n/);
      await page.keyboard.press('k');
      await expect.poll(() => page.getByRole('tabpanel').textContent(), soon).toMatch(/^# The later\n/);

      // Between the tabs by arrows, as in other lists of tabs.
      await page.getByRole('tab', { name: 'Markdown' }).focus();
      await page.keyboard.press('ArrowRight');
      expect(await page.evaluate('document.activeElement.id')).toBe('tab-rendered');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      expect(await page.evaluate('document.activeElement.id')).toBe('tab-json');
      expect(await page.getByRole('tabpanel').getAttribute('id')).toBe('panel-json');

      await page.keyboard.press('?');
      expect(await page.getByRole('dialog', { name: 'Keys' }).isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await page.keyboard.press('1');
      await frame.locator('h1').click();
      await page.keyboard.press('j');
      await expect.poll(() => title.textContent(), soon).toBe('The first');
      await page.keyboard.press('Tab');
      expect(errors).toEqual([]);
    });

    test('shows a draft with its image and the facts, and follows a link to another file', async () => {
      const { page, frame } = await show(address, '#file=first.md&tab=rendered&state=published');
      await frame.getByRole('link', { name: 'the draft' }).click();
      await expect.poll(() => page.locator('#title').textContent(), soon).toBe('The draft');
      const width = () => frame.locator('img').evaluate((image: { naturalWidth: number }) => image.naturalWidth);
      await expect.poll(width, soon).toBe(70);
      expect(await page.locator('#when').textContent()).toBe('draft not in the API; shown as it would look there');
      await page.getByRole('option', { name: 'The second' }).click();
      const facts = page.locator('#facts dd');
      const shown = ['second.md', '2026-02-01T00:00:00Z', 'former', `${address}/api/v1/articles/second`];
      await expect.poll(() => facts.allTextContents(), soon).toEqual(expect.arrayContaining(shown));
    });

    test('a link leads to its place in another article, and going back to where it stands', async () => {
      const { page, frame, scrolled, remembered } = await show(address, '#file=from.md');
      await frame.getByRole('link', { name: 'there' }).scrollIntoViewIfNeeded();
      const before = await scrolled();
      await expect.poll(remembered, soon).toMatchObject({ rendered: before });
      await frame.getByRole('link', { name: 'there' }).click();
      const distance = () =>
        frame
          .locator('h2')
          .evaluate((end: { getBoundingClientRect(): { top: number } }) => end.getBoundingClientRect().top);
      await expect.poll(distance, soon).toBeCloseTo(0, -1);
      await page.goBack();
      await expect.poll(() => frame.getByRole('link', { name: 'there' }).count(), soon).toBe(1);
      await expect.poll(scrolled, soon).toBe(before);
      expect(before).toBeGreaterThan(100);
      // Chosen later, it begins at its top.
      await page.getByRole('option', { name: 'The target' }).click();
      await expect.poll(() => frame.locator('h2').count(), soon).toBe(1);
      expect(await scrolled()).toBe(0);
    });

    test('what the frame could not load is shown when it is asked for again', async () => {
      const { page, frame } = await show(address, '');
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      const isFrame = /\/dev\/article\?/;
      await page.route(isFrame, (route) =>
        route.request().resourceType() === 'document' ? route.abort() : route.continue(),
      );
      const failed = page.waitForEvent('requestfailed');
      await page.keyboard.press('j');
      await failed;
      await expect.poll(() => page.locator('iframe').count(), soon).toBe(0);
      await page.unroute(isFrame);
      await page.keyboard.press('1');
      await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('The later');
      expect(errors).toEqual([]);
    });

    test('is light or dark as the reader has it', async () => {
      const { page, frame } = await show(address, '#file=first.md');
      await expect.poll(() => frame.locator('h1').count(), soon).toBe(1);
      const colorOf = (root: string) => page.evaluate(`getComputedStyle(${root}).backgroundColor`);
      for (const [colorScheme, paper, sheet] of [
        ['light', 'rgb(250, 246, 238)', 'rgb(255, 253, 248)'],
        ['dark', 'rgb(26, 23, 20)', 'rgb(34, 30, 26)'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await colorOf('document.body')).toBe(paper);
        expect(await colorOf("document.querySelector('iframe').contentDocument.documentElement")).toBe(sheet);
      }
    });

    test('what is written from right to left runs so', async () => {
      const { page, frame } = await show(address, '#file=rtl.md');
      const directionOf = (name: string) =>
        page.evaluate(
          `getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('${name}')).direction`,
        );
      await expect.poll(() => frame.locator('pre').count(), soon).toBe(1);
      expect([await directionOf('blockquote'), await directionOf('pre')]).toEqual(['rtl', 'ltr']);
      expect(await page.evaluate("getComputedStyle(document.getElementById('title')).unicodeBidi")).toBe('plaintext');
      await page.keyboard.press('k');
      await expect.poll(() => frame.locator('h1').count(), soon).toBe(1);
      expect(await directionOf('h1')).toBe('ltr');
    });

    test('the article stands below its title, however wide the page is', async () => {
      const { page, frame } = await show(address, '#file=first.md');
      await expect.poll(() => frame.locator('h1').count(), soon).toBe(1);
      for (const width of [1200, 800, 640, 375]) {
        await page.setViewportSize({ width, height: 700 });
        const [title, heading] = [await page.locator('#title').boundingBox(), await frame.locator('h1').boundingBox()];
        expect([width, heading?.x]).toEqual([width, title?.x]);
      }
    });

    test('on a narrow screen the list leads to the article and back', async () => {
      const { page } = await show(address, '', { viewport: { width: 360, height: 640 } });
      await page.getByRole('option', { name: 'The first' }).click();
      await expect.poll(() => page.locator('#list').isVisible(), soon).toBe(false);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      await page.goBack();
      await expect.poll(() => page.locator('#list').isVisible(), soon).toBe(true);
      await page.getByRole('option', { name: 'The draft' }).click();
      await page.getByRole('button', { name: 'All files' }).click();
      await expect.poll(() => page.locator('#list').isVisible(), soon).toBe(true);
    });
  });

  test('lists files with their state, newest first, and filters them', async () => {
    const { page, titles, remembered, errors } = await open({ 'invalid.md': post('Text', 'draft: perhaps\n') });
    await expect.poll(titles, soon).toEqual(['The later', 'The first', 'The second', 'The draft', 'Invalid']);
    const states = await page.locator('.row .state').allTextContents();
    expect(states).toEqual(['scheduled', 'published', 'published', 'draft', 'with errors']);
    expect(await page.locator('#states label').allTextContents()).toEqual([
      'All 5',
      'Published 2',
      'Scheduled 1',
      'Hidden 1',
      'With problem 2',
    ]);
    await page.keyboard.press('Escape');
    await page.getByLabel(/^Hidden/).check();
    await expect.poll(titles, soon).toEqual(['The draft']);
    await page.getByLabel(/^All/).check();
    await page.keyboard.press('/');
    expect(await page.locator('#hits').textContent()).toBe('');
    await page.keyboard.type('THE sec');
    await expect.poll(titles, soon).toEqual(['The second']);
    expect(await page.locator('#hits').textContent()).toBe('1 of 5');
    await page.getByLabel(/^Published/).check();
    await expect.poll(() => page.locator('#hits').textContent(), soon).toBe('1 of 2');
    await page.getByLabel(/^All/).check();
    const hash = expect.stringMatching(/&q=THE\+sec&state=all$/);
    await expect.poll(remembered, soon).toMatchObject({ hash });
    await page.reload();
    await expect.poll(titles, soon).toEqual(['The second']);
    expect(await page.locator('#hits').textContent()).toBe('1 of 5');
    expect(await page.locator('#filter').inputValue()).toBe('THE sec');
    expect(errors).toEqual([]);
  });

  test('a save shows by itself, and everything keeps its place', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`many/${i}.md`, post(`# Number ${i}`)]));
    const { page, frame, save, scrolled, titles, remembered } = await open(many, '#file=second.md');
    await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('The second');
    await frame.locator('html').evaluate((root: { scrollTop: number }) => {
      root.scrollTop = 900;
    });
    await page.locator('#list').evaluate((list: { scrollTop: number }) => {
      list.scrollTop = 5000;
    });
    await expect.poll(titles, soon).not.toContain('The first');
    // Titles are read while the page is shown already.
    await expect.poll(titles, soon).not.toContainEqual(expect.stringContaining('.md'));
    const before = await titles();

    await save('second.md', files['second.md'].replace('The second', 'Saved'));
    await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('Saved');
    await expect.poll(scrolled, soon).toBe(900);
    await save('newest.md', post('# Newest', '', '2026-04-01'));
    await expect.poll(() => page.locator('#count-all').textContent(), soon).toBe('305');
    expect(await titles()).toEqual(before);

    // As it is read while an editor writes it.
    await save('second.md', '');
    await expect.poll(() => frame.locator('h1').count(), soon).toBe(0);
    await save('second.md', files['second.md']);
    await expect.poll(() => frame.locator('h1').count(), soon).toBe(1);
    await expect.poll(scrolled, soon).toBe(900);

    // Front matter that cannot even be read, for a moment.
    await save('second.md', files['second.md'].replace('aliases:', 'aliases: ['));
    await expect.poll(() => page.locator('#problems-button').textContent(), soon).toContain('error');
    await page.keyboard.press('Escape');
    await save('second.md', files['second.md'].replace('The second', 'Mended'));
    await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('Mended');
    await expect.poll(scrolled, soon).toBe(900);

    const list = await page.locator('#list').evaluate((each: { scrollTop: number }) => each.scrollTop);
    await expect.poll(remembered, soon).toMatchObject({ list, rendered: 900 });
    await page.reload();
    await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('Mended');
    await expect.poll(scrolled, soon).toBe(900);
    await expect.poll(titles, soon).toEqual(before);
  });

  test('what was saved is one click or key away, however wide the page is', async () => {
    const { dev, save, ...wide } = await open({}, '#file=first.md');
    const narrow = await show(dev.address, '#file=first.md', { viewport: { width: 360, height: 700 } });
    const all = [wide, narrow];
    const titleOf = (page: Page) => page.locator('#title').textContent();
    await save('draft.md', files['draft.md'].replace('The draft', 'Saved'));
    for (const { page } of all) {
      const status = page.locator('#status');
      await expect.poll(() => status.textContent(), soon).toBe('Saved: draft.md');
      expect(await titleOf(page)).toBe('The first');
      await status.getByRole('button', { name: 'draft.md' }).click();
      await expect.poll(() => titleOf(page), soon).toBe('Saved');
      expect(await status.getByRole('button').getAttribute('aria-current')).toBe('true');
    }
    await Promise.all(
      ['first.md', 'second.md', 'later.md'].map((path) => save(path, post('# Again', '', '2026-01-01'))),
    );
    for (const [index, { page, errors }] of all.entries()) {
      const status = page.locator('#status');
      await expect.poll(() => status.textContent(), soon).toMatch(/^Saved: .*(?:first|second|later)\.md/);
      await page.keyboard.press('s');
      await expect.poll(() => titleOf(page), soon).toBe('Again');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe([1200, 360][index]);
      expect(errors).toEqual([]);
    }
  });

  test('a page that is out of sight does not listen, and shows all that was saved once it is seen', async () => {
    const { page, frame, save, dev, errors } = await open({}, '#file=first.md');
    const serves = async (slug: string): Promise<string> => {
      const headers = { 'X-Api-Key': dev.key };
      return (await fetch(`${dev.address}/api/v1/articles/${slug}`, { headers })).text();
    };
    const turn = (hidden: boolean): Promise<void> =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('The first');
    const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/dev/events'));
    await turn(true);
    await closed;
    // Who listens gets an event of each build.
    const updates = await follow(dev.address);
    await save('first.md', files['first.md'].replace('The first', 'Saved'));
    await expect.poll(() => serves('first'), soon).toContain('Saved');
    await save('second.md', files['second.md'].replace('The second', 'Saved later'));
    await expect.poll(() => serves('second'), soon).toContain('Saved later');
    await expect.poll(() => updates.at(-1)?.saved, soon).toEqual(['second.md', 'first.md']);
    await settle(page);
    expect(await frame.locator('h1').textContent()).toBe('The first');
    await turn(false);
    await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('Saved');
    await expect.poll(() => page.locator('#status').textContent(), soon).toBe('Saved: second.md, first.md');
    expect(errors).toEqual([]);
  });

  test('each view keeps how far it was scrolled, while another is in view and after a reload', async () => {
    const { page, frame, save, scrolled, remembered, errors } = await open({}, '#file=second.md');
    const json = page.locator('#panel-json');
    const jsonTop = () => json.evaluate((panel: { scrollTop: number }) => panel.scrollTop);
    await frame.locator('html').evaluate((root: { scrollTop: number }) => {
      root.scrollTop = 900;
    });
    await page.keyboard.press('2');
    await expect.poll(() => json.textContent(), soon).toContain('The second');
    // On a busy machine, the page puts a view that it shows for the first time at its top after the text is there.
    const scrollJson = async () => {
      await json.evaluate((panel: { scrollTop: number }) => {
        panel.scrollTop = 120;
      });
      return remembered();
    };
    // The browser sends the page an event with the next frame that it draws.
    await expect.poll(scrollJson, soon).toMatchObject({ json: 120, rendered: 900 });
    await save('second.md', files['second.md'].replace('The second', 'Saved'));
    await expect.poll(() => json.textContent(), soon).toContain('Saved');
    expect(await jsonTop()).toBe(120);
    await page.keyboard.press('1');
    await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('Saved');
    await expect.poll(scrolled, soon).toBe(900);

    await page.keyboard.press('2');
    const hash = expect.stringContaining('&tab=json&');
    await expect.poll(remembered, soon).toMatchObject({ hash, json: 120, rendered: 900 });
    await page.reload();
    await expect.poll(jsonTop, soon).toBe(120);
    await page.keyboard.press('1');
    await expect.poll(scrolled, soon).toBe(900);
    await page.keyboard.press('2');
    await page.keyboard.press('k');
    await expect.poll(() => json.textContent(), soon).toContain('The first');
    await page.keyboard.press('j');
    await expect.poll(() => json.textContent(), soon).toContain('Saved');
    expect(await jsonTop()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('errors are laid over the page with file and line, and go when they are fixed', async () => {
    const { page, save, errors } = await open({}, '#file=first.md');
    const overlay = page.getByRole('dialog', { name: 'Problems' });
    expect(await overlay.isVisible()).toBe(false);
    await save('first.md', post('# The first', 'updated_at: 2026-02-30\n'));
    await expect.poll(() => overlay.isVisible(), soon).toBe(true);
    const shown = await overlay.locator('li').first().innerText();
    expect(shown).toMatch(/^first\.md:3:13\s+error\s+bad-date/);
    expect(shown).toContain('updated_at: 2026-02-30\n            ^');
    expect(shown).toMatch(/fix\s+Write/);
    const button = page.locator('#problems-button');
    expect(await button.textContent()).toBe('1 error');

    await page.keyboard.press('Escape');
    expect(await overlay.isVisible()).toBe(false);
    // What was put aside stays aside while it is the same.
    await save('second.md', post('# Saved'));
    await expect.poll(() => page.locator('#status').textContent(), soon).toContain('second.md');
    expect(await overlay.isVisible()).toBe(false);
    await page.keyboard.press('p');
    await expect.poll(() => overlay.isVisible(), soon).toBe(true);
    // The focus goes where it is needed, stays through a save, and comes back.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#list').focus();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'first.md:3:13' }).focus();
    await save('second.md', post('# Saved again\n\n[gone](gone.md)'));
    await expect.poll(() => overlay.innerText(), soon).toContain('second.md:6:');
    // What was in focus is not of this save.
    await expect.poll(() => page.evaluate('document.activeElement.id'), soon).toBe('problems');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.id')).toBe('list');

    await save('first.md', post('# The first', 'updated_at: 2026-02-31\n'));
    await expect.poll(() => overlay.isVisible(), soon).toBe(true);
    await save('first.md', files['first.md']);
    await save('second.md', files['second.md']);
    await expect.poll(() => overlay.isVisible(), soon).toBe(false);
    expect(await button.isVisible()).toBe(true);
    await expect.poll(() => button.textContent(), soon).toBe('1 warning');
    expect(errors).toEqual([]);
  });

  test('a problem is marked beside its paragraph, and leads to the editor and to the guide', async () => {
    const { page, frame, dev, errors } = await open(
      { 'first.md': post('# The first\n\nFine.\n\nA [link](gone.md).') },
      '#file=first.md',
    );
    const mark = frame.locator('.galley-mark');
    await expect.poll(() => mark.count(), soon).toBe(1);
    const paragraph = frame.locator('.galley-mark + p');
    expect(await paragraph.textContent()).toBe('A link.');
    const before = await paragraph.boundingBox();
    const sign = await mark.locator('summary').boundingBox();
    expect(Math.abs((sign?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(12);
    expect(sign?.x).toBeLessThan(before?.x ?? 0);
    // It takes no room until it is opened, by keyboard too.
    expect(
      await mark.evaluate(
        (element: { getBoundingClientRect(): { height: number } }) => element.getBoundingClientRect().height,
      ),
    ).toBe(0);
    await mark.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => mark.getByText('a link to gone.md').isVisible(), soon).toBe(true);
    const place = `vscode://file${encodeURI(join(dev.content, 'first.md'))}`;
    expect(await mark.getByRole('link', { name: 'editor' }).getAttribute('href')).toBe(`${place}:8:10`);
    expect(await page.locator('#edit').getAttribute('href')).toBe(`${place}:1:1`);
    await page.locator('#problems-button').click();
    const panel = page.getByRole('dialog', { name: 'Problems' });
    await expect
      .poll(() => panel.getByRole('link', { name: 'editor' }).getAttribute('href'), soon)
      .toBe(`${place}:8:10`);
    const opened = page.context().waitForEvent('page');
    await panel.getByRole('link', { name: 'Guide' }).click();
    const guide = await opened;
    await expect.poll(() => guide.locator('.galley-title').textContent(), soon).toContain('broken-link');
    // The browser reports of a key in the frame that no script runs there.
    expect(errors.filter((error) => !error.startsWith('Blocked script execution'))).toEqual([]);
  });

  test('says in front how many of very many problems are listed', async () => {
    const links = Array.from({ length: 90 }, (_, i) => `[gone](gone${i}.md)`).join(' ');
    const { page } = await open({ 'a.md': post(links), 'b.md': post(links), 'c.md': post(links) });
    await page.keyboard.press('p');
    await expect
      .poll(() => page.getByRole('dialog').getByRole('heading').textContent(), soon)
      .toBe('Problems: 200 of 271');
    expect(await page.locator('#problems-more').textContent()).toBe('and 71 more');
  });

  test('nothing of an article runs, or becomes part of the page', async () => {
    const evil =
      '<script>top.ran = 1</script><img src=x onerror="top.ran = 2"><a href="javascript:top.ran=3">go</a>' +
      '<svg onload="top.ran = 4"></svg><iframe srcdoc="<script>top.ran = 5</script>"></iframe>' +
      '<form action="/dev/"><button>send</button></form><meta http-equiv="refresh" content="0;url=/"><b id="b">bold</b>';
    const dev = await startDev({ 'evil.md': post(evil, 'title: "<img src=x onerror=ran=6>"\n') });
    // Trusted HTML reaches the frame as it was written.
    await writeFile(join(dev.folder, 'galley.config.yaml'), 'trustedHtml: true\n');
    const trusting = start(dev.folder, ['dev', '--port', '0', '--out', 'other']);
    const [, trusted] = await trusting.until(/see what you write: (\S+)/);
    for (const address of [`${dev.address}/dev/`, trusted]) {
      const page = await browser.newPage();
      onTestFinished(() => page.close());
      await page.goto(`${address}#file=evil.md`);
      const frame = page.frameLocator('iframe:not(.coming)');
      await expect.poll(() => frame.locator('b').textContent(), soon).toBe('bold');
      if (address === trusted) await frame.locator('button').click();
      await frame.getByText('go', { exact: true }).click();
      await page.getByRole('tab', { name: 'JSON' }).click();
      await expect.poll(() => page.locator('#panel-json pre').textContent(), soon).toContain('bold');
      await settle(page);
      expect(await page.evaluate('window.ran')).toBeUndefined();
      expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts');
      expect(await page.locator('#title').textContent()).toBe('<img src=x onerror=ran=6>');
      expect(await page.locator('main img, main b[id]:not([id^=count])').count()).toBe(0);
    }
    // Opened by itself, too.
    const alone = await browser.newPage();
    onTestFinished(() => alone.close());
    await alone.goto(`${trusted}article?file=evil.md`);
    await expect.poll(() => alone.locator('b').textContent(), soon).toBe('bold');
    await settle(alone);
    expect(await alone.locator('script').count()).toBeGreaterThan(0);
    expect(await alone.evaluate('window.ran')).toBeUndefined();
  });

  test('says that there is no file, or that none fits', async () => {
    const dev = await startDev({});
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${dev.address}/dev/`);
    const none = page.locator('#none');
    await expect.poll(() => none.textContent(), soon).toContain('no Markdown file');
    await save(dev.content, { 'a.md': post('A') });
    await expect.poll(() => none.textContent(), soon).toBe('');
    await page.keyboard.press('/');
    await page.keyboard.type('b');
    await expect.poll(() => none.textContent(), soon).toBe('No file matches.');
    // A word is composed with Enter; that does not leave the field.
    await page.evaluate(
      "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))",
    );
    expect(await page.evaluate('document.activeElement.id')).toBe('filter');
  });

  test('says why nothing is built and that the server is gone, and goes on by itself', async () => {
    const { page, dev, frame } = await open({}, '#file=first.md');
    await rm(dev.content, { recursive: true });
    await expect.poll(() => page.getByRole('alert').textContent(), soon).toContain('does not exist');
    dev.running.child.kill('SIGTERM');
    await expect.poll(() => page.locator('#status').textContent(), soon).toContain('does not respond');
    await dev.running.ended;
    // Another file is not shown with the text of the last one.
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('#unshown').textContent(), soon).toContain('does not respond');
    expect(await page.locator('iframe').count()).toBe(0);
    await page.keyboard.press('k');
    await save(dev.content, { 'first.md': post('# Back again') });
    start(dev.folder, ['dev', '--port', String(dev.port)]);
    await expect.poll(() => page.getByRole('alert').isVisible(), soon).toBe(false);
    await expect.poll(() => frame.locator('h1').textContent(), soon).toBe('Back again');
  });
});
