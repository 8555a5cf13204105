/** @module-tag program */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserNames } from '../../build/markdown/html/unique-ids.ts';
import { hasCommand } from '../support/needs.ts';

describe.skipIf(!hasCommand('chromium'))('the names that Chromium has given away', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    // Some names exist only in pages of a server that the browser trusts, as it does one of this machine.
    server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Plain</title><form></form>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test.each(['window', 'document', 'document.forms[0]'])('the list has every name of %s', async (object) => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const names: string[] = await page.evaluate(`
      const names = [];
      for (let each = ${object}; each !== null; each = Object.getPrototypeOf(each)) {
        names.push(...Object.getOwnPropertyNames(each));
      }
      names;
    `);
    await page.close();
    const missing = names.filter((name) => /^[\w-]+$/.test(name) && !browserNames.has(name));
    expect(names.length).toBeGreaterThan(100);
    expect(missing, 'add these to build/markdown/html/browser-names.json').toEqual([]);
  });
});
