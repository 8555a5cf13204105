import { once } from 'node:events';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hashBytes } from '../../../build/source/hash-bytes.ts';
import { createFetchHandler } from '../../../src/adapters/fetch.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import { createNodeServer } from '../../../src/adapters/node.ts';
import { blockCache } from '../../../src/storage/block-cache.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { type isAsWritten, readRanges } from '../../../src/storage/range-source.ts';
import { seeded } from '../../bench/seeded.ts';
import { withoutTransport } from '../../support/adapter-requests.ts';
import { amount, isQuick, seed } from '../../support/amount.ts';
import { damages, flipped } from '../../support/damage.ts';
import { treeOf } from '../../support/files.ts';
import { makeProject } from '../../support/project.ts';
import { key } from '../../support/release.ts';
import { get } from '../../support/server.ts';

/** Damages of each kind of file. */
const count = amount({ test: 1, all: 13, soak: 130 });

/** How often the next build repairs a file; else it is put back. */
const builtEach = 13;

const list = '/api/v1/articles';
const gzip = { 'Accept-Encoding': 'gzip' };
const questions: [target: string, headers?: Record<string, string>][] = [
  [list],
  [list, gzip],
  [`${list}?per_page=100&exclude_h1=1`],
  [`${list}?per_page=100&exclude_h1=1`, gzip],
  [`${list}?per_page=7&page=5`],
  [`${list}?per_page=40&page=3&exclude_h1=1`],
  [`${list}?per_page=40&page=3`, gzip],
  [`${list}?exclude_html=1&per_page=30`, gzip],
  [`${list}?exclude_html=1&exclude_markdown=1&include_details=1`, gzip],
  [`${list}?exclude_markdown=1&exclude_h1=1`],
  [`${list}?page=99`],
  [`${list}/17`],
  [`${list}/article-120?exclude_h1=true`],
  [`${list}/article-64`, gzip],
  [`${list}/former`],
  [`${list}/nobody`],
  [`${list}/3`, { 'If-None-Match': '*' }],
];
const keyed = questions.length;
for (const page of ['/', '/index.md', '/llms.txt', '/openapi.json', '/favicon.svg'])
  questions.push([page], [page, gzip]);

interface Answer {
  status: number;
  headers: object;
  body: string;
}

/** What one way of asking answers to each question; null where the answer broke off. */
type Doors = Record<'node' | 'fetch', (Answer | null)[]>;

/** How the Node adapter reports damage: how many errors its log has, and which of them name the file; `status` of `/healthz`. */
interface Said {
  faults: number;
  named: number;
  health: string;
}

