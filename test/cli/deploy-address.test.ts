import { once } from 'node:events';
import { chmod, readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../build/cli/config.ts';
import { runCheckAddress } from '../../build/cli/deploy/check-address.ts';
import { maxSecretBytes } from '../../build/cli/deploy/secrets.ts';
import type { Config } from '../../build/cli/settings.ts';
import { galley, root, silent, startProgram } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder, serveNode } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

/**
 * A project with both releases, keys and a repository; the second of its articles is not yet published, and the third a
 * draft. These have images.
 */
async function makeProject() {
  const site = await makeSite({
    'content/a.md': '---\ntitle: A\ndate: 2026-01-01\n---\nText\n',
    'content/b.md': '---\ntitle: B\ndate: 2199-01-01\n---\n![](b.svg)\n',
    'content/b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'content/c.md': '---\ntitle: C\ndate: 2026-01-01\ndraft: true\n---\n![](c.svg)\n',
    'content/c.svg': '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>',
    '.git/config': '[core]\n\tbare = false\n',
  });
  await site.build();
  await site.run('build', '--drafts');
  await site.run('key', 'new', 'web');
  return site;
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A web server that knows nothing of Galley. */
function filesOf(folder: string): RequestListener {
  return async ({ url = '' }, response) => {
    const bytes = await readFile(join(folder, decodeURIComponent(url))).catch(() => null);
    response.writeHead(bytes === null ? 404 : 200).end(bytes ?? 'nothing');
  };
}

interface Row {
  address: string;
  found: string;
  status: number | null;
  message: string;
}

async function check(
  folder: string,
  address: string,
): Promise<{ code: number | null; err: string; leaks: string[]; rows: Row[] }> {
  const { code, out, err } = await galley(folder, ['deploy', 'check', address, '--json']);
  const rows: Row[] = out === '' ? [] : JSON.parse(out);
  const leaks = rows.filter(({ found }) => found === 'leak').map((row) => row.address.slice(address.length));
  return { code, err, leaks, rows };
}

const ofRelease = [
  /^\/api\/v1\/release\.json$/,
  /^\/api\/v1\/pages\/[\da-f]{32}\.json$/,
  /^\/api\/v1\/articles\/[\da-f]{2}\/\d+\.[\da-f]{32}\.json\.gz$/,
  /^\/api\/v1\/articles\/[\da-f]{2}\/\d+\.[\da-f]{32}\.json\.gz$/,
  /^\/media\/b\.[\da-f]{32}\.svg$/,
].map((pattern) => expect.stringMatching(pattern));

test('a web server over the release gives out all that it must not, and each is named with its mend', async () => {
  const { folder, run } = await makeProject();
  const address = await listen(filesOf(join(folder, 'public')));
  const { code, leaks } = await check(folder, address);
  expect([code, leaks]).toEqual([1, ofRelease]);
  expect(new Set(leaks).size).toBe(5);
  const { out } = await run('deploy', 'check', address);
  expect(out.match(/ LEAK gives .* without a key\. Configure the web server to pass/g)).toHaveLength(5);
  expect(out).toContain('/.git/config ok 404: does not give the repository');
  expect(out).toMatch(/\n5 leaks at http:\/\/127\.0\.0\.1:\d+\/\. Take it off the network/);
});

test('a web server over the project gives out the release, the store of builds, the keys and the repository', async () => {
  const { folder } = await makeProject();
  const address = await listen(filesOf(folder));
  expect(await check(folder, address)).toMatchObject({
    code: 1,
    leaks: [
      '/public-drafts/api/v1/release.json',
      '/public/api/v1/release.json',
      '/node_modules/.cache/galley/manifest.jsonl',
      '/galley.keys.json',
      '/.git/config',
    ],
  });
  expect((await check(folder, `${address}/public`)).leaks).toEqual(ofRelease);
});

test('an image of a draft is a leak, under each of its addresses', async () => {
  const { folder } = await makeProject();
  const serve = filesOf(join(folder, 'public-drafts'));
  const address = await listen((request, response) => {
    request.url = request.url?.replace(/^\/api\/v1\/(?:drafts\/)?(?=media)/, '/') ?? '';
    return request.url.startsWith('/media/') ? serve(request, response) : void response.writeHead(404).end();
  });
  const images = [/^\/media\/c\./, /^\/api\/v1\/drafts\/media\/c\./].map((each) => expect.stringMatching(each));
  expect(await check(folder, address)).toMatchObject({
    code: 1,
    leaks: [expect.stringMatching(/^\/media\/b\./), ...images],
  });
});

test('a server of Galley gives out nothing', { tags: ['long'] }, async () => {
  const { folder, run } = await makeProject();
  const { port } = await serveNode({ out: join(folder, 'public'), log: () => {} });
  const address = `http://127.0.0.1:${port}`;
  const { code, rows } = await check(folder, address);
  expect([code, new Set(rows.map(({ found }) => found))]).toEqual([0, new Set(['closed'])]);
  expect(rows.map(({ status }) => status)).toContain(401);
  const { out } = await run('deploy', 'check', address);
  expect(out).toContain(`\nNothing leaks at ${address}/.\n`);
});

test('a list that is given out without a key is a leak; a page for every path is none', async () => {
  const { folder } = await makeProject();
  const kept = await listen(
    ({ url }, response) => void response.end(url === '/api/v1/articles' ? '{"data":[{"id":1}]}' : '<p>'),
  );
  expect(await check(folder, kept)).toMatchObject({ code: 1, leaks: ['/api/v1/articles'] });
});

test('redirects are followed on the same host alone', { tags: ['long'] }, async () => {
  const { folder } = await makeProject();
  const serve = filesOf(join(folder, 'public'));
  const within = await listen((request, response) => {
    if (!request.url?.startsWith('/real/'))
      return void response.writeHead(301, { Location: `/real${request.url}` }).end();
    request.url = request.url.slice('/real'.length);
    return serve(request, response);
  });
  expect((await check(folder, within)).leaks).toEqual(ofRelease);
  let asked = 0;
  const other = await listen((_, response) => void response.end(`${asked++}`));
  const away = await listen((_, response) => {
    response.writeHead(302, { Location: other.replace('127.0.0.1', 'localhost') }).end();
  });
  expect(await check(folder, away)).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^http:\/\/\S+: gives no response: it redirects to http:\/\/localhost:\d+; check that address/,
    ),
  });
  const round = await listen((_, response) => void response.writeHead(302, { Location: '/' }).end());
  expect((await check(folder, round)).err).toContain('it redirects more than 5 times');
  expect(asked).toBe(0);
});

