import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Article } from '../src/core/article.ts';
import { cases } from './support/amount.ts';
import { root } from './support/command.ts';
import { writeGuideFiles } from './support/guide.ts';
import { hasCommand } from './support/needs.ts';
import { publishedReleases } from './support/published-releases.ts';
import { ask, encodeTestArticle, key, makeArticle, site } from './support/release.ts';
import { get, makeFolder, startServer } from './support/server.ts';

const execute = promisify(execFile);

interface Copy {
  release?: string | null;
  pages: { address: string; etag: string; total: number; articles: Article[] }[];
}

type Update = (
  copy: Copy,
  address: string,
  key: string,
  options?: { perPage?: number; pause?: number },
) => Promise<Map<number, Article>>;

let folder: string;
let update: Update;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-test-'));
  await writeGuideFiles('crawling-without-gaps', ['update.mjs'], folder);
  update = (await import(pathToFileURL(join(folder, 'update.mjs')).href)).update;
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true, force: true });
});

/** An article of the model: its hour, from 0, and how often it was edited. */
interface Entry {
  id: number;
  hour: number;
  edits: number;
}

type Change =
  | { do: 'publish' | 'schedule'; hours: number }
  | { do: 'insert' | 'edit' | 'remove'; at: number }
  | { do: 'date'; at: number; hours: number }
  | { do: 'wait'; hours: number }
  | { do: 'roll back' };

const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;

/** A server that others publish on, asked by `fetch`; its responses come from the core. */
class Model {
  now = 100;
  entries: Entry[] = [];
  former: Entry[] = [];
  nextId = 1;
  /** Releases are kept for a day. */
  published = publishedReleases();
  isPublished = false;
  asked: { method: string; target: string; status: number; bytes: number }[] = [];
  /** What happens before the response that is this many requests away. */
  meanwhile: { after: number; change: Change }[] = [];
  /** All that was true since the last update began. */
  states: Map<number, Article>[] = [];

  constructor(count: number) {
    for (let index = 0; index < count; index++)
      this.entries.push({ id: this.nextId++, hour: (index * 90) / count, edits: 0 });
  }

  apply(change: Change): void {
    const index = 'at' in change ? Math.floor(change.at * this.entries.length) : 0;
    const chosen = this.entries[index];
    const before = this.entries;
    if (change.do === 'publish')
      this.entries = [...before, { id: this.nextId++, hour: this.now - 1 / (1 + change.hours), edits: 0 }];
    if (change.do === 'schedule')
      this.entries = [...before, { id: this.nextId++, hour: this.now + change.hours, edits: 0 }];
    if (change.do === 'insert') this.entries = [...before, { id: this.nextId++, hour: change.at * this.now, edits: 0 }];
    if (change.do === 'wait') this.now += change.hours;
    if (change.do === 'roll back') this.entries = this.former;
    if (chosen !== undefined && change.do === 'remove') this.entries = before.filter((entry) => entry !== chosen);
    if (chosen !== undefined && change.do === 'edit') this.replace(chosen, { ...chosen, edits: chosen.edits + 1 });
    if (chosen !== undefined && change.do === 'date')
      this.replace(chosen, { ...chosen, hour: Math.max(0, this.now - change.hours) });
    if (this.entries !== before) {
      this.former = before;
      this.isPublished = false;
    }
    this.states.push(this.current());
  }

  replace(entry: Entry, by: Entry): void {
    this.entries = this.entries.map((other) => (other === entry ? by : other));
  }

  /** What a reader may see now. */
  current(): Map<number, Article> {
    return new Map(this.entries.filter(({ hour }) => hour <= this.now).map((entry) => [entry.id, toArticle(entry)]));
  }

