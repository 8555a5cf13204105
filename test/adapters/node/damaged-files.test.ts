import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { toPointerText } from '../../../build/release/ledger/ledger-files.ts';
import { hashBytes } from '../../../build/source/hash-bytes.ts';
import { damagedFiles } from '../../../src/adapters/node/damaged-files.ts';
import { DamagedFile, MissingFile, OtherFormat } from '../../../src/core/file-errors.ts';
import { flipIn } from '../../support/damage.ts';
import { encodeTestArticle, makeArticle } from '../../support/release.ts';
import { get, startServer, type TestServer } from '../../support/server.ts';

const list = '/api/v1/articles';
const articles = (title: string) => [1, 2].map((id) => encodeTestArticle(makeArticle({ id, title })));

async function find(out: string, folder: string, end: string): Promise<string> {
  const names = await readdir(join(out, 'api/v1', folder));
  return join(out, 'api/v1', folder, names.find((name) => name.endsWith(end)) ?? '');
}

async function healthOf({ port }: TestServer): Promise<{ status: string; reasons?: string[] }> {
  return JSON.parse((await get(port, '/healthz')).body);
}

const faultsOf = ({ log }: TestServer): string[] =>
  log.flatMap((entry) => (entry.event === 'error' ? [(entry.error as { path?: string }).path ?? ''] : []));

test.each<[what: string, folder: string, end: string, target: string, damage: (file: string) => Promise<unknown>]>([
  ['missing page', 'pages', '.json', list, rm],
  ['damaged gzip form', 'pages', '.gz', list, flipIn],
  ['missing table', 'pages', '.table', list, rm],
  ['damaged table', 'pages', '.table', list, flipIn],
  ['damaged lookup shard', 'lookup', '.json', `${list}/1`, flipIn],
])('a %s that is part of nothing that is served any more: /healthz is well again', async (what, ...row) => {
  const [folder, end, target, damage] = row;
  const server = await startServer(articles('a'));
  const file = await find(server.out, folder, end);
  await damage(file);
  const headers = { 'Accept-Encoding': end === '.gz' ? 'gzip' : 'identity' };
  expect((await get(server.port, target, { headers })).status).toBe(503);
  const path = file.slice(join(server.out, 'api/v1/').length);
  expect((await healthOf(server)).reasons?.[0]).toMatch(`${path} is ${what.split(' ')[0]}. `);
  await server.publish([encodeTestArticle(makeArticle({ id: 3 }))]);
  expect((await get(server.port, list)).status).toBe(200);
  expect(await healthOf(server)).toMatchObject({ status: 'ok' });
});

test('of many files, ten are named', async () => {
  const verify = (path: string) => Promise.reject(new MissingFile(path));
  const options = { verify, isServed: async () => true, log: () => {} };
  const { report, reasons, stop } = damagedFiles(options);
  for (let i = 0; i < 12; i++) report(new MissingFile(`f${i}`));
  stop();
  expect([reasons().length, reasons()[10]]).toEqual([11, 'More such files: 2.']);
});

test('a damaged file gets another time, by which the next build finds it', async () => {
  const server = await startServer(articles('a'));
  const file = await find(server.out, 'pages', '.json');
  await flipIn(file);
  const { ctimeMs } = await stat(file);
  // Longer than a tick of the clock of the disk.
  await new Promise((resolve) => setTimeout(resolve, 30));
  await get(server.port, list);
  await expect.poll(async () => (await stat(file)).ctimeMs, { interval: 5 }).toBeGreaterThan(ctimeMs);
});

test('where the time cannot be set, the log says how to repair the file', async () => {
  const logged: unknown[] = [];
  const error = new DamagedFile('pages/a.json', 'it is another');
  const verify = () => Promise.reject(error);
  const options = {
    verify,
    isServed: async () => true,
    mark: () => utimes('/nowhere/a', 0, 0),
    log: (each: unknown) => logged.push(each),
  };
  const { report, stop } = damagedFiles(options);
  report(error);
  stop();
  await expect.poll(() => logged.length, { interval: 5 }).toBe(2);
  expect(String(logged[1])).toMatch(/pages\/a\.json .*ENOENT.*Delete the file, then build\./s);
});

test('a file of another version of Galley is logged once a minute; it is not damaged, and its time stays', () => {
  const logged: unknown[] = [];
  const options = {
    verify: () => Promise.reject(new Error('unused')),
    isServed: async () => true,
    mark: () => Promise.reject(new Error('unused')),
    log: (each: unknown) => logged.push(each),
  };
  const { report, reasons } = damagedFiles(options);
  const error = new OtherFormat('releases.json', 8, 7);
  for (let i = 0; i < 3; i++) report(error);
  expect([logged, reasons()]).toEqual([[error], []]);
});

