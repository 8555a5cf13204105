import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startHooks } from '../../../src/adapters/node/hooks/hooks.ts';
import { freePort } from '../../support/free-port.ts';
import { publishedReleases } from '../../support/published-releases.ts';
import { encodeTestArticle, makeArticle } from '../../support/release.ts';
import { makeFolder } from '../../support/server.ts';

const secretBytes = randomBytes(32);
const secret = `whsec_${secretBytes.toString('base64')}`;
const start = Date.parse('2026-01-01T00:00:00Z');
const article = (id: number, seconds: number) =>
  encodeTestArticle(
    makeArticle({ id, publish_at: new Date(start + seconds * 1000).toISOString().replace('.000Z', 'Z') }),
  );

/** A receiver that gives these statuses in turn, and 204 from then on. */
async function receiver(...statuses: number[]) {
  const got: { id: string; type: string; data: Record<string, unknown>; isSigned: boolean }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers;
    const expected = createHmac('sha256', secretBytes).update(`${id}.${time}.${body}`).digest('base64');
    got.push({ id: String(id), ...JSON.parse(body), isSigned: signature === `v1,${expected}` });
    response.writeHead(statuses.shift() ?? 204, { Location: '/other' }).end('x'.repeat(100_000));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function setUp(urls: string[], file?: string) {
  const published = publishedReleases();
  const errors: string[] = [];
  const time = { now: start + 10_000 };
  const path = file ?? join(await makeFolder(), 'hooks.json');
  const begin = async () => {
    const { storage } = published;
    const onError = (error: Error) => void errors.push(error.message);
    const hooks = await startHooks({ urls, secret, file: path, storage, onError, now: () => time.now, delays: [0.01] });
    onTestFinished(() => hooks.close());
    return hooks;
  };
  const publish = async (hooks: Awaited<ReturnType<typeof begin>>, ...articles: ReturnType<typeof article>[]) => {
    const release = await published.publish(articles, Math.floor(time.now / 1000));
    await hooks.onRelease(release);
    return release;
  };
  /** Publishes an article, and a second later another one, of which the receivers are told. */
  const report = async (hooks: Awaited<ReturnType<typeof begin>>) => {
    await publish(hooks, article(1, 0));
    time.now += 1000;
    await publish(hooks, article(1, 0), article(2, 1));
  };
  return { published, errors, time, path, begin, publish, report };
}

test('an activation and a date are reported, signed, with tokens that lead from one to the next', async () => {
  const { got, url } = await receiver();
  const { begin, publish, time, path } = await setUp([url]);
  const hooks = await begin();
  await publish(hooks, article(1, 0));
  expect(got).toEqual([]);
  time.now += 5000;
  const second = await publish(hooks, article(1, 0), article(2, 1), article(3, 20));
  await vi.waitFor(() => expect(got.length).toBe(1));
  expect(got[0]).toMatchObject({ type: 'release.activated', isSigned: true });
  expect(got[0]?.data).toMatchObject({ release: second, token: `${second}-${start / 1000 + 15}`, published: 2 });
  time.now = start + 20_000;
  // Its timer ended before the clock was set.
  await hooks.onRelease(second);
  await vi.waitFor(() => expect(got.length).toBe(2));
  expect(got[1]).toMatchObject({
    type: 'articles.published',
    data: { release: second, since: got[0]?.data.token, token: `${second}-${start / 1000 + 20}`, published: 3 },
  });
  await hooks.onRelease(second);
  expect(got.length).toBe(2);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('what fails is sent again, in order, with the same id, and by two servers with one id', async () => {
  const { got, url } = await receiver(500, 302, 204);
  const { begin, publish, time, errors, published, report } = await setUp([url]);
  const hooks = await begin();
  await report(hooks);
  time.now += 1000;
  await publish(hooks, article(1, 0));
  await vi.waitFor(() => expect(got.length).toBe(4));
  const [first] = got;
  expect(got.map(({ id }) => id)).toEqual([
    first?.id,
    first?.id,
    first?.id,
    expect.not.stringMatching(first?.id ?? ''),
  ]);
  expect(errors.map((error) => /it responded with \d+\. It is sent again/.test(error))).toEqual([true, true]);
  // Another server of the same store, with a file of its own.
  const file = join(await makeFolder(), 'hooks.json');
  await writeFile(
    file,
    JSON.stringify({ reported: { release: published.ledger[1]?.release, at: published.ledger[1]?.since }, queues: {} }),
  );
  const other = await startHooks({
    urls: [url],
    secret,
    file,
    storage: published.storage,
    onError() {},
    now: () => time.now,
  });
  onTestFinished(() => other.close());
  await other.onRelease(published.release?.id ?? '');
  await vi.waitFor(() => expect(got.length).toBe(5));
  expect(got[4]?.id).toBe(got[3]?.id);
});

test('a restart goes on with what was not delivered', async () => {
  const { got, url } = await receiver(503, 503, 503, 503, 503);
  const { begin, path, report } = await setUp([url]);
  const hooks = await begin();
  await report(hooks);
  await vi.waitFor(() => expect(got.length).toBeGreaterThan(1));
  hooks.close();
  expect(Object.values(JSON.parse(await readFile(path, 'utf8')).queues)).toEqual([
    [expect.objectContaining({ id: got[0]?.id })],
  ]);
  await begin();
  await vi.waitFor(() => expect(got.length).toBeGreaterThanOrEqual(6));
  expect(new Set(got.map(({ id }) => id)).size).toBe(1);
});

test('an event of yesterday is given up', async () => {
  const { got, url } = await receiver(...Array<number>(500).fill(503));
  const { begin, time, errors, report } = await setUp([url]);
  const hooks = await begin();
  await report(hooks);
  await vi.waitFor(() => expect(got.length).toBeGreaterThan(1));
  const before = errors.length;
  time.now += 24 * 3600 * 1000;
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(before));
  expect(errors.at(-1)).toContain('It is not sent again');
});

test('a receiver that is gone is given up', async () => {
  const gone = await receiver(410);
  const { begin, publish, time, errors, report } = await setUp([gone.url]);
  const hooks = await begin();
  await report(hooks);
  await vi.waitFor(() => expect(errors.length).toBe(1));
  time.now += 1000;
  await publish(hooks, article(1, 0));
  await vi.waitFor(() => expect(errors.length).toBe(2));
  expect(gone.got.length).toBe(1);
  expect(errors[0]).toMatch(/it responded with 410\. It is not sent again/);
});

test('a receiver that never responds is given up after 15 seconds, and gets the event again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => void sockets.push(socket.resume().on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { begin, publish, time, errors } = await setUp([`http://127.0.0.1:${(server.address() as AddressInfo).port}/`]);
  const hooks = await begin();
  await publish(hooks, article(1, 0));
  time.now += 1000;
  const [[socket]] = await Promise.all([once(server, 'connection'), publish(hooks, article(1, 0), article(2, 1))]);
  await vi.advanceTimersByTimeAsync(14_999);
  expect([errors, socket.closed]).toEqual([[], false]);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(1));
  expect(socket.closed).toBe(true);
  expect(errors).toEqual([expect.stringMatching(/: no response within 15 seconds\. It is sent again later\.$/)]);
});