  async fetch(
    address: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> },
  ) {
    for (const one of this.meanwhile) one.after--;
    for (const { change } of this.meanwhile.filter(({ after }) => after === 0)) this.apply(change);
    await this.publish();
    const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const now = new Date(start + this.now * hour).toISOString();
    const { kept } = this.published;
    const options = { method, headers: lowerCase, now, service: { kept } };
    const response = await ask(this.published, address.slice(site.length), options);
    this.asked.push({
      method,
      target: address.slice(site.length),
      status: response.status,
      bytes: response.bytes.length,
    });
    const body = method === 'HEAD' || response.status === 304 ? null : response.text;
    return new Response(body, { status: response.status, headers: response.headers });
  }

  async publish(): Promise<void> {
    if (this.isPublished) return;
    this.isPublished = true;
    const [{ published }, now] = [this, start / 1000 + Math.floor(this.now * 3600)];
    const before = published.release;
    await published.publish(
      this.entries.map((entry) => encodeTestArticle(toArticle(entry))),
      now,
    );
    if (published.release === before) return;
    const isOld = (_: unknown, i: number): boolean => (published.ledger[i + 1]?.since ?? now) < now - 86_400;
    published.prune(published.ledger.length - published.ledger.filter(isOld).length);
  }

  /** Updates a copy while `meanwhile` happens. */
  async update(copy: Copy, perPage: number, meanwhile: Model['meanwhile'] = []): Promise<Map<number, Article>> {
    this.meanwhile = meanwhile.map((one) => ({ ...one }));
    this.states = [this.current()];
    this.asked = [];
    vi.stubGlobal('fetch', this.fetch.bind(this));
    return update(copy, `${site}/api/v1/articles`, key, { perPage, pause: 0 });
  }

  statuses(): string {
    return this.asked.map(({ method, status }) => (method === 'HEAD' ? method : status)).join(' ');
  }
}

function toArticle({ id, hour: at, edits }: Entry): Article {
  const publish_at = `${new Date(start + Math.floor(at * 3600) * 1000).toISOString().slice(0, 19)}Z`;
  return makeArticle({ id, publish_at, title: `Article ${id}, edited ${edits} times` });
}

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const hours = fc.integer({ min: 1, max: 50 });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('publish' as const), hours }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('schedule' as const), hours }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('insert' as const, 'edit' as const, 'remove' as const), at: share }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('date' as const), at: share, hours }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours }) },
  { weight: 1, arbitrary: fc.constant({ do: 'roll back' as const }) },
);

