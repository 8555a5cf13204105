import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createBunFetch } from '../src/bun.ts';
import { sha256 } from '../src/node/keys/new-key.ts';
import { root, startProgram } from './support/command.ts';
import { has } from './support/needs.ts';
import { encodeTestArticle, key, makeArticle } from './support/release.ts';
import { get, startServer } from './support/server.ts';

const articles = Array.from({ length: 130 }, (_, index) => {
  const heading = `<h1>Überschrift ${index}</h1>\n`;
  return encodeTestArticle(makeArticle({ id: index + 1, html: `${heading}<p>Text</p>\n` }), {
    htmlCuts: [[0, heading.length]],
  });
});

const list = '/api/v1/articles';
const gzip = { 'Accept-Encoding': 'gzip' };
const requests: [string, { method?: string; headers?: Record<string, string> }][] = [
  [list, {}],
  [`${list}?per_page=70&exclude_h1=1`, {}],
  [`${list}?per_page=70&exclude_h1=1`, { headers: gzip }],
  [`${list}?page=0&per_page=x`, {}],
  [`${list}/7`, { headers: gzip }],
  [`${list}/article-7`, { method: 'HEAD' }],
  [`${list}/7`, { headers: { 'If-None-Match': '*' } }],
  [`${list}/none`, {}],
  [list, { headers: { 'X-Api-Key': 'another' } }],
  [list, { method: 'HEAD', headers: { 'X-Api-Key': 'another' } }],
  [list, { method: 'POST' }],
  [list, { method: 'PURGE' }],
  [list, { method: 'OPTIONS' }],
  ['/api/nothing', {}],
];

/** What depends on who sends, not on what is sent. */
const ofTransport = ['connection', 'date', 'keep-alive', 'transfer-encoding'];
const withoutTransport = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries([...headers].filter(([name]) => !ofTransport.includes(name)));

test('its fetch answers as the door for Node does', async () => {
  const { out, port } = await startServer(articles);
  const fetch = await createBunFetch({ out, keys: () => [{ name: 'tests', digest: sha256(key) }] });
  for (const [target, { method = 'GET', headers = {} }] of requests) {
    const response = await fetch(
      new Request(`http://galley.example${target}`, { method, headers: { 'X-Api-Key': key, ...headers } }),
    );
    const expected = await get(port, target, { method, headers });
    expect([response.status, response.statusText]).toEqual([expected.status, expected.reason]);
    expect(withoutTransport(response.headers)).toEqual(withoutTransport(Object.entries(expected.headers)));
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(expected.body);
  }
});

test('a file that is gone: 503, and the fault is told', async () => {
  const { out, publish } = await startServer(articles);
  const faults: unknown[] = [];
  const options = {
    out,
    keys: () => [{ name: 'tests', digest: sha256(key) }],
    onFault: (fault: unknown) => faults.push(fault),
  };
  const fetch = await createBunFetch(options);
  for (const id of [1, 2, 3]) await publish([encodeTestArticle(makeArticle({ id }))]);
  const response = await fetch(new Request(`http://a${list}`, { headers: { 'X-Api-Key': key } }));
  expect([response.status, faults.length]).toEqual([503, 1]);
});

const bun = process.env.BUN ?? 'bun';

test.skipIf(!has('the command bun', spawnSync(bun, ['--version']).status === 0))('the same in Bun itself', async () => {
  const { out, port } = await startServer(articles);
  const script = join(out, 'serve.mjs');
  const door = pathToFileURL(join(root, 'dist', 'src', 'bun.js'));
  await writeFile(
    script,
    `import { createBunFetch } from '${door}';
     const keys = [{ name: 'tests', digest: '${sha256(key)}' }];
     const fetch = await createBunFetch({ out: ${JSON.stringify(out)}, keys: () => keys });
     console.log(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch }).port);`,
  );
  const running = startProgram(bun, [script], out);
  const ownPort = Number((await running.until(/^(\d+)\n/))[1]);
  for (const [target, options] of requests) {
    const [theirs, ours] = [await get(ownPort, target, options), await get(port, target, options)];
    expect([theirs.status, theirs.body]).toEqual([ours.status, ours.body]);
    expect(withoutTransport(Object.entries(theirs.headers))).toEqual(withoutTransport(Object.entries(ours.headers)));
  }
});
