/** @module-tag long */
import { cp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { formatVersion } from '../../src/core/format.ts';
import { cli, type Ended, type Running, root, startProgram, writeFiles } from '../support/command.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';

const key = newKey();
const address = 's3://articles/live';
const [older, newer] = [formatVersion, formatVersion + 1];
/** Commands of this version, and of one whose releases have another format. */
const commands = new Map([[older, cli]]);

beforeAll(async () => {
  const folder = await makeFolder(() => {});
  const dist = join(folder, 'dist');
  await cp(join(root, 'dist'), dist, { recursive: true });
  for (const name of ['node_modules', 'package.json']) await symlink(join(root, name), join(folder, name));
  // The bundles hold the number where `formatVersion` stood.
  const places = new RegExp(
    `(literal(?:\\$\\d+)?\\(|\\bformat: |"format":|Buffer\\.from\\(\\[|path, format, )${older}\\b`,
    'g',
  );
  for (const name of (await readdir(join(dist, 'build'))).filter((each) => each.endsWith('.js'))) {
    const file = join(dist, 'build', name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(places, `$1${newer}`));
  }
  commands.set(newer, join(dist, 'build', 'cli.js'));
  return () => rm(folder, { recursive: true });
});

interface Site {
  run(version: number, ...args: string[]): Promise<Ended>;
  publish(version: number): Promise<void>;
  serve(version: number): Promise<Server>;
  write(files: Record<string, string>): Promise<void>;
  remove(path: string): Promise<void>;
  /** Gives the indexes in the folder the times of last week. */
  age(): Promise<void>;
}

interface Server {
  running: Running;
  ask(path: string): Promise<{ status: number; etag: string | null; text: string; release: string | null }>;
  health(): Promise<{ status: string; reasons?: string[] }>;
}

const post = (i: number, text = `Text ${i}.`) =>
  `---\nid: ${i + 1}\npublish_at: ${new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString()}\ntags: [x]\n---\n${text}\n`;

async function makeSite(isInStore: boolean, flags: readonly string[]): Promise<Site> {
  const folder = await makeFolder();
  const env: Record<string, string> = { GALLEY_KEYS: `tests:${sha256(key)}` };
  if (isInStore) {
    const { endpoint, region, credentials } = await startObjectStore();
    env.AWS_ENDPOINT_URL = endpoint;
    env.AWS_DEFAULT_REGION = region;
    env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
    env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
  }
  const begin = (version: number, args: string[]) =>
    startProgram(process.execPath, [commands.get(version) ?? '', ...args], folder, env);
  const run = async (version: number, ...args: string[]): Promise<Ended> => {
    const { text, ended } = begin(version, args);
    return { code: await ended, ...text };
  };
  return {
    run,
    async publish(version) {
      const built = await run(version, 'build');
      expect([built.code, built.err]).toEqual([0, expect.not.stringContaining('rror')]);
      const { format } = JSON.parse(await readFile(join(folder, 'public/api/v1/release.json'), 'utf8'));
      expect(format).toBe(version);
      if (isInStore) expect((await run(version, 'push', address)).code).toBe(0);
    },
    async serve(version) {
      const running = begin(version, ['serve', '--port', '0', ...flags, ...(isInStore ? ['--from', address] : [])]);
      const [, at = ''] = await running.until(/^listening on (http:\S+)$/m);
      return {
        running,
        async ask(path) {
          const response = await fetch(`${at}${path}`, { headers: { 'X-Api-Key': key } });
          const { status, headers } = response;
          const [etag, release] = ['etag', 'galley-release'].map((name) => headers.get(name));
          return { status, etag: etag ?? null, text: await response.text(), release: release ?? null };
        },
        health: async () => (await (await fetch(`${at}/healthz`)).json()) as Awaited<ReturnType<Server['health']>>,
      };
    },
    write: (files) => writeFiles(folder, files),
    remove: (path) => rm(join(folder, path)),
    async age() {
      const directory = join(folder, 'public/api/v1');
      const seconds = Date.now() / 1000 - 7 * 24 * 3600;
      const indexes = (await readdir(directory)).filter((name) => name.startsWith('index.'));
      for (const name of indexes) await utimes(join(directory, name), seconds, seconds);
    },
  };
}

const everything = [
  ...['/api/v1/articles', '/api/v1/articles?page=2', '/api/v1/articles?page=2&exclude_h1=1', '/api/v1/articles/7'],
  ...['/api/v1/articles/a119', '/api/v1/terms?kind=tag', '/api/v1/articles?tag=x', '/openapi.json', '/'],
];

test.each([
  ['a folder', false, []],
  ['a store, with two workers', true, ['--workers', '2']],
])(
  'from %s, servers of two versions each keep what they serve, and say which is older',
  { timeout: 120_000 },
  async (_, isInStore, flags) => {
    const { run, publish, serve, write, remove, age } = await makeSite(isInStore, flags);
    const articles = Array.from({ length: 120 }, (_, i) => [`content/a${i}.md`, post(i)] as const);
    await write({ 'galley.config.yaml': 'site: https://articles.example.com\n', ...Object.fromEntries(articles) });
    await publish(older);

    // The newer one publishes several times, first what is the same, while a server of the older one has read next to nothing.
    const old = await serve(older);
    const first = await old.ask('/api/v1/changes?per_page=1');
    const [, its = '', at] = /until=([\da-f]+)-(\d+)/.exec(first.text) ?? [];
    // One of minutes ago: of ten seconds, servers that differ are expected.
    const token = `${its}-${Number(at) - 300}`;
    const crawl =
      /"next": ?"https:\/\/articles\.example\.com([^"]+)"/.exec((await old.ask('/api/v1/articles')).text)?.[1] ?? '';
    expect([token, crawl]).toEqual([expect.stringContaining('-'), expect.stringContaining('after=')]);
    await publish(newer);
    await write({ 'content/a7.md': post(7, 'Another text.') });
    await publish(newer);
    await remove('content/a3.md');
    await publish(newer);
    await expect.poll(async () => (await old.health()).status, { interval: 20 }).toBe('degraded');
    expect((await old.health()).reasons).toEqual([
      expect.stringMatching(/^release\.json has format \d+, which a newer version of Galley wrote/),
    ]);
    expect(old.running.text.err).toContain(`release.json has format ${newer}, which a newer version of Galley wrote`);
    expect(old.running.text.err).not.toContain('damaged');
    for (const path of everything) expect([path, (await old.ask(path)).status]).toEqual([path, 200]);
    for (const path of [crawl, `/api/v1/changes?since=${token}`, '/api/v1/articles/a3'])
      expect([path, (await old.ask(path)).status]).toEqual([path, 200]);
    expect((await old.ask('/api/v1/articles/a7')).text).toContain('Text 7.');
    const before = await old.ask('/api/v1/articles/a119');

    // Then the servers.
    const now = await serve(newer);
    expect(await now.health()).toMatchObject({ status: 'ok' });
    expect((await now.ask('/api/v1/articles/a7')).text).toContain('Another text.');
    expect((await now.ask('/api/v1/articles/a3')).status).toBe(404);
    expect((await now.ask('/api/v1/articles/a119')).text).toBe(before.text);
    expect((await now.ask(`/api/v1/changes?since=${token}`)).status).toBe(410);
    // A place in the order holds in all versions.
    expect((await now.ask(crawl)).status).toBe(200);

    // And back, days later.
    await age();
    await publish(older);
    await write({ 'content/a9.md': post(9, 'A third text.') });
    await publish(older);
    await expect.poll(async () => (await old.health()).status, { interval: 20 }).toBe('ok');
    expect((await old.ask('/api/v1/articles/a7')).text).toContain('Another text.');
    await expect.poll(async () => (await now.health()).status, { interval: 20 }).toBe('degraded');
    expect((await now.health()).reasons).toEqual([
      expect.stringMatching(/^release\.json has format \d+, which an older version of Galley wrote/),
    ]);
    for (const path of everything) expect([path, (await now.ask(path)).status]).toEqual([path, 200]);

    // Only this removes what the other version wrote.
    const place = isInStore ? ['--store', address] : [];
    expect((await run(older, 'prune', ...place)).out).toContain('Nothing was removed');
    expect((await run(older, 'prune', '--now', ...place)).out).toMatch(/\d+ files .* were removed/);
    expect((await old.ask('/api/v1/articles?page=2')).status).toBe(200);
  },
);