describe('a copy kept as the guide says', () => {
  test('is what the server has, whatever was published, edited, removed, re-dated, put between or came to its date', {
    tags: ['scaled'],
  }, async () => {
    const rounds = fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.nat(12), fc.integer({ min: 1, max: 5 }), rounds, async (count, perPage, all) => {
        const model = new Model(count);
        const copy: Copy = { pages: [] };
        for (const changes of [[], ...all]) {
          for (const one of changes) model.apply(one);
          expect(await model.update(copy, perPage)).toEqual(model.current());
        }
      }),
      cases(80),
    );
  });

  test('is what the server had at one moment, even if others publish between any two of its requests', {
    tags: ['scaled'],
  }, async () => {
    const rounds = fc.array(fc.array(fc.record({ after: fc.integer({ min: 1, max: 12 }), change }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        rounds,
        async (count, perPage, all) => {
          const model = new Model(count);
          const copy: Copy = { pages: [] };
          for (const meanwhile of all) {
            const articles = await model.update(copy, perPage, meanwhile);
            expect(model.states).toContainEqual(articles);
          }
          model.meanwhile = [];
          expect(await model.update(copy, perPage)).toEqual(model.current());
        },
      ),
      cases(80),
    );
  });

  test('does not mix what was before two edits with what is between them', async () => {
    const model = new Model(6);
    const copy: Copy = { pages: [] };
    await model.update(copy, 3);
    model.apply({ do: 'schedule', hours: 1 });
    const meanwhile = [0.8, 0].map((at) => ({ after: 3, change: { do: 'edit' as const, at } }));
    expect(await model.update(copy, 3, meanwhile)).toEqual(model.current());
    expect(model.statuses()).toBe('HEAD 304 200 HEAD 200 304');
  });

  test('is given up after five rounds of changes, and the next call goes on from there', async () => {
    const model = new Model(6);
    const copy: Copy = { pages: [] };
    const meanwhile = Array.from({ length: 40 }, (_, index) => ({
      after: index + 1,
      change: { do: 'edit' as const, at: 0 },
    }));
    await expect(model.update(copy, 3, meanwhile)).rejects.toThrow('five times in a row');
    expect(await model.update(copy, 3)).toEqual(model.current());
    expect(model.statuses()).toBe('HEAD 304 304');
  });

  test('through a JSON file', async () => {
    const model = new Model(7);
    const copy: Copy = { pages: [] };
    await model.update(copy, 3);
    model.apply({ do: 'edit', at: 0 });
    expect(await model.update(JSON.parse(JSON.stringify(copy)), 3)).toEqual(model.current());
    expect(model.statuses()).toBe('HEAD 304 304 200');
  });

  test.each<[string, Change[], string, number]>([
    ['nothing changed', [], 'HEAD', 0],
    ['one was published', [{ do: 'publish', hours: 1 }], 'HEAD 304 304 304 200', 1],
    [
      'one fell due',
      [
        { do: 'schedule', hours: 1 },
        { do: 'wait', hours: 1 },
      ],
      'HEAD 304 304 304 200',
      1,
    ],
    ['one is scheduled', [{ do: 'schedule', hours: 1 }], 'HEAD 304 304 304', 0],
    ['the oldest was edited', [{ do: 'edit', at: 0 }], 'HEAD 304 304 200', 2],
    ['the oldest was removed', [{ do: 'remove', at: 0 }], 'HEAD 304 304 200', 1],
    ['one was put between', [{ do: 'insert', at: 0.5 }], 'HEAD 304 304 304 200 200 200', 6],
    ['it was published and taken back', [{ do: 'publish', hours: 1 }, { do: 'roll back' }], 'HEAD', 0],
  ])('where %s, costs what changed', async (_, changes, statuses, read) => {
    const model = new Model(8);
    const copy: Copy = { pages: [] };
    await model.update(copy, 3);
    for (const one of changes) model.apply(one);
    const before = new Set(copy.pages.map(({ articles }) => articles));
    expect(await model.update(copy, 3)).toEqual(model.current());
    expect(model.statuses()).toBe(statuses);
    expect(copy.pages.filter(({ articles }) => !before.has(articles)).flatMap(({ articles }) => articles)).toHaveLength(
      read,
    );
  });

  test('an article that was published last and is removed costs its page alone', async () => {
    const model = new Model(8);
    const copy: Copy = { pages: [] };
    await model.update(copy, 3);
    model.apply({ do: 'publish', hours: 1 });
    await model.update(copy, 3);
    model.apply({ do: 'remove', at: 0.999 });
    expect(await model.update(copy, 3)).toEqual(model.current());
    expect(model.statuses()).toBe('HEAD 200 304 304 304');
  });

  test('publishes one by one leave few pages, and each article was read a few times', async () => {
    const model = new Model(20);
    const copy: Copy = { pages: [] };
    await model.update(copy, 10);
    let read = 0;
    for (let published = 0; published < 100; published++) {
      const before = new Set(copy.pages);
      model.now += 1;
      model.apply({ do: 'publish', hours: 1 });
      await model.update(copy, 10);
      for (const page of copy.pages) if (!before.has(page)) read += page.articles.length;
    }
    // 12 pages would hold all 120 articles; 4 more halve from 8 to 1.
    expect(copy.pages.length).toBeLessThanOrEqual(2 * 12 + 4);
    expect(read).toBeLessThanOrEqual(100 * 4);
  });
});