test.each([
  ['to which nobody listens', freePort, /: connect ECONNREFUSED 127\.0\.0\.1:\d+\. It is sent/],
  ['that fetch refuses', () => 6000, /: bad port\. It is sent/],
])('an address %s is logged without its path', async (_, port, expected) => {
  const { begin, errors, report } = await setUp([`http://127.0.0.1:${await port()}/secret?key=secret`]);
  const hooks = await begin();
  await report(hooks);
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0));
  expect(errors[0]).toMatch(expected);
  expect(errors.join()).not.toContain('secret');
});

test('an error of fetch names no more of an address than its origin', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Request to https://a.example/secret?key=secret failed')));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { begin, errors, report } = await setUp(['https://a.example/secret?key=secret']);
  const hooks = await begin();
  await report(hooks);
  await vi.waitFor(() => expect(errors[0]).toContain(': Request to https://a.example failed. It is sent again later.'));
});

test('while its file cannot be written, the state says so', async () => {
  const { got, url } = await receiver();
  const { begin, publish, time, path, errors } = await setUp([url]);
  const hooks = await begin();
  await publish(hooks, article(1, 0));
  expect(hooks.state().problems).toEqual([]);
  await mkdir(join(`${path}.new`, 'in-the-way'), { recursive: true });
  time.now += 1000;
  await publish(hooks, article(1, 0), article(2, 1));
  await vi.waitFor(() => expect(got.length).toBe(1));
  expect(errors.length).toBeGreaterThan(0);
  expect(hooks.state().problems).toEqual(['The file of hooks cannot be written. A restart would lose events.']);
  await rm(`${path}.new`, { recursive: true });
  time.now += 1000;
  await publish(hooks, article(1, 0));
  await vi.waitFor(() => expect(hooks.state().problems).toEqual([]));
});

describe('is refused', () => {
  test.each([
    'https://user:secret@a.example/',
    'http://secret@127.0.0.1/',
    'https://:secret@a.example',
    'https://secret@',
  ])('%s, and no secret is printed', async (url) => {
    const refused = await setUp([url]).then(({ begin }) => begin().catch(({ message }) => message));
    expect(refused).toMatch(
      /^--hook: found .*(?:with a name or a password before it\.|Expected an address with https)/,
    );
    expect(refused).not.toContain('secret');
  });

  test('a file that cannot be written', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'a'), '');
    const { begin } = await setUp(['https://a.example'], join(folder, 'a', 'hooks.json'));
    await expect(begin()).rejects.toThrow(/^hooksFile: .*hooks\.json cannot be written \(ENOTDIR\), so .*--hooks-file/);
  });

  test.each(['http://example.com/', 'ftp://example.com/', 'x', 'http://127.0.0.1.example.com/'])('%s', async (url) => {
    await expect(setUp([url]).then(({ begin }) => begin())).rejects.toThrow(
      /^--hook: found .* Expected an address with https/,
    );
  });

  test.each(['', 'whsec_', 'whsec_c2hvcnQ=', secret.slice(6)])('the secret %j, which is not printed', async (wrong) => {
    const { published, path } = await setUp([]);
    const options = {
      urls: ['https://example.com'],
      secret: wrong,
      file: path,
      storage: published.storage,
      onError() {},
    };
    await expect(startHooks(options)).rejects.toThrow(/^GALLEY_HOOK_SECRET: expected whsec_/);
  });
});
