import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildOnce } from '../../build/pipeline/builder.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { createNodeServer, type NodeServer } from '../../src/adapters/node.ts';
import { pointerPath } from '../../src/core/format.ts';
import { amount, firstOf, isQuick, seed } from '../support/amount.ts';
import { bundleSource } from '../support/bundle-source.ts';
import { writeFiles } from '../support/command.ts';
import { seededRandom } from '../support/fire/random.ts';
import { key } from '../support/release.ts';
import { get, makeFolder } from '../support/server.ts';

/** How often a process that publishes is killed. */
const kills = amount({ test: 1, all: 9, soak: 100 });

/** Steps, such as the beginning or the end of a publish, after which a process is killed at the latest. */
const mostSteps = 6;

type Files = Record<string, string>;

/** 104 articles fill more than one page file. */
const articles = isQuick ? 20 : 104;

function makeFiles(): Files {
  const files: Files = {};
  for (let i = 0; i < articles; i++) files[`a${i}.md`] = post(i, `Text ${i}`);
  return files;
}

function post(i: number, text: string): string {
  const [hour, minute] = [Math.floor(i / 60), i % 60].map((number) => String(number).padStart(2, '0'));
  return `---\nid: ${i + 1}\npublish_at: 2026-01-01T${hour}:${minute}:00Z\n---\n# ${text}\n\n${text}\n`;
}

/** Contents that differ in an old and a new article, in one that was removed, added or re-dated, and in how many there are. */
function makeStates(): Files[] {
  const base = makeFiles();
  const without = (...names: string[]): Files =>
    Object.fromEntries(Object.entries(base).filter(([name]) => !names.includes(name)));
  return [
    base,
    { ...base, 'a3.md': post(3, 'Another') },
    { ...base, 'a103.md': post(103, 'Newer'), 'a0.md': post(0, 'Older') },
    without('a50.md'),
    { ...base, 'a200.md': post(110, 'Added') },
    { ...base, 'a20.md': post(20, 'Moved').replace('2026-01-01', '2026-01-02') },
    without(...Object.keys(base).slice(40)),
  ];
}

/** Every third article is a draft. */
function withDrafts(files: Files): Files {
  const texts = Object.entries(files).map(([name, text], i) => [
    name,
    i % 3 === 1 ? `---\ndraft: true${text.slice(3)}` : text,
  ]);
  return Object.fromEntries(texts);
}

const targets = [
  '/api/v1/articles?per_page=60',
  '/api/v1/articles?per_page=60&page=2',
  '/api/v1/articles?per_page=7&page=5&exclude_h1=1',
  ...['1', 'a3', 'a20', 'a50', '104', 'a200'].map((article) => `/api/v1/articles/${article}`),
];

interface Shown {
  release: string | string[] | undefined;
  responses: string[];
}

/** What a server responds, and of which release. */
async function show(port: number): Promise<Shown[]> {
  const fetched = await Promise.all(targets.map((target) => get(port, target)));
  const found = new Map<string, Shown>();
  for (const [i, { status, headers, body }] of fetched.entries()) {
    // A 404 names no release.
    const release = headers['galley-release'] ?? fetched[0]?.headers['galley-release'];
    const shown = found.get(`${release}`) ?? { release, responses: [] };
    found.set(`${release}`, shown);
    shown.responses.push(`${targets[i]} ${status} ${headers.etag} ${body}`);
  }
  return [...found.values()];
}

async function serve(out: string, drafts?: string): Promise<NodeServer & { port: number }> {
  const opens = drafts === undefined ? {} : { drafts: true, expires: 9e9 };
  const keys = [{ name: 'tests', digest: sha256(key), ...opens }];
  const server = await createNodeServer({ out, drafts, keys: () => keys });
  server.server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { ...server, port: (server.server.address() as AddressInfo).port };
}

const kinds: ('public' | 'public-drafts')[] = firstOf(1, ['public', 'public-drafts']);