describe.each([
  ['keep.mjs', process.execPath, true, []],
  ['keep.py', 'python3', hasCommand('python3'), ['program']],
])('%s, against a real server', (file, command, isHere, tags) => {
  test.skipIf(!isHere)('keeps a file that holds what the server has', { tags: ['long', ...tags] }, async () => {
    const own = await makeFolder();
    await writeGuideFiles('crawling-without-gaps', ['update.mjs', 'keep.mjs', 'keep.py'], own);
    const server = await startServer([]);
    const model = new Model(230);
    // The real clock decides what is published here.
    const later = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
    const run = async (): Promise<void> => {
      const entries = model.entries.map(toArticle);
      const published = new Map(entries.map((article) => [article.id, article]));
      const scheduled = makeArticle({ id: 5000, publish_at: later });
      const origin = `http://127.0.0.1:${server.port}`;
      await server.publish(
        [...entries, scheduled].map((article) => encodeTestArticle(article)),
        origin,
      );
      const pointer = JSON.parse(await readFile(join(server.out, 'api', 'v1', 'release.json'), 'utf8'));
      await vi.waitUntil(
        async () =>
          (await get(server.port, '/api/v1/articles', { method: 'HEAD' })).headers['galley-release'] ===
          pointer.release,
        25_000,
      );
      const env = { ...process.env, KEY: key };
      const { stdout } = await execute(command, [file, `${origin}/api/v1/articles`, 'copy.json'], { cwd: own, env });
      expect(stdout).toBe(`${published.size} articles\n`);
      const { pages }: Copy = JSON.parse(await readFile(join(own, 'copy.json'), 'utf8'));
      expect(new Map(pages.flatMap(({ articles }) => articles.map((article) => [article.id, article])))).toEqual(
        published,
      );
    };
    await run();
    const changes: Change[] = [
      { do: 'publish', hours: 1 },
      { do: 'edit', at: 0.9 },
      { do: 'remove', at: 0.5 },
      { do: 'insert', at: 0.3 },
    ];
    for (const change of changes) {
      model.now += 1;
      model.apply(change);
      await run();
    }
    const asked = server.log.map((entry) => ('status' in entry ? entry.status : 0)).filter((status) => status > 0);
    expect(new Set(asked)).toEqual(new Set([200, 304, 410]));
  });

  test.skipIf(!isHere)('waits as long as the option says', { tags }, async () => {
    const own = await makeFolder();
    await writeGuideFiles('crawling-without-gaps', ['update.mjs', 'keep.mjs', 'keep.py'], own);
    const server = await startServer(new Model(230).entries.map((entry) => encodeTestArticle(toArticle(entry))));
    const refused = new Set<string>();
    const front = createServer(async ({ method = '', url = '' }, response) => {
      const isFirst = !refused.has(`${method} ${url}`);
      refused.add(`${method} ${url}`);
      if (isFirst) return response.writeHead(429, { 'Retry-After': '0' }).end();
      const { status, headers, body } = await get(server.port, url, { method });
      const { 'content-length': _, ...others } = headers;
      return response.writeHead(status, others).end(body.replaceAll(site, address));
    });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    onTestFinished(() => void front.close());
    const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const env = { ...process.env, KEY: key };
    const { stdout } = await execute(command, [file, `${address}/api/v1/articles`, 'copy.json'], { cwd: own, env });
    expect(stdout).toBe('230 articles\n');
    expect(refused.size).toBe(4);
  });
});

test('the costs in the guide are those of its code', async () => {
  const guide = await readFile(join(root, 'content', 'crawling-without-gaps.md'), 'utf8');
  const rows: [string, Change[]][] = [
    ['nothing was published', []],
    ['one article is new', [{ do: 'publish', hours: 1 }]],
    ['ten are new', Array.from({ length: 10 }, () => ({ do: 'publish', hours: 1 }))],
    ['one was edited', [{ do: 'edit', at: 0.5 }]],
    ['one was removed', [{ do: 'remove', at: 0.5 }]],
  ];
  const first = new Model(1000);
  const copy: Copy = { pages: [] };
  await first.update(copy, 100);
  expect(guide).toContain(toRow('there was no copy', first));
  for (const [what, changes] of rows) {
    const model = new Model(1000);
    await model.publish();
    for (const one of changes) model.apply(one);
    await model.update(structuredClone(copy), 100);
    expect(guide).toContain(toRow(what, model));
  }

  function toRow(what: string, model: Model): string {
    const statuses = model.statuses().split(' ');
    const counted = [...new Set(statuses)].map((status) => {
      const name = status === 'HEAD' ? '`HEAD`' : status;
      return `${statuses.filter((one) => one === status).length} × ${name}`;
    });
    return `| ${what} | ${statuses.length} | ${counted.join(', ')} |`;
  }
});