test('a file is checked each two seconds until it is whole, and logged once a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const logged: unknown[] = [];
  let isWhole = false;
  const verify = async (path: string) => {
    if (!isWhole) throw new DamagedFile(path);
  };
  // Where that cannot be read, it may be needed.
  const isServed = () => Promise.reject(new Error('the ledger is away'));
  const { report, reasons } = damagedFiles({ verify, isServed, log: (each) => logged.push(each) });
  for (let second = 0; second < 119; second++) {
    report(new DamagedFile('a'));
    await vi.advanceTimersByTimeAsync(1000);
  }
  await vi.advanceTimersByTimeAsync(2000);
  expect(reasons()).toEqual(['a is damaged. Responses that need it are 503 until a build writes it again.']);
  expect([logged.length, vi.getTimerCount()]).toEqual([2, 1]);
  isWhole = true;
  await vi.advanceTimersByTimeAsync(1999);
  expect([reasons().length, vi.getTimerCount()]).toEqual([0, 0]);
});

test('what another worker found is checked, and not logged', async () => {
  const logged: unknown[] = [];
  const verify = (path: string) => (path === 'a' ? Promise.reject(new MissingFile(path)) : Promise.resolve());
  const options = {
    verify,
    isServed: async () => true,
    log: (each: unknown) => logged.push(each),
  };
  const { suspect, reasons, stop } = damagedFiles(options);
  for (const path of ['a', 'b']) suspect(path);
  await new Promise(setImmediate);
  stop();
  expect([reasons().length, reasons()[0], logged]).toEqual([1, expect.stringMatching(/^a is missing/), []]);
});

describe('a server that starts', () => {
  const startAfter = async (damage: (folder: string) => Promise<unknown>): Promise<TestServer> => {
    const first = await startServer(articles('a'));
    await first.publish(articles('b'));
    await first.close();
    await damage(join(first.out, 'api/v1'));
    return startServer(null, { out: first.out });
  };
  const currentIndex = async (folder: string): Promise<string> => {
    const { release } = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'));
    return join(folder, `index.${release}.json`);
  };
  const damages: [string, (folder: string) => Promise<unknown>, string][] = [
    [
      'a damaged pointer',
      (folder) => writeFile(join(folder, 'release.json'), '{"format":4,'),
      'release.json is damaged',
    ],
    ['no pointer', (folder) => rm(join(folder, 'release.json')), 'release.json is missing'],
    ['a damaged index', async (folder) => flipIn(await currentIndex(folder)), 'index.'],
    ['no index', async (folder) => rm(await currentIndex(folder)), 'index.'],
  ];

  test.each(damages)('with %s serves the newest kept release, and says so', async (_, damage, reason) => {
    const server = await startAfter(damage);
    const { status, body } = await get(server.port, `${list}/1`);
    expect([status, JSON.parse(body).title]).toEqual([200, reason.startsWith('index') ? 'a' : 'b']);
    const health = await healthOf(server);
    expect(health).toMatchObject({ status: 'degraded', reasons: [expect.stringContaining(reason)] });
    expect(faultsOf(server)).toHaveLength(1);
  });

  test('that skipped something serves the same release whole once it is made current', async () => {
    const first = await startServer(articles('a'));
    const { release } = JSON.parse((await get(first.port, '/healthz')).body);
    await first.publish(articles('a').slice(1));
    await first.close();
    const directory = join(first.out, 'api/v1');
    await flipIn(await currentIndex(directory));
    const server = await startServer(null, { out: first.out });
    expect((await get(server.port, `${list}/1`)).status).toBe(404);
    await writeFile(join(directory, 'release.json'), toPointerText(release));
    await server.refresh();
    expect((await get(server.port, `${list}/1`)).status).toBe(200);
  });
});

test('a release folder deleted under the server: 503, and after the next build right responses, without a restart', async () => {
  const server = await startServer(articles('a'));
  await rm(join(server.out, 'api'), { recursive: true });
  expect((await get(server.port, list)).status).toBe(503);
  await server.refresh();
  expect(await healthOf(server)).toMatchObject({ status: 'degraded' });
  await server.publish(articles('a'));
  expect((await get(server.port, list)).status).toBe(200);
  expect(await healthOf(server)).toMatchObject({ status: 'ok' });
});

test.each([
  ['whole', ''],
  ['compressed', '.gz'],
])('a damaged image, %s: 503, and the log names it', async (_, end) => {
  const server = await startServer(articles('a'));
  const { gzipSync } = await import('node:zlib');
  const drawing = Buffer.from(`<svg>${'<path d="M0 0h1"/>'.repeat(99)}</svg>`);
  const name = `d.${hashBytes(drawing)}.svg`;
  const file = join(server.out, 'media', name);
  await mkdir(join(server.out, 'media'), { recursive: true });
  await writeFile(file, drawing);
  await writeFile(`${file}.gz`, gzipSync(drawing));
  await server.publish(articles('b').map((article) => ({ ...article, media: [name] })));
  const ask = () =>
    get(server.port, `/media/${name}`, { headers: { 'Accept-Encoding': end === '' ? 'identity' : 'gzip' } });
  expect((await ask()).status).toBe(200);
  const bytes = await flipIn(`${file}${end}`);
  expect((await ask()).status).toBe(503);
  expect(faultsOf(server)).toEqual([`media/${name}${end}`]);
  expect((await healthOf(server)).reasons?.[0]).toMatch(/^media\//);
  await writeFile(`${file}${end}`, bytes);
  expect((await ask()).status).toBe(200);
});
