/** @module-tag program */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { NodeServerOptions } from '../../src/adapters/node.ts';
import { type Cache, startNginx, startVarnish } from '../support/caches.ts';
import { buildWithDrafts, contentWithDrafts, marker, page, secrets, withRevoked } from '../support/drafts.ts';
import { readGuideFile } from '../support/guide.ts';
import { hasCommand } from '../support/needs.ts';
import { encodeTestArticle, makeArticle } from '../support/release.ts';
import { get, serveNode, startServer, type TestServer } from '../support/server.ts';

/** What callers of a cache see that must not be. */
interface Outcome {
  /** Pages of articles that a caller without a key, or with a wrong one, was given. */
  leaks: string[];
  /** Errors that were another caller's. */
  errors: string[];
  /** Whether the cache responds to a repeated request of one caller by itself. */
  keeps: boolean;
}

const none: Outcome = { leaks: [], errors: [], keeps: false };
const own: Outcome = { ...none, keeps: true };
const all: Outcome = {
  leaks: expect.arrayContaining(['without a key', 'with a wrong key', 'while the origin is away']),
  errors: ['401 of a stranger', '404 of another', '429 of another'],
  keeps: true,
};

const nginx = (settings: string): string => `
  proxy_cache_path /var/cache/galley keys_zone=articles:1m;
  server {
    listen 80;
    location / {
      proxy_pass http://127.0.0.1:8787;
      proxy_cache articles;
      ${settings}
    }
  }`;

const varnish = (subroutines: string): string => `
vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "8787"; }
${subroutines}`;

const anyway = 'proxy_ignore_headers Cache-Control Expires;';

/** Configurations as people copy them. */
const configurations: [what: string, start: (port: number) => Promise<Cache>, expected: Outcome][] = [
  ...(
    [
      ['proxy_cache alone', '', none],
      ['proxy_cache_valid 200 10m', 'proxy_cache_valid 200 10m;', none],
      ['proxy_cache_valid any 10m', 'proxy_cache_valid any 10m;', none],
      ['Cache-Control ignored', `${anyway} proxy_cache_valid 200 10m;`, own],
      ['Cache-Control ignored, errors too', `${anyway} proxy_cache_valid any 10m;`, own],
      [
        'Cache-Control hidden',
        `${anyway} proxy_hide_header Cache-Control; proxy_hide_header Vary; proxy_cache_valid any 10m;`,
        own,
      ],
      ['a key of path and query', `${anyway} proxy_cache_valid any 10m; proxy_cache_key $uri$is_args$args;`, own],
      ['a lock', `${anyway} proxy_cache_valid any 10m; proxy_cache_lock on; proxy_cache_lock_timeout 2s;`, own],
      [
        'stale pages where the origin fails',
        `${anyway} proxy_cache_valid any 10m; proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504 http_403 http_404 http_429; proxy_cache_background_update on;`,
        own,
      ],
      ['revalidation', `${anyway} proxy_cache_valid any 1s; proxy_cache_revalidate on;`, own],
      [
        'pages of its own for errors',
        `${anyway} proxy_cache_valid any 10m; proxy_intercept_errors on; error_page 500 502 503 504 /50x.html;`,
        own,
      ],
      [
        'gzip of its own',
        `${anyway} proxy_cache_valid any 10m; proxy_set_header Accept-Encoding ""; gzip on; gzip_proxied any; gzip_vary on; gzip_types application/json;`,
        own,
      ],
      [
        'public for those behind it',
        `${anyway} proxy_cache_valid any 10m; proxy_hide_header Cache-Control; add_header Cache-Control "public, max-age=600" always;`,
        own,
      ],
      ['Vary ignored, Cache-Control heeded', 'proxy_ignore_headers Vary; proxy_cache_valid any 10m;', none],
      ['Vary ignored as well', `proxy_ignore_headers Cache-Control Expires Vary; proxy_cache_valid any 10m;`, all],
    ] as const
  ).map(([what, settings, expected]): (typeof configurations)[number] => [
    `nginx: ${what}`,
    (port) => startNginx(nginx(settings).replace('8787', String(port))),
    expected as Outcome,
  ]),
  ...(
    [
      ['as it comes', '', none],
      ['a time to live', 'sub vcl_backend_response { set beresp.ttl = 1h; }', none],
      ['a time to live, and that is all', 'sub vcl_backend_response { set beresp.ttl = 1h; return (deliver); }', own],
      [
        'Cache-Control taken out',
        'sub vcl_backend_response { unset beresp.http.Cache-Control; set beresp.ttl = 1h; }',
        own,
      ],
      [
        'a hash of the path',
        'sub vcl_backend_response { set beresp.ttl = 1h; return (deliver); } sub vcl_hash { hash_data(req.url); return (lookup); }',
        own,
      ],
      [
        'hash whatever comes',
        'sub vcl_recv { return (hash); } sub vcl_backend_response { set beresp.ttl = 1h; return (deliver); }',
        own,
      ],
      ['grace', 'sub vcl_backend_response { set beresp.ttl = 1s; set beresp.grace = 1h; return (deliver); }', own],
      [
        'Vary taken out',
        'sub vcl_backend_response { unset beresp.http.Vary; set beresp.ttl = 1h; return (deliver); }',
        all,
      ],
    ] as const
  ).map(([what, subroutines, expected]): (typeof configurations)[number] => [
    `Varnish: ${what}`,
    (port) => startVarnish(varnish(subroutines).replace('8787', String(port))),
    expected as Outcome,
  ]),
];

