import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { galley, type Running, start, writeFiles } from './support/command.ts';
import { has } from './support/needs.ts';
import { get, makeFolder } from './support/server.ts';

const post = (title: string) => `---\ntitle: ${title}\ndate: 2026-01-01\n---\n\nText\n`;

interface Server {
  folder: string;
  running: Running;
  port: number;
  /** One answer, over a connection of its own. */
  ask(target?: string): ReturnType<typeof get>;
}

async function serveWithWorkers(count: number): Promise<Server> {
  const folder = await makeFolder();
  await writeFiles(folder, { 'content/a.md': post('A') });
  await galley(folder, ['build']);
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

test.skipIf(!canSeeWorkers)(
  'answers with the key for this run, says once where it listens, and ends with its workers on SIGTERM',
  async () => {
    const { running, ask } = await serveWithWorkers(2);
    for (let i = 0; i < 6; i++) expect((await ask()).status).toBe(200);
    expect((await ask('/')).status).toBe(200);
    expect(running.text.out.match(/listening/g)).toHaveLength(1);
    const workers = workersOf(running);
    expect(workers).toHaveLength(2);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow();
  },
);

test.skipIf(!canSeeWorkers)('takes up a new release once all workers have opened it, and none sooner', async () => {
  const { folder, running, ask } = await serveWithWorkers(3);
  const release = async () => (await ask()).headers['galley-release'];
  const before = await release();
  const [slow = 0] = workersOf(running);
  process.kill(slow, 'SIGSTOP');
  await writeFiles(folder, { 'content/b.md': post('B') });
  expect((await galley(folder, ['build'])).code).toBe(0);
  const { release: next } = JSON.parse(await readFile(join(folder, 'public/api/v1/release.json'), 'utf8'));
  const seen: unknown[] = [];
  const asked: Promise<unknown>[] = [];
  // The others look at the pointer twice a second. What is asked of the one that stands still is answered later.
  while (seen.length < 10 || asked.length < 20) {
    asked.push(release().then((found) => seen.push(found)));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(new Set(seen)).toEqual(new Set([before]));
  process.kill(slow, 'SIGCONT');
  await Promise.all(asked);
  await expect.poll(() => Promise.all(Array.from({ length: 9 }, release))).toEqual(Array(9).fill(next));
});

test('a release that cannot be opened is taken up by none, is told once, and tried again', async () => {
  const { folder, running, ask } = await serveWithWorkers(2);
  const before = (await ask()).headers['galley-release'];
  await writeFiles(folder, { 'content/b.md': post('B') });
  const release = join(folder, 'public', 'api', 'v1');
  await galley(folder, ['build', '--out', 'other']);
  const { release: next } = JSON.parse(await readFile(join(folder, 'other/api/v1/release.json'), 'utf8'));
  await writeFile(join(release, 'release.json.new'), JSON.stringify({ format: 3, release: next }));
  await rename(join(release, 'release.json.new'), join(release, 'release.json'));
  await expect.poll(() => running.text.err).toMatch(/names index\.[0-9a-f]+\.json, which is not there/);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(running.text.err.match(/which is not there/g)).toHaveLength(1);
  expect((await ask()).headers['galley-release']).toBe(before);
  await galley(folder, ['build']);
  await expect.poll(async () => (await ask('/api/v1/articles/b')).status).toBe(200);
});

test.skipIf(!canSeeWorkers)('a worker that ends is replaced, and its loss is told', async () => {
  const { running, ask } = await serveWithWorkers(2);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const [victim, other] = workersOf(running);
  process.kill(victim ?? 0, 'SIGKILL');
  await expect.poll(() => running.text.err).toMatch(/A worker ended \(SIGKILL\)/);
  await expect.poll(() => workersOf(running).length).toBe(2);
  expect(workersOf(running)).toContain(other);
  expect(workersOf(running)).not.toContain(victim);
  for (let i = 0; i < 6; i++) expect((await ask()).status).toBe(200);
});

test.skipIf(!canSeeWorkers)('workers that end all at once are all replaced', async () => {
  const { running } = await serveWithWorkers(2);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const victims = workersOf(running);
  for (const victim of victims) process.kill(victim, 'SIGKILL');
  const alive = () => workersOf(running).filter((pid) => !victims.includes(pid)).length;
  await expect.poll(alive).toBe(2);
});

test.skipIf(!canSeeWorkers)('a worker that comes while the others open a new release serves that one too', async () => {
  const { folder, running, ask } = await serveWithWorkers(2);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const [slow = 0, victim = 0] = workersOf(running);
  process.kill(slow, 'SIGSTOP');
  await writeFiles(folder, { 'content/b.md': post('B') });
  await galley(folder, ['build']);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => workersOf(running).length).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  process.kill(slow, 'SIGCONT');
  const status = async () => (await ask('/api/v1/articles/b')).status;
  await expect.poll(() => Promise.all(Array.from({ length: 10 }, status))).toEqual(Array(10).fill(200));
});

test.skipIf(!canSeeWorkers)(
  'a keys file that turns into garbage leaves the keys that were read last, is told once, and shown by each worker',
  async () => {
    const folder = await makeFolder();
    await writeFiles(folder, { 'content/a.md': post('A') });
    await galley(folder, ['build']);
    const key = (await galley(folder, ['key', 'new', 'web'])).out.trim();
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
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await writeFile(file, 'garbage');
    await expect.poll(all('degraded')).toBe(true);
    const reasons = ['The keys file cannot be understood; the keys that it held last are in force.'];
    expect(await health()).toMatchObject({ status: 'degraded', reasons });
    // One that comes now knows the keys, too.
    const [victim = 0] = workersOf(running);
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => workersOf(running).filter((pid) => pid !== victim).length).toBe(2);
    for (let i = 0; i < 8; i++) expect(await status()).toBe(200);
    await expect.poll(all('degraded')).toBe(true);
    expect(running.text.out.match(/does not hold keys/g)).toHaveLength(1);
    await writeFile(file, good);
    await expect.poll(all('ok')).toBe(true);
    expect(await status()).toBe(200);
  },
);

