/** @module-tag program */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../conformance/run-program.ts';
import { compatibilityDate, workerdProgram } from '../conformance/targets/workerd.ts';
import { root } from '../support/command.ts';
import { readGuideFile } from '../support/guide.ts';
import { findRuntime, has, hasCommand, missingRuntime } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { serveContent } from '../support/serve-content.ts';
import { makeFolder } from '../support/server.ts';

const post = (id: number, more = '', text = `Text of ${id}.`): string =>
  `---\nid: ${id}\ntitle: T${id}\ndate: 2026-01-01T00:00:${String(id % 60).padStart(2, '0')}Z\n${more}---\n# H\n\n${text}\n`;
const numbers = Array.from({ length: 130 }, (_, i) => i + 1);
const before: Record<string, string> = Object.fromEntries(numbers.map((id) => [`a${id}.md`, post(id)]));
Object.assign(before, {
  'a1.md': post(1, 'tags: [x, y]\n'),
  'a2.md': post(2, 'tags: [X, Y, z]\n'),
  'a3.md': post(3, 'aliases: old\n'),
});
const after: Record<string, string> = { ...before, 'a7.md': post(7, '', 'Edited.'), 'a131.md': post(131) };
delete after['a130.md'];

const expected = (stores: readonly string[]) => ({
  page: [[2, 1], 2, ['', ''], ['X', 'Y', 'z']],
  all: [130, 130, 119, 60],
  got: ['a3', 'a2', null],
  terms: [
    { term: 'x', count: 2 },
    { term: 'y', count: 2 },
    { term: 'z', count: 1 },
  ],
  syncs: [
    ...stores.map(() => [130, []]),
    ...stores.flatMap(() => [
      [[7, 131], [130]],
      [[], []],
    ]),
  ],
  failures: [
    [true, 422],
    [true, 401],
    [false, 'stopped'],
  ],
});

/**
 * A server with articles behind one that often fails: of each five requests one is 429 and one 503, which say to wait for no time. The
 * second page of all articles is 410 once. `slow` is 503 for a minute. It gives the files of `folder`, too.
 */
