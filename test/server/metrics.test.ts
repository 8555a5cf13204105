import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { galley, type Running, start, writeFiles } from '../support/command.ts';
import { has } from '../support/needs.ts';
import { startObjectStore } from '../support/object-store.ts';
import { get, makeFolder } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

const post = (title: string, date = '2026-01-01') => `---\ntitle: ${title}\ndate: ${date}\n---\n\nText\n`;
const canSeeWorkers = has(
  'the file children of a process in /proc',
  existsSync(`/proc/${process.pid}/task/${process.pid}/children`),
);
const list = '/api/v1/articles';

interface Server {
  folder: string;
  running: Running;
  ask(target: string, options?: Parameters<typeof get>[2]): ReturnType<typeof get>;
  /** The value of each series, by its name and labels. */
  scrape(): Promise<Map<string, number>>;
  metricsPort: number;
}

/** `built` are the settings of the build, `settings` those of the server. */
async function serve(args: string[] = [], settings = '', env = {}, built = settings): Promise<Server> {
  const { folder, run, write } = await makeSite({
    'galley.config.yaml': built,
    'content/a.md': post('A'),
    'content/b.md': post('B', '2199-01-01'),
  });
  await run('build');
  await write({ 'galley.config.yaml': settings });
  const running = start(folder, ['serve', '--port', '0', '--metrics', '0', ...args], env);
  const port = Number((await running.until(/^listening on http:\/\/127\.0\.0\.1:(\d+)\n/))[1]);
  const key = /key for this run: (gly_\S{36})/.exec(running.text.err)?.[1] ?? '';
  const metricsPort = Number(/metrics on http:\/\/127\.0\.0\.1:(\d+)\/metrics/.exec(running.text.err)?.[1]);
  const ask: Server['ask'] = (target, { headers, ...options } = {}) =>
    get(port, target, { ...options, headers: { 'X-Api-Key': key, ...headers } });
  const scrape = async () => {
    const { status, headers, body } = await get(metricsPort, '/metrics');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(body).not.toContain(key);
    return parse(body);
  };
  return { folder, running, ask, scrape, metricsPort };
}

test('the store, the clock, the age of the release, lines that were dropped, and what is degraded', {
  tags: ['long'],
}, async () => {
  const store = await startObjectStore();
  const env = {
    AWS_ENDPOINT_URL: store.endpoint,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  };
  const { folder, run } = await makeSite({
    'content/a.md': post('A'),
    'galley.config.yaml': 'site: https://articles.example.com\n',
  });
  await run('build');
  expect((await galley(folder, ['push', 's3://articles/live'], env)).code).toBe(0);
  // A minute behind, and it fails now and then.
  let asked = 0;
  store.meddle = (_, response) => {
    response.setHeader('Date', new Date(Date.now() - 60_000).toUTCString());
    if (++asked % 3 > 0) return false;
    response.writeHead(503).end();
    return true;
  };
  const flags = ['--from', 's3://articles/live', '--json', '--poll', '0', '--metrics', '0', '--port', '0'];
  const running = start(folder, ['serve', ...flags], env);
  await running.until(/"event":"listening"/);
  const metricsPort = Number(/metrics on http:\/\/127\.0\.0\.1:(\d+)/.exec(running.text.err)?.[1]);
  const read = async () => parse((await get(metricsPort, '/metrics')).body);
  await expect.poll(async () => (await read()).get('galley_store_failures_total'), { interval: 50 }).toBeGreaterThan(1);
  const series = await read();
  expect(series.get('galley_store_requests_total')).toBeGreaterThan(series.get('galley_store_failures_total') ?? 0);
  expect(series.get('galley_store_success_age_seconds')).toBeLessThan(20);
  expect(Math.round(series.get('galley_clock_difference_seconds') ?? 0)).toBeGreaterThanOrEqual(59);
  expect(series.get('galley_degraded')).toBe(1);
  expect(series.get('galley_release_age_seconds')).toBeLessThan(60);
  expect(series.get('galley_log_lines_dropped_total')).toBe(0);
});

test('events of hooks, and that they cannot be kept', () => countEvents('1'));
test('events of hooks of two workers, and that they cannot be kept', { tags: ['long'] }, () => countEvents('2'));

