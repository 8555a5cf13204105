import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/adapters/node/metrics/metrics.ts';
import type { LogEntry } from '../../src/adapters/node.ts';
import { seeded } from '../bench/seeded.ts';
import { amount, seed } from '../support/amount.ts';
import {
  type Answer,
  type Ask,
  adapters,
  app,
  buildWithDrafts,
  contentWithDrafts,
  keysOfReaders,
  marker,
  page,
  secrets,
} from '../support/drafts.ts';
import { makeFolder } from '../support/server.ts';

const list = '/api/v1/articles';
const media = '/api/v1/drafts/media';
const edited = {
  [`${marker}-one.md`]: contentWithDrafts[`${marker}-one.md`]?.replace('text', 'TEXT') ?? '',
  'open-1.md': '---\ndate: 2026-01-01\n---\nEdited.\n',
};

let out: string;
let drafts: string;
const ends: (() => unknown)[] = [];
/** What a reviewer knows, by which others may ask. */
const names: string[] = [];
const tokens: string[] = [];
let photo = '';
let header = '';

const as = (key: string | undefined, more: Record<string, string> = {}): Record<string, string> => ({
  'Accept-Encoding': 'identity',
  ...(key !== undefined && { 'X-Api-Key': key }),
  ...more,
});

beforeAll(async () => {
  const built = await buildWithDrafts([contentWithDrafts, edited], (end) => ends.push(end));
  ({ out, drafts } = built);
  const [[, open] = []] = adapters.filter(([name]) => name === 'fetch');
  const ask = await open?.({ out, drafts });
  for (const key of [secrets.web, secrets.reviewer]) {
    const all = await ask?.(`${list}?include_details=1`, as(key));
    for (const { id, slug } of JSON.parse(all?.body ?? '').data) names.push(String(id), slug);
    const changes = await ask?.('/api/v1/changes', as(key));
    tokens.push(JSON.parse(changes?.body ?? '').meta.token);
  }
  const files = await readdir(join(drafts, 'media'));
  photo = files.find((name) => name.startsWith(`${marker}-photo`)) ?? '';
  header = files.find((name) => name.startsWith(`${marker}-header`)) ?? '';
  names.push(`${marker}-former`, `${marker}-later`, 'was-1', 'none', '0');
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

describe.each(adapters)('%s', (_name, open) => {
  let ask: Ask;
  const stops: (() => unknown)[] = [];
  beforeAll(async () => {
    ask = await open({ out, drafts }, (end) => stops.push(end));
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  const read = async (key: string, target: string, more = {}) => {
    const { body, ...answer } = await ask(target, as(key, more));
    return { ...answer, json: body.startsWith('{') ? JSON.parse(body) : null, body };
  };

  test('a key of drafts reads all, and each says why readers do not have it', async () => {
    const { status, headers, json } = await read(secrets.reviewer, `${list}?include_details=1`);
    expect([status, headers['galley-preview'], headers['cache-control']]).toEqual([200, 'draft', 'no-store']);
    const hidden = json.data.map((each: { slug: string; details: object }) => [
      each.slug,
      'hidden' in each.details && each.details.hidden,
    ]);
    expect(Object.fromEntries(hidden)).toEqual({
      [`${marker}-later`]: 'scheduled',
      [`${marker}-one`]: 'draft',
      [`${marker}-two`]: 'draft',
      [`${marker}-three`]: 'draft',
      ...Object.fromEntries([1, 2, 3, 4, 5].map((day) => [`open-${day}`, null])),
    });
  });

  test.each<[what: string, target: string, more: Record<string, string>, status: number]>([
    ['a draft', `${list}/${marker}-one`, {}, 200],
    ['a draft as Markdown', `${list}/${marker}-one`, { Accept: 'text/markdown' }, 200],
    ['what is not yet due', `${list}/${marker}-later`, {}, 200],
    ['a former slug', `${list}/${marker}-former`, {}, 308],
    ['an article of readers', `${list}/open-1`, {}, 200],
    ['no such article', `${list}/none`, {}, 404],
    ['wrong parameters', `${list}?page=0`, {}, 422],
    ['terms', '/api/v1/terms?kind=tag', {}, 200],
    ['changes', '/api/v1/changes', {}, 200],
    ['an image', media, {}, 200],
    ['a part of an image', media, { Range: 'bytes=0-9' }, 206],
    ['no such image', `${media}/none.svg`, {}, 404],
    ['a token that nobody knows', `/api/v1/changes?since=${'a'.repeat(32)}-1`, {}, 410],
  ])('every response to it is marked, and kept by nobody: %s', async (_, target, more, status) => {
    const { headers, ...found } = await read(secrets.reviewer, target === media ? `${media}/${photo}` : target, more);
    expect([found.status, headers['galley-preview'], headers['cache-control']]).toEqual([status, 'draft', 'no-store']);
    expect(headers).not.toHaveProperty('x-accel-expires');
    expect(headers.vary).toMatch(/(?:^|, )X-Api-Key(?:,|$)/);
  });

  test('its tags are its own', async () => {
    for (const target of [`${list}/open-1`, list, `${media}/${photo}`]) {
      const { etag = '' } = (await read(secrets.reviewer, target)).headers;
      expect(etag).toMatch(/^"draft-[\w-]+"$/);
      const statuses = [etag, `W/"x", ${etag}`, '*', etag.replace('draft-', ''), '"draft-"'].map(async (tag) => {
        const found = await read(secrets.reviewer, target, { 'If-None-Match': tag });
        return [found.status, found.headers.etag];
      });
      expect((await Promise.all(statuses)).map(([status]) => status)).toEqual([304, 304, 304, 200, 200]);
    }
    const { etag = '' } = (await read(secrets.reviewer, `${list}/open-1`)).headers;
    expect((await read(secrets.web, `${list}/open-1`, { 'If-None-Match': etag })).status).toBe(200);
  });

  test('it reads what changed in its release, and a token of the other one is not known', async () => {
    const [ofReaders, ofDrafts] = tokens;
    const found = await read(secrets.reviewer, `/api/v1/changes?since=${ofDrafts}`);
    expect([found.status, found.json.data, found.json.removed]).toEqual([200, [], []]);
    const other = await read(secrets.reviewer, `/api/v1/changes?since=${ofReaders}`);
    expect(other.status).toBe(410);
  });

  test('a key of one draft reads that by each of its names, its images, and nothing else', async () => {
    const one = await read(secrets.narrow, `${list}/${marker}-one`);
    expect([one.status, one.headers.link, one.headers['galley-preview']]).toEqual([200, undefined, 'draft']);
    for (const target of [String(one.json.id), `${marker}-one?include_details=1`, `${marker}-one?exclude_html=1`])
      expect((await read(secrets.narrow, `${list}/${target}`)).status).toBe(200);
    expect((await read(secrets.narrow, `${list}/${marker}-former`)).status).toBe(308);
    expect((await read(secrets.narrow, `${media}/${header}`)).status).toBe(200);
    const others = [
      list,
      '/api/v1/terms?kind=tag',
      '/api/v1/changes',
      `${list}/open-1`,
      `${list}/${marker}-two`,
      `${media}/${photo}`,
    ];
    for (const target of others) {
      // Asked by another reviewer first: nothing is remembered for this one.
      for (const more of [{}, {}]) expect((await read(secrets.reviewer, target, more)).status).toBe(200);
      const { status, body, headers } = await read(secrets.narrow, target);
      expect([target, status, headers['galley-preview']]).toEqual([target, 404, 'draft']);
      expect(body).not.toContain(marker);
    }
    expect((await read(secrets.narrow, `${list}/${marker}-two?page=0`)).body).toBe(
      (await read(secrets.narrow, `${list}/none?page=0`)).body,
    );
    expect((await read(secrets.reviewer, `${list}/${marker}-two`)).status).toBe(200);
  });

  test.each([secrets.web, secrets.site, secrets.expired, secrets.revoked, 'unknown', undefined])(
    'an image of drafts is no address to who shows %j',
    async (key) => {
      const more = { Origin: page };
      expect(await ask(`${media}/${photo}`, as(key, more))).toEqual(await ask('/api/v1/nothing', as(key, more)));
      expect((await ask(`/media/${photo}`, as(key))).status).toBe(404);
    },
  );

  test.each([
    ['expired', secrets.expired],
    ['revoked', secrets.revoked],
    ['shown twice', `${secrets.reviewer}, ${secrets.reviewer}`],
  ])('a key of drafts that is %s is unknown', async (_, key) => {
    for (const target of [list, `${list}/${marker}-one`, `${media}/${photo}`])
      expect(await ask(target, as(key))).toEqual(await ask(target, as('unknown')));
  });

  test('a key of a page is for the pages of its origins, and else unknown', async () => {
    const unknown = await ask(`${list}/open-1`, as('unknown'));
    const shown = await ask(`${list}/open-1`, as(secrets.site, { Origin: page }));
    expect([shown.status, shown.headers['access-control-allow-origin'], shown.headers['ratelimit-policy']]).toEqual([
      200,
      page,
      '"default";q=1000000;w=60',
    ]);
    expect(shown.headers.vary).toMatch(/^Accept, [\w-]+, X-Api-Key, Origin$/i);
    expect(shown.headers).not.toHaveProperty('x-accel-expires');
    for (const more of [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'same-origin' },
    ])
      expect(await ask(`${list}/open-1`, as(secrets.site, more as Record<string, string>))).toEqual(unknown);
    for (const [origin, status] of [
      [page, page],
      ['https://evil.example', undefined],
    ] as const) {
      const { headers } = await ask(list, { Origin: origin, 'Access-Control-Request-Method': 'GET' }, 'OPTIONS');
      expect(headers['access-control-allow-origin']).toBe(status);
    }
    expect((await ask(`${list}/${marker}-one`, as(secrets.site, { Origin: page }))).status).toBe(404);
  });

  test('without a release of drafts such a key gets nothing', async () => {
    const alone = await open({ out }, (end) => stops.push(end));
    const found = await alone(`${list}/open-1`, as(secrets.reviewer));
    expect([found.status, found.headers['galley-preview']]).toEqual([503, 'draft']);
    expect((await alone(`${media}/${photo}`, as(secrets.reviewer))).body).not.toContain(marker);
  });

  test('a file of drafts that is gone is 503 to reviewers, and nobody else learns of it', async () => {
    const spoilt = join(await makeFolder((end) => stops.push(end)), 'drafts');
    await cp(drafts, spoilt, { recursive: true });
    for (const gone of ['media', 'api/v1/pages']) await rm(join(spoilt, gone), { recursive: true });
    const errors: string[] = [];
    const onError = (error: unknown) => errors.push(inspect(error));
    const asked = await open({ out, drafts: spoilt, onError }, (end) => stops.push(end));
    for (const target of [`${media}/${photo}`, `${list}/${marker}-one`, list]) {
      const { status, headers, body } = await asked(target, as(secrets.reviewer));
      expect([target, status, headers['galley-preview']]).toEqual([target, 503, 'draft']);
      expect(body).not.toContain(marker);
    }
    expect(await asked('/healthz')).toEqual(await ask('/healthz'));
    expect(errors.join()).toContain('a file of the release of drafts');
    expect(errors.join()).not.toMatch(new RegExp(`${marker}|media/|pages/`));
  });

  test('the one release is never served as the other', async () => {
    const errors: string[] = [];
    const swapped = await open({ out: drafts, drafts: out, onError: (error) => errors.push(String(error)) }, (end) =>
      stops.push(end),
    );
    for (const key of [secrets.web, secrets.reviewer])
      expect((await swapped(`${list}/${marker}-one`, as(key))).status).toBe(503);
    expect(errors.join()).toMatch(/Found a release of drafts/);
    expect(errors.join()).toMatch(/Found a public release/);
  });

  test('to all others it is as if there were no drafts', { tags: ['scaled'], timeout: 300_000 }, async () => {
    const log: LogEntry[] = [];
    const errors: unknown[] = [];
    const served = { out, onError: (error: unknown) => errors.push(error) };
    const before = await open({ ...served, keys: keysOfReaders }, (end) => stops.push(end));
    const asked = await open({ ...served, drafts, log: (entry) => log.push(entry) }, (end) => stops.push(end));
    const choose = seeded(seed);
    for (let i = 0; i < amount({ test: 60, all: 1500, soak: 15_000 }); i++) {
      const [target, method, more] = makeRequest(choose);
      // A reviewer, and the page, ask the same first: what is remembered for them is for them alone.
      if (choose(2) === 0) await asked(target, as(secrets.reviewer, more), method);
      if (choose(4) === 0) await asked(target, as(secrets.site, { ...more, Origin: page }), method);
      const key = [
        secrets.web,
        secrets.web,
        undefined,
        'wrong',
        secrets.expired,
        secrets.revoked,
        `${secrets.reviewer}x`,
      ][choose(7)];
      const [found, expected] = [
        await asked(target, as(key, more), method),
        await before(target, as(key, more), method),
      ];
      expect(found, `${method} ${target} ${JSON.stringify(more)} ${key}`).toEqual(expected);
      if (!decodeURIComponent(target).includes(marker)) expect(toText(found)).not.toContain(marker);
    }
    expect(errors).toEqual([]);
    const metrics = createMetrics(() => 0);
    for (const entry of log) metrics.observe(entry);
    // What others ask for stands in the log as they asked.
    const ofOthers = (entry: LogEntry) => entry.event !== 'response' || ['web', 'site'].includes(entry.key ?? '');
    const hidden = log.filter((entry) => !ofOthers(entry) && 'target' in entry && entry.target === '/api/v1/(drafts)');
    const keys = new Set(hidden.map((entry) => ('key' in entry ? entry.key : '')));
    expect([...keys].sort()).toEqual(log.length === 0 ? [] : [null, 'reviewer']);
    expect(log.filter((entry) => 'key' in entry && entry.key === 'reviewer' && !hidden.includes(entry))).toEqual([]);
    expect(await metrics.read()).not.toContain(marker);
  });
});

test('nothing of a draft is in the public release', async () => {
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    const text = entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    for (const each of ['-one', '-two', '-three', '-photo', '-header', '-tag', '-ann', '-series'])
      expect(`${entry.name} ${text.includes(`${marker}${each}`)}`).toBe(`${entry.name} false`);
  }
});

function toText({ headers, body }: Answer): string {
  const bytes = Buffer.from(body, 'latin1');
  const text = headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipIfNeeded(bytes) : bytes;
  return `${JSON.stringify(headers)}${text}`.toLowerCase();
}

/** `fetch` of Node has decoded it. */
function gunzipIfNeeded(bytes: Buffer): Buffer {
  return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
}

/** A request for anything, by names that only a reviewer knows and others. */
function makeRequest(
  choose: (below: number) => number,
): [target: string, method: string, more: Record<string, string>] {
  const of = <T>(...values: T[]): T => values[choose(values.length)] as T;
  const name = () => of(...names);
  const term = () =>
    encodeURIComponent(of(`${marker}-tag`, `${marker}-ann`, `${marker}-series`, marker, 'Open', 'Ann'));
  const parameters = Array.from({ length: choose(4) }, () =>
    of(
      `page=${choose(4)}`,
      `per_page=${choose(102)}`,
      `after=${1_767_225_600 + 86_400 * choose(40)}-${name()}`,
      `tag=${term()}`,
      `author=${term()}`,
      `section=${term()}`,
      `language=${term()}`,
      `tag_any=${term()}`,
      `filter[series]=${term()}`,
      `ids=${name()}`,
      `since=${of(...tokens)}`,
      `until=${of(...tokens)}`,
      `kind=${of('tag', 'author', 'section', 'language', 'series')}`,
      'exclude_h1=1',
      'exclude_html=true',
      'exclude_markdown=1',
      'include_details=1',
      `${marker}=1`,
    ),
  );
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  const asset = () => of(photo, header, photo.replace('svg', 'png'), `${photo}.gz`, 'none.svg');
  const target = of(
    `${list}${query}`,
    `${list}${query}`,
    `${list}/${name()}${query}`,
    `${list}/${name()}${query}`,
    `${list}/${name()}`,
    `/api/v1/terms${query}`,
    `/api/v1/changes${query}`,
    `${media}/${asset()}${query}`,
    `/media/${asset()}`,
    `/api/v1/drafts${query}`,
    '/api/v1/drafts/',
    media,
    `${media}/`,
    `/api/v1/drafts/articles/${name()}`,
    `/api/v1/drafts/media%2f${asset()}`,
    `${list}/${name()}/${name()}`,
    '/',
    '/index.md',
    '/openapi.json',
    '/llms.txt',
    '/healthz',
    '/client.js',
    '/favicon.svg',
    '/.well-known/api-catalog',
    '/api/v1/release.json',
    `${media}/${'a'.repeat(8000)}`,
  );
  const tag = () => of('*', '"x"', '"draft-x"', 'W/"draft-x"');
  const more = of<Record<string, string>>(
    {},
    {},
    { 'Accept-Encoding': 'gzip' },
    { Accept: 'text/markdown' },
    { 'If-None-Match': tag() },
    { 'If-Match': tag() },
    { Origin: page },
    { Origin: app },
    { Origin: app, 'Access-Control-Request-Method': 'GET' },
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Range: 'bytes=0-5' },
  );
  return [target, of('GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'), more];
}