async function serveBadly(folder: string): Promise<string> {
  const server = await serveContent(before);
  let count = 0;
  let isForgotten = true;
  const fail = (response: ServerResponse, status: number, wait?: string): void => {
    response.writeHead(status, {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(wait && { 'Retry-After': wait }),
    });
    response.end('{"title":"Later"}');
  };
  const listener = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = asked.url ?? '/';
    if (target === '/change') {
      await server.publish(after).catch(() => server.refresh());
      return void response.end('{}');
    }
    if (target.startsWith('/api/')) {
      if (target.includes('/slow')) return fail(response, 503, '60');
      const failed = [429, undefined, 503, undefined, undefined][count++ % 5];
      if (failed !== undefined) return fail(response, failed, '0');
      if (isForgotten && target.includes('until=')) {
        isForgotten = false;
        return fail(response, 410);
      }
      const options = { port: server.port, host: '127.0.0.1', path: target, headers: asked.headers };
      request(options, (found) => {
        // A former slug leads to the address of the server behind this one, which is another origin.
        const location = found.headers.location?.replace(server.site, '');
        response.writeHead(found.statusCode ?? 500, { ...found.headers, ...(location && { location }) });
        found.pipe(response);
      }).end();
      return;
    }
    const file = join(folder, target);
    if (!existsSync(file) || target === '/') return void response.setHeader('Content-Type', 'text/html').end('<p>');
    response.setHeader('Content-Type', 'text/javascript').end(await readFile(file));
  };
  const relay = createServer((asked, response) => void listener(asked, response));
  onTestFinished(() => {
    relay.close();
    relay.closeAllConnections();
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
}

/** A folder with the scenario and the package that the server hands out. */
async function makeProgram(): Promise<string> {
  const folder = await makeFolder();
  const client = join(folder, 'node_modules', 'galley-client');
  await mkdir(client, { recursive: true });
  execFileSync('tar', ['xzf', join(root, 'dist', 'client', 'client.tgz'), '--strip-components=1', '-C', client]);
  await cp(join(client, 'client.js'), join(folder, 'client.js'));
  await cp(join(root, 'test', 'client', 'scenario.mjs'), join(folder, 'scenario.mjs'));
  return folder;
}

const script = (settings: object, client: string, file: string): string => `
  import * as galley from '${client}';
  import { fileStore } from '${file}';
  import { scenario } from './scenario.mjs';
  console.log('found ' + JSON.stringify(await scenario(galley, { ...${JSON.stringify(settings)}, fileStore: fileStore('copy.json') })));`;

describe('the client does the same in', () => {
  test.each([
    ['Node', process.execPath, []],
    ['Bun', findRuntime('bun'), []],
    [
      'Deno',
      findRuntime('deno'),
      ['run', '--no-lock', '--no-prompt', '--allow-net', '--allow-import', '--allow-read', '--allow-write'],
    ],
  ] as const)('%s', async (name, command, args) => {
    if (command === null) return void has(missingRuntime(name === 'Bun' ? 'bun' : 'deno') ?? name, false);
    const folder = await makeProgram();
    const site = await serveBadly(folder);
    const from = name === 'Deno' ? [`${site}/client.js`, './node_modules/galley-client/file.js'] : [];
    const [client = 'galley-client', file = 'galley-client/file'] = from;
    await writeFile(join(folder, 'run.mjs'), script({ site, key }, client, file));
    const program = await runProgram(command, [...args, 'run.mjs'], /^found (.*)$/m, { cwd: folder });
    await program.stop();
    expect(JSON.parse(program.match[1] ?? '')).toEqual(expected(['memory', 'file']));
  });

  test.skipIf(!has('test/runtimes', existsSync(workerdProgram)))('workerd', async () => {
    const folder = await makeProgram();
    const site = await serveBadly(folder);
    await writeFile(
      join(folder, 'worker.js'),
      `import * as galley from './client.js';
      import { scenario } from './scenario.mjs';
      export default { fetch: async () => Response.json(await scenario(galley, ${JSON.stringify({ site, key })})) };`,
    );
    const modules = ['worker.js', 'client.js', 'scenario.mjs'];
    await writeFile(
      join(folder, 'config.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (
        services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["private"]))],
        sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
      );
      const main :Workerd.Worker = (
        modules = [${modules.map((name) => `(name = "${name}", esModule = embed "${name}")`)}],
        compatibilityDate = "${compatibilityDate}",
      );`,
    );
    const ready = /"socket":"http","port":(\d+)/;
    const program = await runProgram(workerdProgram, ['serve', 'config.capnp', '--control-fd=1'], ready, {
      cwd: folder,
    });
    onTestFinished(program.stop);
    const response = await fetch(`http://127.0.0.1:${program.match[1]}/`);
    expect(JSON.parse(await response.text())).toEqual(expected(['memory']));
  });

  test.skipIf(!hasCommand('chromium'))('Chromium', async () => {
    const site = await serveBadly(await makeProgram());
    const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(site);
    const load = "Promise.all(['/client.js', '/scenario.mjs'].map((path) => import(path)))";
    const found = await page.evaluate(
      `${load}.then(([galley, { scenario }]) => scenario(galley, ${JSON.stringify({ site, key })}))`,
    );
    expect(found).toEqual(expected(['memory']));

    // The page of the guide.
    page.on('dialog', (dialog) => dialog.accept(key));
    const guide = await readGuideFile('on-a-website', 'page.html');
    await page.setContent(guide.replaceAll('https://articles.example.com', site));
    await expect.poll(() => page.locator('li').allTextContents()).toHaveLength(20);
    expect(await page.locator('li').first().textContent()).toBe('T119');
  });
});
