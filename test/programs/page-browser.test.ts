/** @module-tag program */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toPage } from '../../build/release/description/page/to-page.ts';
import type { ServiceInfo } from '../../build/release/description/service-info.ts';
import { hasCommand, hasOutside, outside } from '../support/needs.ts';
import { makeFacts } from '../support/page-facts.ts';
import { key } from '../support/release.ts';
import { serveContent } from '../support/serve-content.ts';

const infos: [string, Partial<ServiceInfo>][] = [
  ['nothing said', {}],
  ['a German title and yellow', { title: 'Nachrichten der Donaudampfschifffahrtsgesellschaft', color: '#ffdd00' }],
  ['a Chinese title and a limit', { title: '长江日报文章接口', color: '#06f', rateLimit: { requests: 9, seconds: 1 } }],
  ['black', { color: '#000', cors: ['https://app.example.com'] }],
];

const sizes = [
  [1440, 900],
  [375, 812],
] as const;

describe.skipIf(!hasCommand('chromium') || !hasOutside('axe-core'))('the page in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());

  test.each(infos)('%s, in both sizes, light and dark', async (_, info) => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setContent(toPage(makeFacts(info))['index.html']);
    await page.evaluate(readFileSync(join(outside, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8'));
    for (const [width, height] of sizes) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const where = `${colorScheme}, ${width} wide`;
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        // The base address and a call to paste are on the first screen; nothing is wider than it.
        for (const first of ['header code', 'main pre']) {
          const box = await page.locator(first).first().boundingBox();
          expect((box?.y ?? height) + (box?.height ?? 0), `${where}: ${first}`).toBeLessThanOrEqual(height);
        }
        expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBe(width);
        // The layout depends on the width alone, the colours on the scheme alone: each is checked once.
        if (width > 1000 !== (colorScheme === 'light')) continue;
        const found = page.evaluate(
          "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))",
        );
        expect(await found, where).toEqual([]);
      }
    }
    expect(asked.filter((url) => !/favicon/.test(url) && url !== 'about:blank')).toEqual([]);
    await page.close();
  });

  /** What is wider than its box or the screen, and code that is higher. */
  const cut = `[...document.querySelectorAll('main *:not(input)')]
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      const isWide = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline';
      const isHigh = element.tagName === 'PRE' && element.scrollHeight > element.clientHeight + 1;
      return element.checkVisibility() && (left < 0 || right > innerWidth || isWide || isHigh);
    })
    .map(({ tagName, textContent }) => tagName + ' ' + textContent.slice(0, 60))`;

  test.each([
    ['the screen of a small telephone', 320, 'screen'],
    ['the screen of a telephone', 375, 'screen'],
    ['a screen', 1000, 'screen'],
    // Both without the margins of browsers.
    ['paper of A4', 718, 'print'],
    ['paper of A5', 483, 'print'],
  ] as const)('nothing of the page is cut on %s', async (_, width, media) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.emulateMedia({ media });
    await page.setContent(toPage(makeFacts())['index.html']);
    expect(await page.evaluate(cut)).toEqual([]);
    const meaning = page.getByText('Removes level-one headings from');
    const { x, width: wide } = (await meaning.boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + wide).toBeLessThanOrEqual(width);
    await page.close();
  });

  /** The least contrast (WCAG 2.2) of links of these colours on both backgrounds, as the browser paints them. */
  const contrasts = `((colors) => {
    const canvas = document.createElement('canvas').getContext('2d');
    const luminance = (color) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data]
        .map((byte) => byte / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const of = (selector, name) => luminance(getComputedStyle(document.querySelector(selector))[name]);
    return colors.map((color) => {
      document.documentElement.style.setProperty('--brand', color);
      const text = of('header a', 'color');
      const ratios = [of('body', 'backgroundColor'), of('pre', 'backgroundColor')].map(
        (under) => (Math.max(text, under) + 0.05) / (Math.min(text, under) + 0.05),
      );
      return Math.min(...ratios);
    });
  })`;

  test.each(['light', 'dark'] as const)('any colour of the operator is legible in %s', async (colorScheme) => {
    const page = await browser.newPage({ colorScheme });
    await page.setContent(toPage(makeFacts())['index.html']);
    const steps = ['00', '33', '66', '99', 'cc', 'ff'];
    const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
    const found = await page.evaluate<number[]>(`${contrasts}(${JSON.stringify(colors)})`);
    expect(colors.filter((_, i) => (found[i] ?? 0) < 4.5)).toEqual([]);
    await page.close();
  });

  test('requests are sent from the page, whose key is in its field alone', async () => {
    const post = (id: number) => `---\nid: ${id}\ntitle: T${id}\ndate: 2026-01-0${id}\n---\n\nText\n`;
    const { site } = await serveContent({ 'a.md': post(1), 'b.md': post(2) });
    const context = await browser.newContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(site);
    const [status, output] = [page.locator('#try-status'), page.locator('#try-output')];
    await page.getByLabel('Key').fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => status.textContent()).toMatch(/^GET \/api\/v1\/articles\?per_page=2: 401 /);
    await page.getByLabel('Key').fill(key);
    await page.getByRole('textbox', { name: 'Parameters' }).fill('per_page=1&sort=x');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => status.textContent()).toMatch(/: 200 OK, \d+ ms, \d+ characters$/);
    expect(await output.textContent()).toMatch(/galley-ignored: sort\n[\s\S]*"title": "T2"/);
    await page.getByRole('combobox', { name: 'Address' }).selectOption('/articles/{article}');
    await page.getByRole('textbox', { name: 'Article' }).fill('a');
    await page.getByRole('textbox', { name: 'Parameters' }).fill('');
    await page.keyboard.press('Enter');
    await expect.poll(() => status.textContent()).toMatch(/^GET \/api\/v1\/articles\/a: 200 /);
    await page.getByRole('combobox', { name: 'Address' }).selectOption('/changes');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('textbox', { name: 'Article' }).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => status.textContent()).toMatch(/^GET \/api\/v1\/changes: 200 /);
    expect(await output.textContent()).toContain('"token": ');
    await page.getByRole('button', { name: 'Copy Code: A first call, sh' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl -H /);
    expect(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(0);
    expect(page.url()).toBe(`${site}/`);
    await page.reload();
    expect(await page.getByLabel('Key').inputValue()).toBe('');
    expect(errors.filter((text) => !text.includes('401'))).toEqual([]);
    await context.close();
  });

  test('the examples in other languages than that of the shell open, by the keyboard, too', async () => {
    const page = await browser.newPage();
    await page.setContent(toPage(makeFacts())['index.html']);
    const shown = () =>
      page.locator('main pre:visible').evaluateAll((all) => all.map(({ ariaLabel }) => `${ariaLabel}`));
    expect((await shown()).join()).not.toContain('python');
    await page.locator('summary', { hasText: 'Python' }).first().focus();
    await page.keyboard.press('Enter');
    expect((await shown()).filter((name) => name.endsWith(', python'))).toHaveLength(1);
    await page.close();
  });
});