test('a port in use is told once, exit code 2', async () => {
  const folder = await makeFolder();
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const { code, err } = await galley(folder, ['serve', '--port', String(port), '--workers', '3']);
  expect([code, err.match(/listens there already/g)?.length]).toEqual([2, 1]);
  blocker.close();
});

test.each(['0', '65', 'two', '1.5'])('--workers %s is refused', async (count) => {
  const { code, err } = await galley(await makeFolder(), ['serve', '--workers', count]);
  expect([code, err]).toEqual([2, expect.stringMatching(/--workers: found ".*"\. Expected a number of processes/)]);
});

test('beside a damaged pointer all workers serve the newest kept release, and say so', async () => {
  const folder = await makeFolder();
  await writeFiles(folder, { 'content/a.md': post('A') });
  await galley(folder, ['build']);
  const pointer = join(folder, 'public/api/v1/release.json');
  const whole = await readFile(pointer);
  await writeFile(pointer, whole.subarray(0, 9));
  const running = start(folder, ['serve', '--port', '0', '--workers', '2']);
  const port = Number((await running.until(/^listening on http:\/\/127\.0\.0\.1:(\d+)\n/))[1]);
  const health = async () => JSON.parse((await get(port, '/healthz')).body);
  for (let i = 0; i < 6; i++) {
    expect(await health()).toMatchObject({
      status: 'degraded',
      reasons: ['release.json is damaged: what is served may not be the newest release.'],
    });
  }
  expect(running.text.err.match(/release\.json is damaged/g)).toHaveLength(1);
  await writeFile(pointer, whole);
  await expect.poll(async () => (await health()).status).toBe('ok');
});

test('a file that one worker finds damaged is named by all until it is whole', async () => {
  const { folder, ask } = await serveWithWorkers(3);
  const pages = join(folder, 'public/api/v1/pages');
  const name = (await readdir(pages)).find((each) => each.endsWith('.json')) ?? '';
  const whole = await readFile(join(pages, name));
  await writeFile(join(pages, name), Buffer.alloc(whole.length));
  expect((await ask()).status).toBe(503);
  const states = async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask('/healthz')));
    return [...new Set(answers.map(({ body }) => JSON.parse(body).status))];
  };
  await expect.poll(states).toEqual(['degraded']);
  const built = await galley(folder, ['build']);
  expect(built.out).toMatch(
    `1 file of the release did not hold what was written, and was written again: pages/${name}.`,
  );
  expect((await ask()).status).toBe(200);
  await expect.poll(states).toEqual(['ok']);
});
