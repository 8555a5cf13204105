import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { buildOnce } from '../../build/pipeline/builder.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { amount } from '../support/amount.ts';
import { start, writeFiles } from '../support/command.ts';
import { buildDefaults } from '../support/project.ts';
import { key } from '../support/release.ts';
import { get, makeFolder, serveNode } from '../support/server.ts';

/** How many releases follow one another, and how many clients read meanwhile. */
const publishes = amount({ test: 4, all: 8, soak: 60 });
const clients = amount({ test: 2, all: 6, soak: 6 });

const post = (i: number, text: string) =>
  `---\nid: ${i + 1}\npublish_at: 2026-01-01T00:00:${String(i).padStart(2, '0')}Z\n---\n# ${text}\n\n${text}\n`;

const articles = amount({ test: 16, all: 40, soak: 40 });

/** Contents that differ in one article each, and in how many there are. */
const contents = [0, 1, 2].map((state) =>
  Object.fromEntries(
    Array.from({ length: articles - state }, (_, i) => [`a${i}.md`, post(i, i === 7 ? `State ${state}` : `Text ${i}`)]),
  ),
);

const targets = [
  '/api/v1/articles?per_page=30',
  '/api/v1/articles?per_page=30&page=2',
  '/api/v1/articles?per_page=9&page=3&exclude_h1=1',
  '/api/v1/articles/a7',
  '/api/v1/articles/1',
];

interface Adapter {
  port: number;
  /** Takes up a new release now; unless it is there, one is noticed by itself. */
  refresh?: () => Promise<void>;
}

async function serveByWorkers(folder: string): Promise<Adapter> {
  const env = { GALLEY_KEYS: `tests:${sha256(key)}` };
  const running = start(folder, ['serve', '--port', '0', '--workers', '2'], env);
  const [, port] = await running.until(/listening on http:\/\/127\.0\.0\.1:(\d+)\n/);
  return { port: Number(port) };
}

type Serve = (folder: string) => Promise<Adapter>;

const adapters: [string, Serve][] = [
  ['the Node adapter without the fast path', (folder) => serveNode({ out: join(folder, 'public'), fastPath: false })],
  ['two workers', serveByWorkers],
];

/** Builds `files` below `folder`; gives the release. */
async function build(folder: string, name: string, files: Record<string, string>): Promise<string> {
  await rm(join(folder, name, 'content'), { recursive: true, force: true });
  await writeFiles(join(folder, name, 'content'), files);
  const paths = { content: join(folder, name, 'content'), out: join(folder, name, 'public') };
  const { written } = await buildOnce({ ...buildDefaults, ...paths, cache: join(folder, 'cache', name) });
  return written?.release ?? '';
}

/** What each target of each release is, by both. */
const truth = new Map<string, string>();
beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const atEnd = (end: () => Promise<void>): void => void ends.push(end);
  const folder = await makeFolder(atEnd);
  for (const [i, files] of contents.entries()) {
    const release = await build(folder, `truth-${i}`, files);
    const { port } = await serveNode({ out: join(folder, `truth-${i}`, 'public') }, atEnd);
    for (const target of targets) {
      const { status, headers, body } = await get(port, target);
      expect([status, headers['galley-release']]).toEqual([200, release]);
      truth.set(`${release} ${target}`, `${headers.etag} ${body}`);
    }
  }
  for (const end of ends.reverse()) await end();
});

const timeout = 30_000 + publishes * 3000;
const does = 'activates one release after the other under load, and each response is of one';
test(`the Node adapter ${does}`, { tags: ['scaled'], timeout }, () =>
  publishAndRead((folder) => serveNode({ out: join(folder, 'public') })),
);
test.each(adapters)(`%s ${does}`, { tags: ['long', 'soak'], timeout }, (_, serve) => publishAndRead(serve));

async function publishAndRead(serve: Serve): Promise<void> {
  const folder = await makeFolder();
  let current = await build(folder, 'live', contents[0] ?? {});
  const { port, refresh } = await serve(join(folder, 'live'));
  const seen = new Set<string>();
  let [responses, isDone] = [0, false];
  const read = async (first: number): Promise<void> => {
    for (let n = first; !isDone; n++) {
      const target = targets[n % targets.length] ?? '';
      const { status, headers, body } = await get(port, target);
      const release = `${headers['galley-release']}`;
      expect([status, `${headers.etag} ${body}`]).toEqual([200, truth.get(`${release} ${target}`)]);
      seen.add(release);
      responses++;
    }
  };
  const reading = Promise.all(Array.from({ length: clients }, (_, n) => read(n)));
  const served = async (): Promise<string> => {
    const release = `${(await get(port, targets[3] ?? '')).headers['galley-release']}`;
    seen.add(release);
    return release;
  };
  const publishing = (async () => {
    expect(await served()).toBe(current);
    for (let n = 1; n <= publishes; n++) {
      current = await build(folder, 'live', contents[n % contents.length] ?? {});
      // Half of them follow at once, before the one before is active.
      if (n % 2 === 1) await sleep(30);
      else if (refresh === undefined) await expect.poll(served, { interval: 20 }).toBe(current);
      else await refresh().then(async () => expect(await served()).toBe(current));
    }
  })().finally(() => {
    isDone = true;
  });
  await Promise.all([publishing, reading]);
  expect(seen.size).toBe(contents.length);
  expect(responses).toBeGreaterThan(publishes);
}
