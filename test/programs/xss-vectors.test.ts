/** @module-tag program */
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutText } from '../../build/markdown/edits.ts';
import { emptyBody } from '../../build/markdown/rendered-body.ts';
import { amount, seed } from '../support/amount.ts';
import { root } from '../support/command.ts';
import { hasCommand, vectorsFolder } from '../support/needs.ts';
import { renderBody } from '../support/render-body.ts';
import { placements } from '../support/xss-placements.ts';
import { readVectors, type Vector } from '../support/xss-vectors.ts';

/** What the public vectors lack. */
const ownVectors = [
  '<base href="//x.example/"><base target=_blank>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<meta http-equiv=refresh content="0;url=data:text/html,<script>alert(1)</script>">',
  '<form id=f><button form=f formaction=javascript:alert(1)>x</button></form><button form=f>y</button>',
  '<form action=javascript:alert(1)><input type=submit><input type=image src=x formaction=javascript:alert(2)>',
  '<form name=body><input name=attributes><input id=submit></form>',
  '<img name=cookie><img name=getElementById><img id=location><a id=document name=window></a><a id=x><a id=x name=y>',
  '<p id=__proto__><p id=constructor><p id=toString><p id=user-content-x><p id=fn:1><p id=fnref:1>',
  '<a href=x ping=//x.example/ rel="opener OPENER" target=_blank>x</a><a target=x rel=opener href=y>y</a>',
  '<img srcset="javascript:alert(1) 1x, data:text/html,x 2x" src=x>',
  '<a href="\u0001java\tscr\nipt:alert(1)">x</a><a href="&#1;javascript&colon;alert(1)">y</a>',
  '<a href="vbscript:x">x</a><a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg">y</a>',
  '<svg><a><animate attributeName=href values=javascript:alert(1) /><text x=20 y=20>x</text></a>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<div style="position:fixed;inset:0;background:url(//x.example/)">x</div>',
  '<h1>a<div onclick=alert(1)>b<h1>c</h1>d</div>e</h1><h2 id=location onclick=alert(1)>x</h2>',
];

const folder = vectorsFolder();
const vectors = folder === null ? [] : [...ownVectors.map((text) => ({ source: 'own', text })), ...readVectors(folder)];
const sources = new Map<string, number>();
for (const { source } of vectors) sources.set(source, (sources.get(source) ?? 0) + 1);

/** Of twelve vectors one in each place, and each in three places, since rendering takes the time; in a soak all in all. */
const twelfths = amount({ test: 1, all: 1, soak: 12 });
const vectorsAt = (place: number): Vector[] => vectors.filter((_, index) => (index + place + seed) % 12 < twelfths);

describe.skipIf(folder === null || !hasCommand('chromium'))('public XSS vectors in Chromium', () => {
  let browser: Browser;
  let page: Page;
  /** What was asked of a server, but for the pages themselves. */
  const requests: string[] = [];
  let body = '';

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
    const context = await browser.newContext();
    await context.addInitScript({ path: join(root, 'test/support/xss-page.js') });
    page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.route('**', async (route) => {
      const request = route.request();
      if (request.isNavigationRequest() && request.frame() === page.mainFrame() && request.url() === address)
        return route.fulfill({ headers, body: `<!doctype html><meta charset=utf-8><form>${body}</form>` });
      requests.push(`${request.resourceType()} ${request.url()}`);
      return route.abort();
    });
  });
  afterAll(() => browser?.close());

  async function show(html: string): Promise<void> {
    body = html;
    await page.goto(address);
    requests.length = 0;
  }

  test(`${vectors.length} vectors come from the tests of other sanitisers`, () => {
    console.log(`vectors: ${[...sources].map(([source, count]) => `${source} ${count}`).join(', ')}`);
    expect(sources.get('node-dompurify')).toBeGreaterThan(400);
    expect(sources.get('golang-github-microcosm-cc-bluemonday')).toBeGreaterThan(400);
    expect(sources.size).toBeGreaterThan(8);
  });

  test.each(placements.map((placement, place) => ({ ...placement, some: vectorsAt(place) })))(
    '$some.length vectors do nothing: $where',
    { tags: ['scaled'] },
    async ({ toMarkdown, some }) => {
      const articles = new Map<string, string>();
      for (const { text } of some) {
        const markdown = toMarkdown(text);
        const { html, htmlCuts } = renderBody(markdown, { resolve: () => null, trustedHtml: false }).value ?? emptyBody;
        articles.set(html, markdown);
        if (htmlCuts.length > 0) articles.set(cutText(html, htmlCuts), markdown);
      }
      const errors: string[] = [];
      const htmls = [...articles.keys()];
      for (let from = 0; from < htmls.length; from += batch) {
        const part = htmls.slice(from, from + batch);
        await show(part.map((html) => `<x-article>${html}</x-article>`).join(''));
        const found = await page
          .evaluate<{ index: number; error: string }[]>(`examine(${JSON.stringify(part)})`)
          .catch((error: unknown) => [{ index: 0, error: `led elsewhere (${requests.join()}): ${String(error)}` }]);
        for (const { index, error } of found) {
          const html = part[index] ?? '';
          errors.push(JSON.stringify({ error, markdown: articles.get(html), html }));
        }
        errors.push(...requests);
        expect(page.url()).toBe(address);
      }
      expect(errors).toEqual([]);
    },
  );

  test('without sanitising, many of them are executed', async () => {
    // Each in a frame of its own, which takes long: of every fifth at first, and no more of them than it takes.
    const some = Array.from({ length: 5 }, (_, first) => vectors.filter((_, index) => index % 5 === first)).flat();
    let [executed, shown] = [0, 0];
    for (; executed < many && shown < some.length; shown += 50) {
      const part = some.slice(shown, shown + 50);
      const htmls = part.map(({ text }) => renderBody(text, { resolve: () => null, trustedHtml: true }).value?.html);
      await show('');
      // One of them may lead the page away.
      const counted = page.evaluate<number>(`execute(${JSON.stringify(htmls)})`).catch(() => 0);
      executed += await Promise.race([counted, new Promise<number>((resolve) => setTimeout(resolve, 15_000, 0))]);
    }
    console.log(`${executed} of ${shown} vectors are executed where HTML is trusted`);
    expect(executed).toBeGreaterThanOrEqual(many);
  });
});

/** Vectors that show that what is executed would be seen. */
const many = 120;

const address = 'http://article.test/';

/** Articles that are checked in one page. */
const batch = 250;

/** Images and videos are not fetched; what else a page could do is reported, and not prevented. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "img-src 'none'; media-src 'none'",
  'Content-Security-Policy-Report-Only':
    "default-src 'none'; script-src 'none' 'report-sample'; style-src 'none' 'report-sample'; img-src *; media-src *; base-uri 'none'; form-action 'none'",
};