const guided: typeof configurations = [
  [
    'nginx: the guide',
    async (port) => startNginx((await readGuideFile('caching', 'cache.conf')).replace('8787', String(port))),
    own,
  ],
  [
    'Varnish: the guide',
    async (port) => startVarnish((await readGuideFile('caching', 'cache.vcl')).replace('8787', String(port))),
    own,
  ],
];

const areHere = [hasCommand('nginx', '-v'), hasCommand('varnishd', '-V')].every(Boolean);

test.skipIf(!areHere).for([...configurations, ...guided])('%s', async ([, start, expected]) => {
  const [first, second, wrong] = [newKey(), newKey(), newKey()];
  const keys = [first, second].map((key, index) => ({ name: `key ${index}`, digest: sha256(key) }));
  const articles = Array.from({ length: 5 }, (_, index) => encodeTestArticle(makeArticle({ id: index + 1 })));
  const limit = 60;
  const server = await startServer(articles, { keys: () => keys, rateLimit: { requests: limit, seconds: 600 } });
  const cache = await start(server.port);
  expect(await observe(cache, server, { first, second, wrong }, limit)).toEqual(expected);
});

interface Keys {
  first: string;
  second: string;
  wrong: string;
}

async function observe(cache: Cache, server: TestServer, keys: Keys, limit: number): Promise<Outcome> {
  const outcome: Outcome = { leaks: [], errors: [], keeps: false };
  const list = '/api/v1/articles';
  const strangers: [string, Record<string, string>][] = [
    ['without a key', {}],
    ['with a wrong key', { 'X-Api-Key': keys.wrong }],
    ['with an empty key', { 'X-Api-Key': '' }],
  ];
  const [one, other] = [{ 'X-Api-Key': keys.first }, { 'X-Api-Key': keys.second }];
  const statusOf = async (target: string, headers: Record<string, string>): Promise<number> =>
    (await cache.ask(target, headers)).status;

  // Pages that a good key has asked for, and then a stranger.
  for (const _ of [1, 2, 3]) expect(await statusOf(list, one)).toBe(200);
  outcome.keeps = countResponses(server) < 3;
  for (const [who, headers] of strangers) {
    const { status, body } = await cache.ask(list, headers);
    if (status !== 401 || String(body).includes('"data"')) outcome.leaks.push(who);
  }
  expect(await statusOf(list, other)).toBe(200);
  expect(await statusOf(list, one)).toBe(200);

  // Errors, and then somebody else.
  const fresh = `${list}?per_page=2`;
  for (const [, headers] of [...strangers, ...strangers]) expect(await statusOf(fresh, headers)).toBe(401);
  if ((await statusOf(fresh, one)) !== 200) outcome.errors.push('401 of a stranger');
  for (const _ of [1, 2]) expect(await statusOf(`${list}/99`, one)).toBe(404);
  if ((await statusOf(`${list}/99`, {})) !== 401) outcome.errors.push('404 of another');

  // All at the same time.
  const many = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : {}));
  const statuses = await Promise.all(many.map((headers) => statusOf(`${list}?per_page=3`, headers)));
  if (statuses.some((status, index) => status !== (index % 2 === 0 ? 200 : 401)))
    outcome.leaks.push('at the same time');

  // A key that has asked too often.
  const direct = { headers: one };
  for (let asked = 0; asked < limit; asked++) await get(server.port, list, direct);
  expect((await get(server.port, list, direct)).status).toBe(429);
  for (const _ of [1, 2]) expect(await statusOf(`${list}?per_page=4`, one)).toBe(429);
  if ((await statusOf(`${list}?per_page=4`, other)) !== 200) outcome.errors.push('429 of another');

  await server.close();
  for (const [, headers] of strangers) {
    for (const target of [list, fresh, `${list}?per_page=3`]) {
      if ((await statusOf(target, headers)) === 200 && !outcome.leaks.includes('while the origin is away'))
        outcome.leaks.push('while the origin is away');
    }
  }
  return outcome;
}