async function countEvents(workers: string): Promise<void> {
  const statuses = [503];
  const receiver = createHttpServer((_, response) => response.writeHead(statuses.shift() ?? 204).end());
  receiver.listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const env = { GALLEY_HOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` };
  const { folder, scrape, ask } = await serve(['--hook', hook, '--workers', workers], '', env);
  const events = async () => {
    const series = await scrape();
    return ['deliveries_total', 'failures_total', 'events_waiting'].map((name) => series.get(`galley_hook_${name}`));
  };
  expect(await events()).toEqual([0, 0, 0]);
  await ask('/api/v1/changes');
  expect((await scrape()).get('galley_requests_total{route="changes",status="200"}')).toBe(1);
  await writeFiles(folder, { 'content/c.md': post('C') });
  await galley(folder, ['build']);
  await expect.poll(events, { timeout: 10_000 }).toEqual([0, 1, 1]);
  expect((await scrape()).get('galley_hook_wait_seconds')).toBeGreaterThan(0);
  // A delivery may be writing a file of that name.
  const isInTheWay = () =>
    writeFiles(folder, { 'galley-hooks.json.new/x': '' })
      .then(() => true)
      .catch(() => false);
  await expect.poll(isInTheWay).toBe(true);
  await writeFiles(folder, { 'content/d.md': post('D') });
  await galley(folder, ['build']);
  const reasons = async () => JSON.parse((await ask('/healthz')).body).reasons;
  await expect.poll(reasons, { interval: 50 }).toEqual([expect.stringMatching(/^The file of hooks cannot be written/)]);
}

/** https://prometheus.io/docs/instrumenting/exposition_formats; throws at a line that is none of it. */
function parse(text: string): Map<string, number> {
  const series = new Map<string, number>();
  const typed = new Set<string>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, type] = /^# TYPE ([a-zA-Z_:][\w:]*) (?:counter|gauge|histogram|summary|untyped)$/.exec(line) ?? [];
    if (type !== undefined) typed.add(type);
    if (line.startsWith('#')) {
      expect(line).toMatch(/^# (?:HELP|TYPE) /);
      continue;
    }
    const [, name = '', labels = '', value = ''] =
      /^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*",?)*\})? (\S+)$/.exec(line) ?? [];
    const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
    expect(Number.isNaN(number) && value !== 'Nan', line).toBe(false);
    expect([...typed].some((each) => [each, `${each}_bucket`, `${each}_sum`, `${each}_count`].includes(name))).toBe(
      true,
    );
    expect(series.has(name + labels), line).toBe(false);
    series.set(name + labels, number);
  }
  return series;
}

test('each kind of request is counted under its route and status, with bytes and duration, and SIGTERM ends it as ever', async () => {
  const { running, ask, scrape } = await serve(
    [],
    'rateLimit: {requests: 6, seconds: 1000}\n',
    {},
    'rateLimit: {requests: 1, seconds: 9}\n',
  );
  const { body } = await ask(list);
  await ask(list);
  await ask(list, { headers: { 'If-None-Match': '*' } });
  await ask(`${list}?page=0`);
  await ask(`${list}/a`);
  await ask(`${list}/none`);
  await ask(`${list}/a`);
  await ask(`${list}/a`, { headers: { 'X-Api-Key': 'none' } });
  await ask('/openapi.json');
  await ask('/healthz');
  await ask('/a-name-that-only-this-request-knows');
  const found = await scrape();
  const counts = [...found].filter(([name]) => /^galley_(?:requests|rate_limited)_total/.test(name));
  expect(Object.fromEntries(counts)).toEqual({
    'galley_requests_total{route="list",status="200"}': 2,
    'galley_requests_total{route="list",status="304"}': 1,
    'galley_requests_total{route="list",status="422"}': 1,
    'galley_requests_total{route="article",status="200"}': 1,
    'galley_requests_total{route="article",status="404"}': 1,
    'galley_requests_total{route="article",status="429"}': 1,
    'galley_requests_total{route="article",status="401"}': 1,
    'galley_requests_total{route="open",status="200"}': 1,
    'galley_requests_total{route="other",status="200"}': 1,
    'galley_requests_total{route="other",status="404"}': 1,
    galley_rate_limited_total: 1,
  });
  expect(found.get('galley_request_duration_seconds_count{route="list"}')).toBe(4);
  expect(found.get('galley_request_duration_seconds_bucket{le="+Inf",route="list"}')).toBe(4);
  expect(found.get('galley_response_bytes_total{route="list"}')).toBeGreaterThan(2 * body.length);
  expect(found.get('galley_response_bytes_total{route="open"}')).toBeGreaterThan(1000);
  expect([...found.keys()].join()).not.toMatch(/a-name-that-only/);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('reports the release, its articles, how many are published, the cache and the event loop, at that address and nowhere else', {
  tags: ['long'],
}, async () => {
  const { folder, ask, scrape, metricsPort } = await serve();
  for (let i = 0; i < 3; i++) await ask(list);
  const before = await scrape();
  const releases = (found: Map<string, number>) =>
    [...found].filter(([name]) => name.startsWith('galley_release_info'));
  const id = (await ask(list)).headers['galley-release'];
  expect(releases(before)).toEqual([[`galley_release_info{release="${id}"}`, 1]]);
  expect([before.get('galley_articles'), before.get('galley_articles_published')]).toEqual([undefined, 1]);
  expect([before.get('galley_cache_hits_total'), before.get('galley_cache_misses_total')]).toEqual([2, 1]);
  expect(before.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(before.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  await writeFiles(folder, { 'content/c.md': post('C') });
  await galley(folder, ['build']);
  await expect.poll(async () => (await scrape()).get('galley_articles_published'), { interval: 20 }).toBe(2);
  const after = await scrape();
  expect(releases(after)).toHaveLength(1);
  expect(releases(after)).not.toEqual(releases(before));
  for (const path of ['/', list, '/metrics/', '/healthz']) expect((await get(metricsPort, path)).status).toBe(404);
  expect((await get(metricsPort, '/metrics', { method: 'POST' })).status).toBe(404);
  expect((await get(metricsPort, '/metrics', { method: 'HEAD' })).body).toBe('');
  expect((await ask('/metrics')).status).toBe(404);
});

test('the counts of several workers come together, and so does the limit of their release', {
  tags: ['long'],
}, async () => {
  const built = 'rateLimit: {requests: 20, seconds: 1000}\n';
  const { running, ask, scrape } = await serve(['--workers', '3'], '', {}, built);
  const statuses: number[] = [];
  const left = new Set<string | undefined>();
  for (let i = 0; i < 25; i++) {
    const { status, headers } = await ask(list);
    statuses.push(status);
    left.add(`${headers.ratelimit}`.replace(/;t=\d+/, ''));
  }
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
  expect(left.size).toBe(20);
  const found = await scrape();
  expect(found.get('galley_requests_total{route="list",status="200"}')).toBe(20);
  expect(found.get('galley_rate_limited_total')).toBe(5);
  expect([found.get('galley_articles'), found.get('galley_articles_published')]).toEqual([undefined, 1]);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test.skipIf(!canSeeWorkers)(
  'while a worker ends and another comes, all is answered and counted on',
  { tags: ['long'] },
  async () => {
    const { running, ask, scrape } = await serve(['--workers', '2'], 'rateLimit: {requests: 100000, seconds: 1000}\n');
    const workers = () =>
      readFileSync(`/proc/${running.child.pid}/task/${running.child.pid}/children`, 'utf8').trim().split(' ');
    const [victim, other] = workers();
    const statuses = new Set<unknown>();
    let [isOver, responses] = [false, 0];
    const readers = Array.from({ length: 8 }, async () => {
      // A connection to the one that ends breaks; one that Node was just handing to it is never answered.
      const timeout = () => new Promise<null>((resolve) => setTimeout(resolve, 500, null));
      while (!isOver) {
        const status = (await Promise.race([ask(list).catch(() => null), timeout()]))?.status;
        statuses.add(status);
        if (status !== undefined) responses++;
      }
    });
    process.kill(Number(victim), 'SIGKILL');
    await expect.poll(() => running.text.err, { interval: 20 }).toMatch(/A worker ended \(SIGKILL\)/);
    await expect.poll(() => workers().filter((pid) => pid !== victim).length, { interval: 20 }).toBe(2);
    // The one that came responds, too: all that is asked while the other stands still.
    process.kill(Number(other), 'SIGSTOP');
    const before = responses;
    await expect.poll(() => responses, { interval: 20 }).toBeGreaterThan(before + readers.length);
    process.kill(Number(other), 'SIGCONT');
    isOver = true;
    await Promise.all(readers);
    statuses.delete(undefined);
    expect([...statuses]).toEqual([200]);
    const { status, headers } = await ask(list);
    expect([status, headers.ratelimit]).toEqual([200, expect.stringMatching(/^"default";r=\d+/)]);
    await expect.poll(async () => (await scrape()).get('galley_articles_published'), { interval: 20 }).toBe(1);
  },
);

test('an address that is taken ends in a sentence, exit code 2', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const { run } = await makeSite();
  const { code, err } = await run('serve', '--port', '0', '--metrics', `127.0.0.1:${port}`);
  expect([code, err]).toEqual([
    2,
    `Cannot listen on 127.0.0.1 port ${port}: another program listens there. Stop it, or choose another port with --metrics (0 picks a free one).\n`,
  ]);
  blocker.close();
});

test.each(['', 'localhost', ':9464', '::1:9464', '127.0.0.1:65536', 'http://127.0.0.1:1', '127.0.0.1:9464/metrics'])(
  '--metrics %j is refused',
  async (address) => {
    const { code, err } = await galley(await makeFolder(), ['serve', `--metrics=${address}`]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^--metrics: found ".*"\. Expected an address that only you/),
    ]);
  },
);
