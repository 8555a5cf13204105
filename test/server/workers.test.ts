import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toPointerText } from '../../build/release/ledger/ledger-files.ts';
import { galley, type Running, start, writeFiles } from '../support/command.ts';
import { save } from '../support/dev.ts';
import { has } from '../support/needs.ts';
import { get, makeFolder } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

const post = (title: string) => `---\ntitle: ${title}\ndate: 2026-01-01\n---\n\nText\n`;

interface Server {
  folder: string;
  running: Running;
  port: number;
  /** One response, over a connection of its own. */
  ask(target?: string): ReturnType<typeof get>;
}

/** Over what a build made of one article. */
async function serveWithWorkers(count: number): Promise<Server> {
  const { folder, run } = await makeSite({ 'content/a.md': post('A') });
  await run('build');
  return serve(folder, count);
}

async function serve(folder: string, count: number): Promise<Server> {
  const running = start(folder, ['serve', '--port', '0', '--workers', String(count)]);
  const port = Number((await running.until(/^listening on http:\/\/127\.0\.0\.1:(\d+)\n/))[1]);
  const key = /key for this run: (gly_\S{36})/.exec(running.text.err)?.[1] ?? '';
  const ask = (target = '/api/v1/articles') => get(port, target, { headers: { 'X-Api-Key': key } });
  return { folder, running, port, ask };
}

/** Linux says which processes a process has started. */
const childrenOf = (pid: number): string => `/proc/${pid}/task/${pid}/children`;
const canSeeWorkers = has('the file children of a process in /proc', existsSync(childrenOf(process.pid)));

function workersOf({ child }: Running): number[] {
  return readFileSync(childrenOf(child.pid ?? 0), 'utf8')
    .trim()
    .split(' ')
    .map(Number);
}

const soon = { interval: 20 };