let project: Awaited<ReturnType<typeof makeProject>>;
let truth: Doors;
const whole = new Map<string, Buffer>();
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  // More than a page file of them, and more than two blocks of the cache in each.
  const files = Array.from({ length: 130 }, (_, i) => {
    const text = Array.from({ length: 40 }, (_, line) => `Line ${line * i * 7919} of ${i}, in plain words.\n\n`).join(
      '',
    );
    const aliases = i === 6 ? 'aliases: [former]\n' : '';
    return [`article-${i + 1}.md`, `---\nid: ${i + 1}\ndate: 2024-01-01\n${aliases}---\n# Heading ${i}\n\n${text}`];
  });
  project = await makeProject(Object.fromEntries(files), {}, (end) => ends.push(end));
  await project.build();
  for (const path of await treeOf(project.api)) whole.set(path, await readFile(join(project.api, path)));
  truth = await ask([...questions.keys()]);
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** Asks some of the questions of servers that have nothing in memory yet. `meanwhile` is called before they close. */
async function ask(
  which: readonly number[],
  check?: typeof isAsWritten,
  meanwhile?: (doors: Doors, say: (path: string) => Promise<Said>, refresh: () => Promise<void>) => Promise<void>,
): Promise<Doors> {
  const keys = () => [{ name: 'tests', digest: sha256(key) }];
  const faults: { path?: string }[] = [];
  const { server, refresh, close } = await createNodeServer({
    out: project.out,
    keys,
    cache: (storage) => blockCache(storage, 2 ** 21, check),
    log: (entry) => void (entry.event === 'error' && faults.push(entry.error as { path?: string })),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const storage = diskStorage(project.api);
  const unchecked = check && { cache: readRanges(storage, check), streamAbove: Number.POSITIVE_INFINITY };
  const handle = createFetchHandler({ storage: diskStorage(project.out), keys, ...unchecked });
  const say = async (path: string): Promise<Said> => ({
    faults: faults.length,
    named: faults.filter((fault) => fault.path === path).length,
    health: String(JSON.parse((await get(port, '/healthz')).body).status),
  });
  try {
    const doors = {
      node: await Promise.all(which.map((i) => askNode(port, ...(questions[i] ?? raise())))),
      fetch: await Promise.all(which.map((i) => askFetch(handle, ...(questions[i] ?? raise())))),
    };
    await meanwhile?.(doors, say, refresh);
    return doors;
  } finally {
    storage.close();
    await close();
  }
}

function askNode(port: number, path: string, headers = {}): Promise<Answer | null> {
  return new Promise((resolve) => {
    const fields = { 'X-Api-Key': key, ...headers };
    const asked = request({ host: '127.0.0.1', port, path, headers: fields, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('error', () => resolve(null));
      response.on('end', () => {
        const { statusCode = 0, headers: found } = response;
        const coding = found['content-encoding'];
        const body = hashBody(path, coding, Buffer.concat(pieces));
        resolve({ status: statusCode, headers: withoutTransport(Object.entries(found)), body });
      });
    });
    asked.on('error', () => resolve(null));
    asked.end();
  });
}

async function askFetch(
  handle: (request: Request) => Promise<Response>,
  target: string,
  headers = {},
): Promise<Answer | null> {
  const response = await handle(new Request(`http://a${target}`, { headers: { 'X-Api-Key': key, ...headers } }));
  try {
    const coding = response.headers.get('content-encoding');
    const body = hashBody(target, coding, Buffer.from(await response.arrayBuffer()));
    return { status: response.status, headers: withoutTransport(response.headers), body };
  } catch {
    return null;
  }
}

/**
 * Of an open page in gzip, the hash is of what it holds, as the server checks it: a bit that no decoder reads, such as one of the time in
 * the header (RFC 1952, section 2.3.1), changes nothing for a reader. Of all else it is of each byte.
 */
function hashBody(path: string, coding: string | null | undefined, body: Buffer): string {
  if (coding !== 'gzip' || path.startsWith(list)) return hashBytes(body);
  try {
    return hashBytes(gunzipSync(body));
  } catch {
    return 'not in gzip';
  }
}

/** The questions that were answered otherwise than by the truth, by 503, or by an answer that broke off. */
function findWrong(doors: Doors, which: readonly number[]): string[] {
  return (['node', 'fetch'] as const).flatMap((door) => {
    return which
      .filter((question, i) => !isTrue(doors[door][i] ?? null, truth[door][question]))
      .map((question) => `${door} ${questions[question]}`);
  });
}

/** So many questions after one damage. */
const asked = 5;

function choose(random: ReturnType<typeof seeded>, what: string): number[] {
  if (what !== 'open page') return Array.from({ length: asked }, () => random(questions.length));
  return questions.flatMap((_, i) => (i < keyed ? [] : [i]));
}

function isRefused(found: Answer | null): boolean {
  return found === null || found.status === 503;
}

function isTrue(found: Answer | null, expected: Answer | null | undefined): boolean {
  if (found === null) return true;
  if (found.status === 503) return 'retry-after' in found.headers && !('etag' in found.headers);
  return JSON.stringify(found) === JSON.stringify(expected);
}

/** By what their paths are, with how many answers to ten questions are 503 at least: half of what is usual, else nothing would be shown. */
const kinds: [what: string, pattern: RegExp, least503: number][] = [
  ['page', /^pages\/.*\.json$/, 0.5],
  ['gzip form', /^pages\/.*\.gz$/, 0.25],
  ['table', /^pages\/.*\.table$/, 2.5],
  ['lookup shard', /^lookup\//, 0.25],
  ['open page', /^open\//, 0.5],
  ['index', /^index\./, 9],
  ['pointer', /^release\.json$/, 0],
  ['ledger', /^releases\.json$/, 0],
  ['article by itself', /^articles\//, 0],
];

let number = 0;
let damaged = '';
// Where a test fails, the next one begins with whole files.
afterEach(() => putBack(damaged));

async function damageOne(pattern: RegExp, random: ReturnType<typeof seeded>): Promise<{ path: string; done: string }> {
  const paths = [...whole.keys()].filter((path) => pattern.test(path));
  const path = paths[random(paths.length)] ?? '';
  const others =
    paths.length > 1 ? paths.filter((each) => each !== path) : [...whole.keys()].filter((each) => each !== path);
  const other = whole.get(others[random(others.length)] ?? '') ?? Buffer.alloc(0);
  const [what, damage] = damages[number++ % damages.length] ?? raise();
  const bytes = damage(whole.get(path) ?? raise(), random, other);
  if (bytes === null) await rm(join(project.api, path));
  else await writeFile(join(project.api, path), bytes);
  damaged = path;
  return { path, done: `${path}: ${what}` };
}

function raise(): never {
  throw new Error('There is no such file.');
}

/** Whole at once, as a build does it. */
async function putBack(path: string): Promise<void> {
  const file = join(project.api, path);
  await writeFile(`${file}.new`, whole.get(path) ?? raise());
  await rename(`${file}.new`, file);
}

async function findUnrepaired(): Promise<string[]> {
  const wrong: string[] = [];
  for (const [path, bytes] of whole) {
    if (path === 'releases.json') continue;
    if (!(await readFile(join(project.api, path)).catch(() => Buffer.alloc(0))).equals(bytes)) wrong.push(path);
  }
  return wrong;
}

test.each(kinds)(
  `a damaged %s, ${count} times: 200 only with the right bytes, it is named once until it is whole, and the next build repairs it`,
  { tags: ['scaled'] },
  async (what, pattern, least503) => {
    const random = seeded(seed + kinds.findIndex(([each]) => each === what));
    let refused = 0;
    for (let i = 0; i < count; i++) {
      const { path, done } = await damageOne(pattern, random);
      const which = choose(random, what);
      await ask(which, undefined, async (doors, say, refresh) => {
        expect(findWrong(doors, which), done).toEqual([]);
        const [node, fetch] = [doors.node, doors.fetch].map((answers) => answers.filter(isRefused).length);
        refused += (node ?? 0) + (fetch ?? 0);
        const said = await say(path);
        // Who cannot serve because of it says so, and the pointer and what it leads to are looked at by themselves.
        if (node !== 0) expect(said.health, done).toMatch(/^(?:degraded|503)$/);
        else expect(said.health, done).toBe(said.faults === 0 ? 'ok' : 'degraded');
        expect(said.faults, done).toBeLessThanOrEqual(1);
        if (what !== 'pointer') expect(said.named, done).toBe(said.faults);
        if (i % builtEach === 0) {
          await project.build();
          expect(await findUnrepaired(), done).toEqual([]);
          const again = choose(random, what);
          const right = (door: 'node' | 'fetch') => again.map((i) => truth[door][i]);
          expect(await ask(again), done).toEqual({ node: right('node'), fetch: right('fetch') });
        } else await putBack(path);
        await refresh();
        expect(await say(path), done).toEqual({ ...said, health: 'ok' });
      });
    }
    // Of few damages perhaps none is of what is asked.
    if (count >= 100) expect(refused).toBeGreaterThanOrEqual(least503 * count);
    else if (count >= 13 && least503 >= 0.5) expect(refused).toBeGreaterThan(0);
  },
);

test.each([4, 9])(
  'byte %s of an open page in gzip, which no decoder reads, changes nothing for a reader',
  async (at) => {
    damaged = [...whole.keys()].find((path) => /^open\/.*\.gz$/.test(path)) ?? raise();
    await writeFile(join(project.api, damaged), flipped(whole.get(damaged) ?? raise(), at, 6));
    const which = choose(seeded(seed), 'open page');
    const { node, fetch } = await ask(which);
    expect(findWrong({ node, fetch }, which)).toEqual([]);
    expect([...node, ...fetch].filter(isRefused)).toEqual([]);
  },
);

test('no response shows what becomes of the pages beside the release, which are for people and other programs', {
  tags: ['scaled'],
}, async () => {
  const random = seeded(seed);
  const names = ['index.html', 'index.md', 'llms.txt', 'openapi.json', 'favicon.svg', 'front-matter.schema.json'];
  const texts = await Promise.all(names.map((name) => readFile(join(project.out, name))));
  const which = choose(random, 'open page');
  // The last one is that they are missing.
  for (const [what, damage] of damages.filter((_, i) => !isQuick || i % 5 === 0)) {
    for (const [i, name] of names.entries()) {
      const bytes = damage(texts[i] ?? raise(), random, Buffer.from('another'));
      if (bytes === null) await rm(join(project.out, name));
      else await writeFile(join(project.out, name), bytes);
    }
    const expected = (door: 'node' | 'fetch') => which.map((question) => truth[door][question]);
    expect(await ask(which), what).toEqual({ node: expected('node'), fetch: expected('fetch') });
  }
  // What is left of the last damage, which removed them, is written again.
  await project.build();
  for (const [i, name] of names.entries())
    expect((await readFile(join(project.out, name))).equals(texts[i] ?? raise())).toBe(true);
});

test('without the check, wrong responses are found', async () => {
  const random = seeded(seed);
  const wrong = new Set<string>();
  for (let i = 0; i < 100 && wrong.size < 2; i++) {
    const { path } = await damageOne(/^pages\/.*\.(?:json|gz)$/, random);
    const which = choose(random, 'page');
    for (const each of findWrong(await ask(which, () => true), which)) wrong.add(each.split(' ')[0] ?? '');
    await putBack(path);
  }
  expect([...wrong].sort()).toEqual(['fetch', 'node']);
});