/** How often the origin was asked for articles. */
function countResponses({ log }: TestServer): number {
  return log.filter((entry) => entry.event === 'response' && entry.method === 'GET' && entry.target.startsWith('/api/'))
    .length;
}

describe.skipIf(!areHere).for(guided)('%s', ([, start]) => {
  const list = '/api/v1/articles';
  const title = 'Überschrift '.repeat(50);
  const articleOf = (id: number, publish_at = `2026-01-0${id}T00:00:00Z`) =>
    encodeTestArticle(makeArticle({ id, publish_at, title }));

  async function startBoth(options: Partial<NodeServerOptions> = {}) {
    const [key, otherKey] = [newKey(), newKey()];
    const keys = [key, otherKey].map((one, index) => ({ name: `key ${index}`, digest: sha256(one) }));
    const server = await startServer(
      [1, 2, 3].map((id) => articleOf(id)),
      { keys: () => keys, ...options },
    );
    const cache = await start(server.port);
    const [one, other] = [{ 'X-Api-Key': key }, { 'X-Api-Key': otherKey }];
    return {
      server,
      cache,
      keys,
      one,
      other,
      direct: (target: string, headers = one) => get(server.port, target, { headers }),
    };
  }

  test('keeps one copy for all good keys, and gives it to nobody else', async () => {
    const { server, cache, keys, one, other } = await startBoth();
    const first = await cache.ask(list, one);
    for (const headers of [one, other, one]) {
      const { status, body, headers: fields } = await cache.ask(list, headers);
      expect([status, body.equals(first.body)]).toEqual([200, true]);
      expect(fields).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, X-Api-Key' });
    }
    const { etag = '' } = first.headers;
    expect((await cache.ask(list, { ...other, 'If-None-Match': etag })).status).toBe(304);
    expect(countResponses(server)).toBe(1);
    for (const headers of [
      {},
      { 'X-Api-Key': newKey() },
      { 'X-Api-Key': '' },
      { 'X-Api-Key': `${one['X-Api-Key']}, x` },
    ]) {
      const { status, body, headers: fields } = await cache.ask(list, headers);
      expect([status, fields['content-type'], JSON.parse(String(body)).status]).toEqual([
        401,
        'application/problem+json',
        401,
      ]);
      expect(fields['www-authenticate']).toBe('ApiKey realm="articles"');
    }
    keys.splice(0, 1);
    expect((await cache.ask(list, one)).status).toBe(401);
    expect((await cache.ask(list, other)).status).toBe(200);
  });

  test('keeps one copy of an article as JSON, and one as Markdown', async () => {
    const { server, cache, one, other } = await startBoth();
    const accepted = ['*/*', 'text/markdown', 'text/html, */*;q=0.8', 'text/markdown', 'application/json'];
    for (const [index, Accept] of accepted.entries()) {
      const { body } = await cache.ask(`${list}/1`, { ...(index % 2 === 0 ? one : other), Accept });
      expect(String(body)).toMatch(Accept === 'text/markdown' ? /^---\ntitle: / : /^\{"id":1,/);
    }
    expect(countResponses(server)).toBe(2);
  });

  test('responds with errors as Galley does, and does not keep them', async () => {
    const { server, cache, one } = await startBoth();
    const errors: [status: number, target: string, method?: string][] = [
      [404, `${list}/99`],
      [422, `${list}?page=0`],
      [410, `/api/v1/changes?since=${'a'.repeat(32)}-1`],
      [405, list, 'POST'],
    ];
    for (const [status, target, method] of errors) {
      for (const _ of [1, 2]) {
        const response = await cache.ask(target, one, method);
        expect([response.status, JSON.parse(String(response.body)).status]).toEqual([status, status]);
        expect(response.headers['cache-control']).toBe('no-store');
      }
      const answered = server.log.filter((entry) => entry.event === 'response' && entry.status === status);
      expect([status, answered.length]).toEqual([status, 2]);
    }
  });

  test('says what is over the limit, and what each key has left', async () => {
    const { cache, one, other } = await startBoth({ rateLimit: { requests: 5, seconds: 600 } });
    const left = async (headers: Record<string, string>) => (await cache.ask(list, headers)).headers.ratelimit;
    expect(await left(one)).toMatch(/^"default";r=4;t=\d+$/);
    expect(await left(one)).toMatch(/^"default";r=2;t=\d+$/);
    expect(await left(other)).toMatch(/r=4;/);
    await left(one);
    await left(one);
    const over = await cache.ask(list, one);
    expect([over.status, Number(over.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await left(other)).toMatch(/r=3;/);
  });

  test('shows what was published, by a release or by its date, with the next request', async () => {
    const { server, cache, one, direct } = await startBoth();
    const total = async () => (await cache.ask(list, one)).headers['x-total-count'];
    expect(await total()).toBe('3');
    const compare = async (count: string): Promise<void> => {
      const isThere = async (): Promise<boolean> => {
        // So that the cache holds what was right until now.
        await cache.ask(list, one);
        return (await direct(list)).headers['x-total-count'] === count;
      };
      await vi.waitUntil(isThere, { timeout: 25_000, interval: 20 });
      const [{ headers, body }, now] = [await cache.ask(list, one), await direct(list)];
      expect(headers).toMatchObject({ 'x-total-count': count, 'galley-release': now.headers['galley-release'] });
      expect(String(body)).toBe(now.body);
    };
    await server.publish([1, 2, 3, 4].map((id) => articleOf(id)));
    await compare('4');
    const soon = new Date(Date.now() + 1000).toISOString().replace(/\.\d+/, '');
    await server.publish([1, 2, 3, 4].map((id) => articleOf(id)).concat(articleOf(5, soon)));
    await compare('5');
  });

  test('does not keep a page of another release than the one that was checked', async () => {
    let fetched = 0;
    const origin = createServer(({ method }, response) => {
      if (method === 'GET') fetched++;
      const release = method === 'HEAD' || fetched > 1 ? 'a1' : 'b2';
      response.writeHead(200, { 'Galley-Release': release, 'X-Total-Count': '1', ETag: `"${release}"` }).end(release);
    });
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    onTestFinished(() => void origin.close());
    const cache = await start((origin.address() as AddressInfo).port);
    fetched = 0;
    for (const body of ['b2', 'a1', 'a1']) expect(String((await cache.ask(list)).body)).toBe(body);
    expect(fetched).toBe(2);
  });

  test('each form is right, and is asked for by its tag', async () => {
    const { cache, one, other, direct } = await startBoth();
    const plain = (await direct(list)).body;
    const forms = { identity: false, gzip: true, 'gzip;q=0': false, 'br, gzip;q=0.5': true, GZIP: true, '*': false };
    for (const [accepted, expected] of Object.entries(forms)) {
      for (const headers of [one, other, one]) {
        const accept = { ...headers, 'Accept-Encoding': accepted };
        const { body, headers: fields } = await cache.ask(list, accept);
        const isGzip = fields['content-encoding'] === 'gzip';
        expect([accepted, isGzip]).toEqual([accepted, expected]);
        expect(String(isGzip ? gunzipSync(body) : body)).toBe(plain);
        const { etag = '' } = fields;
        const again = await cache.ask(list, { ...accept, 'If-None-Match': etag });
        expect([accepted, again.status, again.body.length, again.headers.etag]).toEqual([accepted, 304, 0, etag]);
        expect((await cache.ask(list, { ...accept, 'If-None-Match': '"other"' })).status).toBe(200);
      }
    }
    const modified = (await direct(list)).headers['last-modified'];
    expect(modified).toBeDefined();
    const since = await cache.ask(list, { ...one, 'If-Modified-Since': modified ?? '' });
    expect(since.status).toBe(200);
  });

  test('lets pages of each origin read what is kept', async () => {
    const origins = ['https://one.example', 'https://two.example'];
    const { cache, one } = await startBoth({ cors: origins });
    for (const origin of [...origins, ...origins]) {
      const { headers } = await cache.ask(list, { ...one, Origin: origin });
      expect([headers['access-control-allow-origin'], headers.vary]).toEqual([
        origin,
        expect.stringContaining('Origin'),
      ]);
    }
    expect((await cache.ask(list, one)).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('gives drafts to keys of drafts alone, and pages what is theirs', async () => {
    const { out, drafts } = await buildWithDrafts([contentWithDrafts]);
    const { port } = await serveNode({ out, drafts, keys: () => withRevoked });
    const [image] = (await readdir(join(drafts, 'media'))).filter((name) => name.startsWith(marker));
    const targets = [list, `${list}/${marker}-one`, `${list}/open-1`, `/api/v1/drafts/media/${image}`];
    const cache = await start(port);
    const asked = [secrets.web, secrets.reviewer, secrets.narrow, secrets.site, secrets.revoked, ''].flatMap((key) => [
      { 'X-Api-Key': key },
      { 'X-Api-Key': key, Origin: page },
    ]);
    const fields = ['galley-preview', 'galley-release', 'cache-control', 'link', 'ratelimit-policy'];
    fields.push('access-control-allow-origin', 'vary');
    for (const headers of [...asked, ...asked.toReversed(), ...asked]) {
      for (const target of targets) {
        const [found, direct] = [await cache.ask(target, headers), await get(port, target, { headers })];
        const expected = [target, headers, direct.status, direct.body, ...fields.map((name) => direct.headers[name])];
        expect([target, headers, found.status, `${found.body}`, ...fields.map((name) => found.headers[name])]).toEqual(
          expected,
        );
      }
    }
  });

  test('responds to HEAD and OPTIONS, and serves what is open', async () => {
    const { cache, one } = await startBoth();
    const { headers } = await cache.ask(list, one);
    const head = await cache.ask(list, one, 'HEAD');
    expect([head.status, head.headers.etag, head.body.length]).toEqual([200, headers.etag, 0]);
    expect((await cache.ask(list, {}, 'HEAD')).status).toBe(401);
    expect((await cache.ask(list, {}, 'OPTIONS')).status).toBe(204);
    for (const target of ['/', '/openapi.json', '/media/picture.900fbe934249ad120004bd249391f7c4.svg'])
      expect((await cache.ask(target)).status).toBe(200);
  });
});