/** Bytes that a process has read until now, of files and of messages. */
function readBy(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** Resolves once this worker responds. All others stand still meanwhile, and those that did so before go on doing so. */
async function untilResponds({ running, ask }: Server, pid: number, stopped: readonly number[] = []): Promise<void> {
  const others = workersOf(running).filter((each) => each !== pid && !stopped.includes(each));
  for (const other of others) process.kill(other, 'SIGSTOP');
  let hasResponded = false;
  while (!hasResponded) {
    // One comes to each worker that stands still.
    ask().then(
      () => {
        hasResponded = true;
      },
      () => {},
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const other of others) process.kill(other, 'SIGCONT');
}

test.skipIf(!canSeeWorkers)(
  'responds with the key for this run, replaces workers that end, one or all at once, and ends with them on SIGTERM',
  { tags: ['long'] },
  async () => {
    const server = await serveWithWorkers(2);
    const { running, ask } = server;
    const expectResponses = async (): Promise<void> => {
      for (let i = 0; i < 6; i++) expect((await ask()).status).toBe(200);
      expect((await ask('/')).status).toBe(200);
    };
    await expectResponses();
    expect(running.text.out.match(/listening/g)).toHaveLength(1);
    const first = workersOf(running);
    expect(first).toHaveLength(2);
    const [victim = 0, other = 0] = first;
    process.kill(victim, 'SIGKILL');
    const others = (gone: readonly number[]) => () => workersOf(running).filter((pid) => !gone.includes(pid)).length;
    await expect.poll(others(first), soon).toBe(1);
    expect(workersOf(running)).toHaveLength(2);
    expect(workersOf(running)).toContain(other);
    expect(running.text.err.match(/A worker ended \(SIGKILL\)/g)).toHaveLength(1);
    await expectResponses();
    // One that ends before it listens is not replaced.
    const second = workersOf(running);
    await untilResponds(server, second.find((pid) => pid !== other) ?? 0);
    for (const pid of second) process.kill(pid, 'SIGKILL');
    await expect.poll(others([victim, ...second]), soon).toBe(2);
    const last = workersOf(running);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    for (const pid of last) expect(() => process.kill(pid, 0)).toThrow();
  },
);

test.skipIf(!canSeeWorkers)(
  'activates a new release once all workers have opened it, and none sooner, also one that comes meanwhile',
  { tags: ['long'] },
  async () => {
    const server = await serveWithWorkers(3);
    const { folder, running, ask } = server;
    const release = async () => (await ask()).headers['galley-release'];
    const before = await release();
    const [slow = 0, victim = 0, other = 0] = workersOf(running);
    process.kill(slow, 'SIGSTOP');
    const read = [victim, other].map(readBy);
    await writeFiles(folder, { 'content/b.md': post('B') });
    expect((await galley(folder, ['build'])).code).toBe(0);
    const { release: next } = JSON.parse(await readFile(join(folder, 'public/api/v1/release.json'), 'utf8'));
    // They were notified, and have read it.
    await expect.poll(() => [victim, other].every((pid, i) => readBy(pid) > (read[i] ?? 0)), soon).toBe(true);
    const seen: unknown[] = [];
    const asked: Promise<unknown>[] = [];
    // What is asked of the one that stands still is answered later.
    while (seen.length < 10) {
      asked.push(release().then((found) => seen.push(found)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect.poll(() => asked.length - seen.length, soon).toBeLessThanOrEqual(1);
    expect(new Set(seen)).toEqual(new Set([before]));
    process.kill(victim, 'SIGKILL');
    const newcomer = () => workersOf(running).find((pid) => ![slow, victim, other].includes(pid));
    await expect.poll(newcomer, soon).toBeGreaterThan(0);
    await untilResponds(server, newcomer() ?? 0, [slow]);
    process.kill(slow, 'SIGCONT');
    await Promise.all(asked);
    await expect.poll(() => Promise.all(Array.from({ length: 9 }, release)), soon).toEqual(Array(9).fill(next));
  },
);

test.skipIf(!canSeeWorkers)(
  'a keys file that turns into garbage leaves the keys that were read last, is reported once, and shown by each worker',
  { tags: ['long'] },
  async () => {
    const { folder, run } = await makeSite({ 'content/a.md': post('A') });
    await run('build');
    const key = (await run('key', 'new', 'web')).out.trim();
    const file = join(folder, 'galley.keys.json');
    const good = await readFile(file, 'utf8');
    const running = start(folder, ['serve', '--json', '--port', '0', '--workers', '2']);
    const port = Number((await running.until(/"address":"http:\/\/127\.0\.0\.1:(\d+)"/))[1]);
    const status = async () => (await get(port, '/api/v1/articles', { headers: { 'X-Api-Key': key } })).status;
    const health = async () => JSON.parse((await get(port, '/healthz')).body);
    const all = (wanted: string) => async () => {
      const seen = await Promise.all(Array.from({ length: 8 }, health));
      return seen.every(({ status }) => status === wanted);
    };
    expect(await all('ok')()).toBe(true);
    await save(folder, { 'galley.keys.json': 'garbage' });
    await expect.poll(all('degraded'), soon).toBe(true);
    const reasons = ['The keys file is not valid. The keys that it held before are used.'];
    expect(await health()).toMatchObject({ status: 'degraded', reasons });
    // One that comes now knows the keys, too.
    const [victim = 0] = workersOf(running);
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => workersOf(running).filter((pid) => pid !== victim).length, soon).toBe(2);
    for (let i = 0; i < 8; i++) expect(await status()).toBe(200);
    await expect.poll(all('degraded'), soon).toBe(true);
    expect(running.text.out.match(/is not valid/g)).toHaveLength(1);
    await save(folder, { 'galley.keys.json': good });
    await expect.poll(all('ok'), soon).toBe(true);
    expect(await status()).toBe(200);
  },
);

test('reports a port in use once, exit code 2', { tags: ['long'] }, async () => {
  const folder = await makeFolder();
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const { ended, text } = start(folder, ['serve', '--port', String(port), '--workers', '3']);
  expect([await ended, text.err.match(/another program listens there/g)?.length]).toEqual([2, 1]);
  blocker.close();
});

test.each(['0', '65', 'two', '1.5'])('--workers %s is refused', async (count) => {
  const { code, err } = await galley(await makeFolder(), ['serve', '--workers', count]);
  expect([code, err]).toEqual([2, expect.stringMatching(/--workers: found ".*"\. Expected a number of processes/)]);
});

test('reports damage once, and all workers show it until it is over: of the pointer, a page, and a release that is not there', {
  tags: ['long'],
}, async () => {
  const { folder, read, run, write } = await makeSite({ 'content/a.md': post('A') });
  await run('build');
  const directory = join(folder, 'public/api/v1');
  const pointer = join(directory, 'release.json');
  const whole = await readFile(pointer);
  await writeFile(pointer, whole.subarray(0, 9));
  const { running, ask } = await serve(folder, 3);
  const states = async () => {
    const responses = await Promise.all(Array.from({ length: 9 }, () => ask('/healthz')));
    return [
      ...new Set(responses.map(({ body }) => JSON.parse(body)).map(({ status, reasons }) => reasons?.[0] ?? status)),
    ];
  };
  // The newest kept release is served.
  const reason = 'release.json is damaged. An older release may be served.';
  expect(await states()).toEqual([reason]);
  expect(running.text.err.match(/release\.json is damaged/g)).toHaveLength(1);
  await save(directory, { 'release.json': String(whole) });
  await expect.poll(states, soon).toEqual(['ok']);

  const pages = join(directory, 'pages');
  const name = (await readdir(pages)).find((each) => each.endsWith('.json')) ?? '';
  const { length } = await readFile(join(pages, name));
  await writeFile(join(pages, name), Buffer.alloc(length));
  // None has it in memory yet.
  expect((await ask()).status).toBe(503);
  await expect.poll(states, soon).toEqual([expect.stringContaining(`pages/${name} is damaged`)]);
  const built = await run('build');
  expect(built.out).toMatch(`1 damaged file of the release was written again: pages/${name}.`);
  expect((await ask()).status).toBe(200);

  await write({ 'content/b.md': post('B') });
  await run('build', '--out', 'other');
  const { release: next } = JSON.parse(await read('other/api/v1/release.json'));
  await save(directory, { 'release.json': toPointerText(next) });
  await expect.poll(() => running.text.err, soon).toMatch(/names index\.[0-9a-f]+\.json, which is missing/);
  expect((await ask()).headers['galley-release']).toBe(JSON.parse(String(whole)).release);
  await run('build');
  await expect.poll(async () => (await ask('/api/v1/articles/b')).status, soon).toBe(200);
  await expect.poll(states, soon).toEqual(['ok']);
  for (const expected of [/which is missing/g, new RegExp(`${name} .*damaged`, 'g')]) {
    expect(running.text.err.match(expected), String(expected)).toHaveLength(1);
  }
});