test.each(kinds)(
  `after each of ${kills} kills the old or the new release is served, whole, and the next build succeeds: %s`,
  {
    tags: ['scaled'],
    timeout: 30_000 + kills * 3000,
  },
  async (kind) => {
    const drafts = kind === 'public-drafts';
    const opens = drafts ? { drafts } : {};
    const random = seededRandom(seed);
    const folder = await makeFolder();
    const fixed = { site: 'https://a.example', articleUrl: '{site}/{slug}', trustedHtml: false, now: 1_780_000_000 };
    const build = (name: string, cache: string) =>
      buildOnce({ ...fixed, content: join(folder, name, 'content'), out: join(folder, name, kind), cache, ...opens });
    // Beside releases of drafts, readers have one that stays empty.
    const serveKind = (out: string) => (drafts ? serve(join(folder, 'none'), out) : serve(out));

    const truths = new Map<string, Shown>();
    const states: { release: string; files: Files }[] = [];
    for (const [i, files] of (drafts ? makeStates().map(withDrafts) : makeStates())
      .slice(0, amount({ test: 2, all: 7, soak: 7 }))
      .entries()) {
      await writeFiles(join(folder, `truth-${i}`, 'content'), files);
      const { written } = await build(`truth-${i}`, join(folder, 'truths'));
      const release = written?.release ?? '';
      states.push({ release, files });
      const { port, close } = await serveKind(join(folder, `truth-${i}`, kind));
      const [shown, ...others] = await show(port);
      await close();
      expect(others).toEqual([]);
      if (shown) truths.set(release, shown);
    }
    expect(truths.size).toBe(states.length);

    const project = join(folder, 'project');
    const out = join(project, kind);
    await writeFiles(join(project, 'content'), states[0]?.files ?? {});
    await writeFile(join(project, 'states.json'), JSON.stringify(states));
    let current = (await build('project', join(project, 'cache'))).written?.release ?? '';
    const standing = await serveKind(out);
    onTestFinished(standing.close);
    let gap = 100;
    const counts = { publishes: 0, midway: 0, taken: 0 };
    const publisher = fileURLToPath(await bundleSource('test/support/publisher.mjs'));
    for (let n = 0; n < kills; n++) {
      const chances = Array.from({ length: 50 }, () => random.below(1000) / 1000);
      const child = spawn(process.execPath, [publisher, project, chances.join(), kind]);
      let [said, failed, last] = ['', '', performance.now()];
      const steps = 1 + random.below(mostSteps);
      const begun = new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk) => {
          if (said !== '') gap = performance.now() - last;
          last = performance.now();
          said += chunk;
          if (said.split('\n').length > steps) resolve();
        });
        child.on('close', resolve);
      });
      child.stderr.on('data', (chunk) => {
        failed += chunk;
      });
      const closed = once(child, 'close');
      await begun;
      // Within the next step, as long as the last one took, however busy the machine is.
      await sleep(random.below(gap));
      child.kill('SIGKILL');
      const [, signal] = await closed;
      expect([signal, failed]).toEqual(['SIGKILL', '']);

      let pending: string | null = null;
      for (const [, word, release = ''] of said.matchAll(/^(begin|done) (\w+)$/gm)) {
        if (word === 'begin') pending = release;
        else {
          expect(release).toBe(pending);
          counts.publishes++;
          [current, pending] = [release, null];
        }
      }
      const pointer: string = JSON.parse(await readFile(join(out, 'api/v1', pointerPath), 'utf8')).release;
      expect([current, pending]).toContain(pointer);
      if (pending !== null) counts.midway++;
      if (pointer !== current) counts.taken++;
      current = pointer;
      await standing.refresh();
      const fresh = await serveKind(out);
      for (const port of [standing.port, fresh.port]) expect(await show(port)).toEqual([truths.get(pointer)]);
      await fresh.close();
    }
    const { publishes, midway, taken } = counts;
    console.log(
      `${publishes} publishes and ${kills} kills: ${midway} midway, ${taken} of them after the pointer had moved`,
    );

    // What others left on their way to the lock goes once it is a minute old.
    const api = join(out, 'api');
    const rests = (await readdir(api)).filter((name) => name.startsWith('.lock'));
    for (const name of rests) await utimes(join(api, name), 0, 0);
    // Of another content, so that something is written.
    const last = states.find(({ release }) => release !== current);
    await writeFiles(join(project, 'content'), last?.files ?? {});
    const gone = (await readdir(join(project, 'content'))).filter((name) => last?.files[name] === undefined);
    for (const name of gone) await rm(join(project, 'content', name));
    expect((await build('project', join(project, 'cache'))).written?.release).toBe(last?.release);
    const left = await readdir(out, { recursive: true });
    expect(left.filter((path) => /(?:^|\/)\./.test(path))).toEqual(
      drafts ? ['.gitignore', '.htaccess', 'api/.htaccess'] : ['api/.htaccess'],
    );
  },
);

const kept = amount({ test: 5, all: 5, soak: 40 });

test(`after each of ${kept} kills, rollbacks and prunings readers have the article of an invalid file`, {
  tags: ['long', 'soak'],
  timeout: 30_000 + kept * 3000,
}, async () => {
  const random = seededRandom(seed);
  const project = await makeFolder();
  const [content, out, cache] = [join(project, 'content'), join(project, 'public'), join(project, 'cache')];
  const base = makeFiles();
  const invalid = { ...base, 'a3.md': '---\nid: 4\ntitle: [\n---\n', 'a60.md': post(60, '> '.repeat(200)) };
  const states = [
    { ...invalid, 'a103.md': post(103, 'Newer') },
    {
      ...invalid,
      'a4.md': post(4, 'Another'),
      '0/a3.md': post(300, 'Taker').replace('2026-01-01T05', '2020-01-01T05'),
    },
    { ...base, 'a3.md': invalid['a3.md'] },
  ].map((files) => ({ release: 'x', files }));
  await writeFiles(content, base);
  await writeFile(join(project, 'states.json'), JSON.stringify(states));
  const fixed = { site: 'https://a.example', articleUrl: '{site}/{slug}', trustedHtml: false, now: 1_780_000_000 };
  await buildOnce({ ...fixed, content, out, cache });
  const show = async () => {
    const { port, close } = await serve(out);
    const found = await Promise.all(['4', 'a3', '61', 'a60'].map((name) => get(port, `/api/v1/articles/${name}`)));
    const list = await get(port, '/api/v1/articles?per_page=100&page=1');
    await close();
    expect(JSON.parse(`${list.body}`).data).toHaveLength(Math.min(articles, 100));
    return found.map(({ status, body }) => `${status} ${body}`);
  };
  const before = await show();
  const publisher = fileURLToPath(await bundleSource('test/support/publisher.mjs'));
  for (let n = 0; n < kept; n++) {
    const chances = Array.from({ length: 50 }, () => random.below(1000) / 1000);
    const child = spawn(process.execPath, [publisher, project, chances.join()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const steps = 2 + random.below(mostSteps);
    let said = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        said += chunk;
        if (said.split('\n').length > steps) resolve();
      });
      child.on('close', resolve);
    });
    const closed = once(child, 'close');
    await sleep(random.below(50));
    child.kill('SIGKILL');
    expect(await closed).toEqual([null, 'SIGKILL']);
    expect(await show()).toEqual(before);
  }
});
