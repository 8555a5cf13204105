import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cli, type Running, root, startProgram } from '../support/command.ts';
import { makeSite } from '../support/site.ts';

const article = (n: number) => `---\ntitle: A ${n}\ndate: 2026-01-01\n---\nText ${n}\n`;

/** Runs `galley` where it may have that many files open. */
function startLimited(folder: string, limit: number, args: string[], nodeOptions = ''): Running {
  const command = `ulimit -n ${limit}; exec "${process.execPath}" ${nodeOptions} "${cli}" ${args.join(' ')}`;
  return startProgram('sh', ['-c', command], folder);
}

/** By default enough for threads: 40 files at once. */
const makeProject = (count = 300) =>
  makeSite(Object.fromEntries(Array.from({ length: count }, (_, n) => [`content/article-${n}.md`, article(n)])));

const sentence =
  'This process has as many files and connections open as it may (EMFILE). Allow more, as with ulimit -n 4096 or LimitNOFILE of systemd.\n';

describe('a command that may open too few files ends with a sentence, and one that may open enough ends well', {
  tags: ['long'],
}, () => {
  const build = async (limit: number): Promise<void> => {
    const { ended, text } = startLimited((await makeProject()).folder, limit, ['build']);
    const code = await ended;
    expect([code, text.err]).toEqual(code === 0 ? [0, ''] : [2, sentence]);
    if (limit === 30) expect(code).toBe(2);
  };
  test('build with 30', () => build(30));
  test.each([36, 44, 46, 64])('build with %i', { tags: ['long'] }, build);

  test('serve', async () => {
    // How many files Node itself has open differs by version, so all that are left are taken just before the server listens.
    const takeAll = `
      import { openSync } from 'node:fs';
      import { Server } from 'node:net';
      const { listen } = Server.prototype;
      Server.prototype.listen = function (...args) {
        try { for (;;) openSync('/dev/null'); } catch {}
        return listen.apply(this, args);
      };`;
    const { folder } = await makeSite({ 'take-all.mjs': takeAll });
    const { ended, text } = startLimited(folder, 64, ['serve', '--port', '0'], '--import ./take-all.mjs');
    expect([await ended, text.err]).toEqual([2, sentence]);
  });
});

test('a server that can open no more files responds 503, says so once, and recovers', { tags: ['long'] }, async () => {
  const { folder, run } = await makeProject(3);
  await run('build');
  const running = startLimited(folder, 64, ['serve', '--port', '0']);
  const [, port] = await running.until(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
  const [, key] = /key for this run: (\S+)/.exec(running.text.err) ?? [];
  const first = await open(Number(port));
  expect(await ask(first, '/healthz', key)).toMatch(/^HTTP\/1\.1 200/);

  const idle: Socket[] = [];
  onTestFinished(() => {
    for (const socket of idle) socket.destroy();
  });
  for (let i = 0; i < 80; i++) idle.push(await open(Number(port)));
  for (let tries = 0, refused = 0; refused < 3; tries++) {
    expect(tries).toBeLessThan(30);
    // What the server had open while the others came, such as release.json, is free again after it.
    idle.push(await open(Number(port)));
    // The ledger is read each time.
    const response = await ask(first, `/api/v1/changes?since=${'a'.repeat(32)}-1`, key);
    if (response.startsWith('HTTP/1.1 410')) continue;
    refused++;
    expect(response).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(response).toMatch(/^Retry-After: 5\r$/m);
    expect(response).not.toMatch(/EMFILE|\/content/);
  }
  expect(running.text.err.split(sentence)).toHaveLength(2);

  for (const socket of idle) socket.destroy();
  await expect.poll(() => ask(first, '/api/v1/articles', key)).toMatch(/^HTTP\/1\.1 200/);
  expect(await ask(await open(Number(port)), '/api/v1/articles/a-1', key)).toMatch(/^HTTP\/1\.1 (?:200|404)/);
  expect(running.text.err).not.toMatch(/^\s+at /m);
});

test('the fetch handler responds 503 where no more files can be opened', { tags: ['long'] }, async () => {
  const { folder, run, write } = await makeProject(3);
  await run('build');
  const script = `
    import { openSync } from 'node:fs';
    import { createFetchHandler, diskStorage } from ${JSON.stringify(pathToFileURL(join(root, 'dist/src/index.js')))};
    const handle = createFetchHandler({ storage: diskStorage('public'), keys: () => [] });
    const request = new Request('http://a.example/openapi.json');
    try { for (;;) openSync('/dev/null'); } catch {}
    const { status, headers } = await handle(request);
    console.log(status, headers.get('Retry-After'));`;
  await write({ 'ask.mjs': script });
  const { ended, text } = startProgram('sh', ['-c', `ulimit -n 512; exec "${process.execPath}" ask.mjs`], folder);
  expect([await ended, text.out, text.err]).toEqual([0, '503 5\n', '']);
});

/** A connection, which the other side may close at once. */
async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

async function ask(socket: Socket, target: string, key = ''): Promise<string> {
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`);
  let response = '';
  for (;;) {
    response += (await once(socket, 'data'))[0];
    const length = /^content-length: (\d+)\r$/im.exec(response)?.[1];
    const [, body] = response.split('\r\n\r\n');
    if (body !== undefined && body.length >= Number(length)) return response;
  }
}
