/** @module-tag program */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { amount } from '../support/amount.ts';
import { galley, type Running, start, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasCommand } from '../support/needs.ts';
import { hasIpv6, hasNjs, startNginxRecipe } from '../support/nginx-recipe.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';

const list = '/api/v1/articles';
const soon = { timeout: 25_000, interval: 20 };
const isHere = [hasCommand('nginx', '-v'), hasNjs()].every(Boolean);

const article = (n: number, at = `2026-01-0${n}`): string =>
  `---\nid: ${n}\nslug: a${n}\npublish_at: ${at}\n---\nText ${n}.\n`;

interface FetchedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Headers = Record<string, string | string[]>;

function ask(
  port: number,
  path: string,
  headers: Headers = {},
  method = 'GET',
  agent?: Agent,
): Promise<FetchedResponse> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** The same by HTTP/2. */
async function askSession(
  session: ClientHttp2Session,
  path: string,
  headers: Headers,
  method: string,
): Promise<FetchedResponse> {
  const stream = session.request({ ':path': path, ':method': method, ...headers }).end();
  const [{ ':status': status = 0, ...fields }] = await once(stream, 'response');
  return { status, headers: fields, body: await buffer(stream) };
}

/** Two servers of one release, and nginx in front of them as `galley init nginx` writes it. */
async function startAll(settings: string) {
  const folder = await makeFolder();
  const own = Object.fromEntries([1, 2, 3].map((n) => [`content/${n}.md`, `${article(n)}![A dot](dot.svg)\n`]));
  await writeFiles(folder, {
    'galley.config.yaml': `site: https://articles.example.com\n${settings}`,
    'content/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ...own,
  });
  expect((await galley(folder, ['build'])).code).toBe(0);
  const [web, other] = [await newKey('web'), await newKey('other')];
  const serve = async (port?: number): Promise<Running & { port: number }> => {
    const running = start(folder, ['serve', '--port', String(port ?? (await freePort()))]);
    const [, found] = await running.until(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
    return { ...running, port: Number(found) };
  };
  expect((await galley(folder, ['init', 'nginx'])).code).toBe(0);
  const replicas = await Promise.all([serve(), serve()]);
  const startNginx = async (changes: Omit<Parameters<typeof startNginxRecipe>[1], 'replicas'> = {}) => {
    const nginx = await startNginxRecipe(folder, { replicas: replicas.map(({ port }) => port), ...changes });
    onTestFinished(nginx.stop);
    return nginx;
  };
  const nginx = await startNginx();
  const [first] = replicas;
  return { folder, replicas, serve, startNginx, nginx, port: nginx.port, direct: first.port, web, other };

  async function newKey(name: string): Promise<Headers> {
    return { 'X-Api-Key': (await galley(folder, ['key', 'new', name])).out.trim() };
  }
}

/** What became of a request in the cache, and the status. */
const shown = ({ status, headers }: FetchedResponse): string => `${status} ${headers['x-cache'] ?? '-'}`;

/** All but what nginx adds, and what is for nginx alone. */
function withoutOwn({ status, headers, body }: FetchedResponse) {
  const own = ['date', 'server', 'connection', 'keep-alive', 'x-cache', 'x-accel-expires'];
  const rest = Object.entries(headers).filter(([name]) => !own.includes(name));
  return { status, headers: Object.fromEntries(rest), body: body.toString('latin1') };
}

describe.skipIf(!isHere)('nginx as galley init nginx writes it', { timeout: 60_000 }, () => {
  test('keeps one copy for all good keys, gives it to nobody else, and responds as a server does', async () => {
    const { folder, startNginx, nginx, port, direct, web, other } = await startAll(
      'nginxCache: {seconds: 600}\ncors: [https://app.example.com, https://b.example.com]\n',
    );
    const keysFile = join(folder, 'galley.keys.json');
    const { keys } = JSON.parse(await readFile(keysFile, 'utf8'));
    const text = 'of-another-kind, with a comma';
    const short = { 'X-Api-Key': 'short-lived' };
    let end = 0;
    const writeKeys = async (seconds: number): Promise<void> => {
      end = Math.floor(Date.now() / 1000) + seconds;
      const more = [
        { name: 'short', digest: sha256('short-lived'), expires: end },
        { name: 'text', digest: sha256(text) },
        { name: 'gone', digest: sha256('revoked'), revoked: true },
      ];
      await writeFile(keysFile, JSON.stringify({ keys: [...keys, ...more] }));
      await nginx.reload();
    };
    await writeKeys(2);

    expect(shown(await ask(port, list, web))).toBe('200 MISS');
    for (const headers of [other, web]) expect(shown(await ask(port, list, headers))).toBe('200 HIT');
    // On a busy machine it may have ended before it is asked with.
    for (let seconds = 4; ; seconds *= 2) {
      const response = shown(await ask(port, list, short));
      if (Date.now() < end * 1000) {
        expect(response).toBe('200 HIT');
        break;
      }
      await writeKeys(seconds);
    }
    const refused: Headers[] = [
      {},
      { 'X-Api-Key': '' },
      { 'X-Api-Key': 'gly_wrong' },
      { 'X-Api-Key': 'revoked' },
      { 'X-Api-Key': [String(web['X-Api-Key']), String(web['X-Api-Key'])] },
      { X_Api_Key: String(web['X-Api-Key']) },
    ];
    const without = withoutOwn(await ask(direct, list));
    for (const headers of refused) {
      const response = await ask(port, list, headers);
      expect([headers, shown(response)]).toEqual([headers, '401 -']);
      expect(withoutOwn(response)).toEqual(without);
    }

    // Whatever is asked, and in which form: as a server responds, and the second time from the cache where that may be.
    const gzip = { 'Accept-Encoding': 'gzip' };
    const { etag = '' } = (await ask(direct, list, web)).headers;
    const [image = ''] = await readdir(join(folder, 'public/media'));
    const same: [becomes: string, target: string, headers?: Headers, method?: string][] = [
      ['200 HIT', list],
      ['200 HIT', `${list}/a1`],
      ['200 HIT', list, gzip],
      ['200 HIT', list, { 'Accept-Encoding': 'br;q=1, x-gzip;q=0.5, identity;q=0.1' }],
      ['200 HIT', list, { 'Accept-Encoding': 'gzip;q=0.5, identity;q=0.9' }],
      ['200 HIT', list, {}, 'HEAD'],
      ['304 HIT', list, { 'If-None-Match': etag }],
      ['304 HIT', list, { 'If-None-Match': `"x", W/${etag}` }],
      ['304 HIT', list, { 'If-None-Match': '*', ...gzip }],
      ['200 HIT', list, { 'If-None-Match': '"x"' }],
      ['200 HIT', list, { Range: 'bytes=0-9' }],
      ['200 HIT', list, { Origin: 'https://app.example.com' }],
      ['200 HIT', list, { Origin: 'https://b.example.com' }],
      ['200 HIT', list, { Origin: 'https://evil.example' }],
      ['304 -', list, { 'If-None-Match': etag, 'If-Modified-Since': 'Mon, 05 Jan 2026 00:00:00 GMT' }],
      ['200 -', list, { 'If-Modified-Since': 'Mon, 05 Jan 2029 00:00:00 GMT' }],
      ['200 -', list, { 'If-Match': '"x"' }],
      ['200 -', list, { 'If-Unmodified-Since': 'Mon, 05 Jan 2020 00:00:00 GMT' }],
      ['304 -', list, { 'If-None-Match': `"x" ${etag}` }],
      ['200 HIT', `${list}?page=9`],
      ['404 MISS', `${list}/99`],
      ['422 MISS', `${list}?page=0`],
      ['404 -', '/api//v1/articles'],
      ['404 -', '/api/v1/%61rticles'],
      ['406 -', list, { 'Accept-Encoding': 'identity;q=0' }],
      ['405 -', list, {}, 'DELETE'],
      ['204 -', list, {}, 'OPTIONS'],
      ['414 MISS', `${list}?${'a'.repeat(7990)}`],
      ['200 HIT', `${list}?${'a'.repeat(7980)}`],
      ['200 -', '/openapi.json'],
      // It may be taken down at any moment.
      ['200 -', `/media/${image}`],
    ];
    for (const [becomes, target, headers = {}, method = 'GET'] of same) {
      const asked = { ...web, ...headers };
      await ask(port, target, asked, method);
      const response = await ask(port, target, { ...asked, ...other }, method);
      expect([target.slice(0, 40), headers, shown(response)]).toEqual([target.slice(0, 40), headers, becomes]);
      expect(withoutOwn(response)).toEqual(withoutOwn(await ask(direct, target, asked, method)));
    }
    // The servers check their keys twice a second.
    await vi.waitUntil(async () => shown(await ask(port, list, { 'X-Api-Key': text })) === '200 -', soon);

    // A key ends at its second, without a reload.
    await vi.waitUntil(() => Date.now() / 1000 >= end, soon);
    expect(shown(await ask(port, list, short))).toBe('401 -');

    // From a revoked one copies are kept with the reload, on open connections as well; the servers notice within a second.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    expect(shown(await ask(port, list, other, 'GET', agent))).toBe('200 HIT');
    expect((await galley(folder, ['key', 'revoke', 'other'])).code).toBe(0);
    await nginx.reload();
    const revoked = async () => ask(port, list, other, 'GET', agent);
    expect((await revoked()).headers['x-cache']).toBeUndefined();
    await vi.waitUntil(async () => shown(await revoked()) === '401 -', soon);
    expect(shown(await ask(port, list, web))).toBe('200 HIT');
    expect(await nginx.errors()).not.toContain('js exception');

    // Without its check, it gives copies to anyone: the check is what keeps them.
    await nginx.stop();
    const edit = (text: string): string =>
      text.replace('js_set $galley_key galley.keyName;', 'map "" $galley_key { default all; }');
    const unchecked = await startNginx({ edit });
    expect(shown(await ask(unchecked.port, `${list}?per_page=3`, web))).toBe('200 MISS');
    expect(shown(await ask(unchecked.port, `${list}?per_page=3`))).toBe('200 HIT');
  });

  test.skipIf(!hasIpv6)('responds on IPv6 as well', async () => {
    const { port, web } = await startAll('');
    const { status } = await fetch(`http://[::1]:${port}${list}`, {
      headers: { 'X-Api-Key': String(web['X-Api-Key']) },
    });
    expect(status).toBe(200);
  });

  test.skipIf(!hasCommand('openssl', 'version'))(
    'its lines for TLS and HTTP/2, uncommented, respond as a server does',
    async () => {
      const { folder, nginx, startNginx, direct, web } = await startAll('nginxCache: {seconds: 600}\n');
      await nginx.stop();
      const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.pem')];
      const names = ['-subj', '/CN=articles.example.com', '-addext', 'subjectAltName=DNS:articles.example.com'];
      const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
      execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', certificate, ...names], { stdio: 'ignore' });
      const port = await freePort();
      const edit = (text: string): string =>
        text
          .replace(/^ {2}# ((?:listen|ssl_).*;)$/gm, '  $1')
          .replace('listen 443 ', `listen 127.0.0.1:${port} `)
          .replace('listen [::]:443 ', hasIpv6 ? `listen [::1]:${port} ` : '# ')
          .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
          .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
      await startNginx({ edit });
      const session = connect(`https://127.0.0.1:${port}`, {
        ca: await readFile(certificate),
        servername: 'articles.example.com',
      });
      onTestFinished(() => session.close());
      const { etag = '' } = (await ask(direct, list, web)).headers;
      const asked: [becomes: string, target: string, headers: Headers, method?: string][] = [
        ['200 MISS', list, web],
        ['200 HIT', list, web],
        ['200 MISS', list, { ...web, 'Accept-Encoding': 'gzip' }],
        ['304 HIT', list, { ...web, 'If-None-Match': etag }],
        ['200 HIT', list, web, 'HEAD'],
        ['401 -', list, {}],
        ['401 -', list, { 'X-Api-Key': 'gly_wrong' }],
        ['404 -', '/api//v1/articles', web],
        ['200 -', '/openapi.json', {}],
      ];
      for (const [becomes, target, headers, method = 'GET'] of asked) {
        const response = await askSession(session, target, headers, method);
        expect([target, shown(response)]).toEqual([target, becomes]);
        expect(withoutOwn(response)).toEqual(withoutOwn(await ask(direct, target, headers, method)));
      }
    },
  );

  test('a store that hangs costs a request one wait: no other replica is asked after it', async () => {
    const folder = await makeFolder();
    await writeFiles(folder, {
      'galley.config.yaml': 'site: https://articles.example.com\n',
      'content/1.md': article(1),
    });
    const store = await startObjectStore();
    const address = `s3://${store.bucket}`;
    const env = {
      AWS_ENDPOINT_URL_S3: store.endpoint,
      AWS_REGION: store.region,
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    expect((await galley(folder, ['build'])).code).toBe(0);
    expect(await galley(folder, ['push', address], env)).toMatchObject({ code: 0 });
    const { out } = await galley(folder, ['key', 'new', 'web']);
    expect((await galley(folder, ['init', 'nginx'])).code).toBe(0);
    const replicas = [1, 2].map(() => start(folder, ['serve', '--from', address, '--port', '0', '--json'], env));
    const ports = replicas.map(async ({ until }) => Number((await until(/"address":"http:[^"]*:(\d+)"/))[1]));
    const nginx = await startNginxRecipe(folder, { replicas: await Promise.all(ports) });
    onTestFinished(nginx.stop);
    store.meddle = (_, __, key) => !key.endsWith('release.json');
    const { status } = await ask(nginx.port, list, { 'X-Api-Key': out.trim() });
    const failed = (): number => replicas.flatMap(({ text }) => text.out.match(/"status":503/g) ?? []).length;
    await vi.waitUntil(() => failed() > 0, soon);
    expect([status, failed()]).toEqual([503, 1]);
  });

  test('keeps nothing where the servers do not say so, and limits each key for itself', async () => {
    const { nginx, startNginx, web, other } = await startAll('');
    for (const _ of [1, 2]) expect(shown(await ask(nginx.port, list, web))).toBe('200 MISS');

    await nginx.stop();
    const edit = (text: string): string =>
      text.replaceAll(/rate=\d+r\/s/g, 'rate=1r/m').replaceAll(/burst=\d+/g, 'burst=2');
    const { port } = await startNginx({ isLimited: true, edit });
    const ofWeb = await Promise.all(Array.from({ length: 6 }, () => ask(port, list, web)));
    expect(ofWeb.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    expect((await ask(port, list, other)).status).toBe(200);
    expect((await ask(port, list)).status).toBe(401);
    const over = ofWeb.find(({ status }) => status === 429);
    expect(over?.headers).toMatchObject({
      'retry-after': '1',
      'cache-control': 'no-store',
      vary: 'Accept-Encoding, X-Api-Key',
      'content-type': 'application/problem+json',
    });
    expect(JSON.parse(String(over?.body))).toMatchObject({ type: 'about:blank', status: 429 });
  });

  test('shows an article in the second of its date, however long responses are kept', async () => {
    const { folder, replicas, port, web } = await startAll('nginxCache: {seconds: 600}\n');
    let at = 0;
    const prepare = async (seconds: number): Promise<void> => {
      at = Math.floor(Date.now() / 1000) + seconds;
      await writeFiles(folder, { 'content/4.md': article(4, new Date(at * 1000).toISOString()) });
      expect((await galley(folder, ['build'])).code).toBe(0);
      const { release } = JSON.parse(await readFile(join(folder, 'public/api/v1/release.json'), 'utf8'));
      for (const replica of replicas) {
        const found = async () => (await ask(replica.port, list, web)).headers['galley-release'];
        await vi.waitUntil(async () => (await found()) === release, soon);
      }
    };
    // Building and activating it take longer on a busy machine. In the last two seconds nothing is kept.
    for (let seconds = 5; Date.now() > (at - 3) * 1000; seconds *= 2) await prepare(seconds);
    const seen: [isPublished: boolean, isShown: boolean, cache: unknown][] = [];
    const hits = (isPublished: boolean): number =>
      seen.filter(([is, , cache]) => is === isPublished && cache === 'HIT').length;
    while (Date.now() < (at + 1) * 1000 || hits(true) === 0) {
      const asked = Date.now();
      const { headers } = await ask(port, list, web);
      const isOnBoth = asked >= at * 1000 || Date.now() < at * 1000;
      if (isOnBoth) seen.push([asked >= at * 1000, headers['x-total-count'] === '4', headers['x-cache']]);
    }
    expect(seen.filter(([isPublished, isShown]) => isPublished !== isShown)).toEqual([]);
    expect([hits(false) > 0, hits(true) > 0]).toEqual([true, true]);
  });

  test('when a server is killed, every request gets a response; when all are gone, good keys get what was kept', {
    tags: ['scaled'],
  }, async () => {
    const { replicas, serve, port, web, other } = await startAll('nginxCache: {seconds: 1}\n');
    const counts = new Map<string, number>();
    let isOver = false;
    const load = async (n: number): Promise<void> => {
      for (let i = 0; !isOver; i++) {
        // Most are not kept: each asks for a page of its own.
        const target = i % 4 === 0 ? list : `${list}?per_page=2&n=${n}-${i}`;
        const what = await ask(port, target, i % 2 === 0 ? web : other).then(
          ({ status, body }) => `${status} ${String(body).startsWith('{"data":[{')} ${status === 200 ? '' : body}`,
          (error) => String(error),
        );
        counts.set(what, (counts.get(what) ?? 0) + 1);
      }
    };
    const loads = Promise.all(Array.from({ length: 8 }, (_, n) => load(n)));
    const answered = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
    const untilMore = async (more: number): Promise<void> => {
      const enough = answered() + more * amount({ test: 1, all: 1, soak: 5 });
      await vi.waitUntil(() => answered() > enough, soon);
    };
    const [one, two] = replicas;
    await untilMore(200);
    one.child.kill('SIGKILL');
    await untilMore(600);
    const again = await serve(one.port);
    await untilMore(600);
    two.child.kill('SIGKILL');
    await untilMore(600);
    isOver = true;
    await loads;
    expect([...counts.keys()]).toEqual(['200 true ']);

    await vi.waitUntil(async () => shown(await ask(port, list, web)) === '200 HIT', soon);
    again.child.kill('SIGKILL');
    await vi.waitUntil(async () => shown(await ask(port, list, web)) === '200 STALE', soon);
    expect(shown(await ask(port, list, other))).toBe('200 STALE');
    for (const headers of [{}, { 'X-Api-Key': 'gly_wrong' }]) {
      const { status, headers: fields, body } = await ask(port, list, headers);
      expect([status, fields['retry-after'], fields['content-type'], JSON.parse(String(body)).status]).toEqual([
        503,
        '5',
        'application/problem+json',
        503,
      ]);
    }
    expect((await ask(port, `${list}/a1`, web)).status).toBe(503);
    await serve(two.port);
    await vi.waitUntil(async () => (await ask(port, `${list}/a1`, web)).status === 200, soon);
    expect(shown(await ask(port, list))).toBe('401 -');
  });
});