test('of a response without end, it reads only what shows what the response is', async () => {
  const { folder } = await makeProject();
  let sent = 0;
  let closed = 0;
  const address = await listen((_, response) => {
    let isOpen = true;
    response.on('close', () => {
      isOpen = false;
      closed++;
    });
    const more = (): void => {
      if (!isOpen) return;
      sent++;
      // Node 26 calls back at once where the connection is gone, before it says that it is.
      response.write(Buffer.alloc(maxSecretBytes), () => setImmediate(more));
    };
    more();
  });
  const { code, rows } = await check(folder, address);
  expect(code).toBe(0);
  await expect.poll(() => closed, { interval: 10 }).toBe(rows.length);
  expect(sent).toBeLessThan(200 * rows.length);
});

test('a server that does not respond, or breaks off, is not one where nothing leaks', async () => {
  const { folder, run } = await makeProject();
  const port = await freePort();
  expect(await check(folder, `http://127.0.0.1:${port}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('nothing listens there (ECONNREFUSED); start the server, or correct the address'),
  });
  const some = await listen((request, response) => {
    if (request.url?.includes('.git')) request.socket.destroy();
    else response.writeHead(404).end();
  });
  const { code, out } = await run('deploy', 'check', some);
  expect([code, out]).toEqual([
    2,
    expect.stringMatching(/\.git\/config UNKNOWN gives no response: [\s\S]*\n1 response missing/),
  ]);
});

test('it gives up a server that never responds', async () => {
  const { folder } = await makeProject();
  const ended = new AbortController();
  const address = await listen(() => ended.abort(new DOMException('', 'TimeoutError')));
  const before = process.cwd();
  process.chdir(folder);
  try {
    const config: Config = await readConfig({});
    const checked = runCheckAddress(config, address, { json: false, signal: ended.signal }, silent);
    await expect(checked).rejects.toThrow('gives no response: it took too long.');
  } finally {
    process.chdir(before);
  }
});

test('without a release, only what is always called the same is asked for', async () => {
  const { run } = await makeSite();
  const address = await listen((_, response) => void response.writeHead(404).end());
  const { code, out } = await run('deploy', 'check', address);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('There is no release in public, so articles and images were not checked'),
  ]);
});

test.each([
  ['ftp://a.example', /Expected an address to check, such as https:/],
  ['cloudflare', /Found "cloudflare"\. Expected an address to check/],
  ['https://', /Found "https:\/\/"\. Expected an address to check/],
  ['https://me:secret@a.example', /Expected an address to check/],
  ['https://a.example/?x', /Expected an address to check/],
])('%s is no address to check', async (address, found) => {
  const { code, err } = await galley(await makeFolder(), ['deploy', 'check', address]);
  expect([code, err]).toEqual([2, expect.stringMatching(found)]);
});

test.skipIf(!hasCommand('nginx', '-v'))('nginx over the release leaks', { tags: ['program'] }, async () => {
  const { folder, write } = await makeProject();
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {} http { access_log off; client_body_temp_path ${folder}/t; server { listen 127.0.0.1:${port}; root ${folder}/public; } }`;
  await write({ 'nginx.conf': settings });
  startProgram('nginx', ['-c', join(folder, 'nginx.conf')], root);
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          ({ status }) => status,
          () => 0,
        ),
      { interval: 20 },
    )
    .toBe(200);
  expect(await check(folder, `http://127.0.0.1:${port}`)).toMatchObject({ code: 1, leaks: ofRelease });
});
