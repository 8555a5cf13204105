/** @module-tag program */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { toLedgerText } from '../../build/release/ledger/ledger-files.ts';
import type { Ledger } from '../../src/core/ledger.ts';
import { cli, type Ended, galley, startProgram, writeFiles } from '../support/command.ts';
import { treeOf } from '../support/files.ts';
import { has } from '../support/needs.ts';
import { get, makeFolder } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

const isRoot = has(
  'the rights of root, which some tests need to mount a small disk and to run as another user',
  process.getuid?.() === 0,
);

const post = (words: string) => `---\npublish_at: 2026-01-01\n---\n${words}\n`;

/** Articles whose texts do not compress to nothing, together some 300 kB. */
function makeArticles(seed: number): Record<string, string> {
  const words = (n: number) =>
    Array.from({ length: 1500 }, (_, i) => ((i * 2_654_435_761 * (n + 1)) >>> 0).toString(36)).join(' ');
  return Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`content/a${i}.md`, post(words(10 * seed + i))]));
}

const pointerOf = (out: string) => readFile(join(out, 'api/v1/release.json'), 'utf8');

describe.skipIf(!isRoot)('on a disk of 3 MB', () => {
  async function makeDisk(): Promise<{ folder: string; disk: string; out: string }> {
    const folder = await makeFolder();
    const disk = join(folder, 'disk');
    await mkdir(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status).toBe(0);
    onTestFinished(() => void spawnSync('umount', [disk]));
    await writeFile(join(folder, 'galley.config.yaml'), 'out: disk/public\n');
    return { folder, disk, out: join(disk, 'public') };
  }

  const publish = async (folder: string, seed: number): Promise<Ended> => {
    await writeFiles(folder, makeArticles(seed));
    return galley(folder, ['build']);
  };

  /** Takes what is left of it. */
  const fill = (disk: string) => spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=512']);

  /** Moves the times of the ledger back, by as many bytes as there were. */
  async function age(out: string): Promise<void> {
    const file = join(out, 'api/v1/releases.json');
    const { releases } = JSON.parse(await readFile(file, 'utf8')) as Ledger;
    const aged = toLedgerText(releases.map((entry) => ({ ...entry, since: entry.since - 120 })));
    await writeFile(file, aged, { flag: 'r+' });
  }

  test('a build that it cannot hold leaves what was served and every kept release; with room, the next goes on', async () => {
    const { folder, out } = await makeDisk();
    let ended = await publish(folder, 0);
    let [pointer, tree] = ['', [] as string[]];
    for (let seed = 1; ended.code === 0; seed++) {
      expect(seed).toBeLessThan(20);
      [pointer, tree] = [await pointerOf(out), await treeOf(out)];
      ended = await publish(folder, seed);
    }
    expect(ended).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^ENOSPC: .* galley prune --now removes all releases/),
    });
    expect(await pointerOf(out)).toBe(pointer);
    expect(await treeOf(out)).toEqual(tree);
    expect((await galley(folder, ['rollback'])).code).toBe(0);
    await age(out);
    expect((await galley(folder, ['prune', '--now'])).code).toBe(0);
    expect(await galley(folder, ['build'])).toMatchObject({ code: 0, err: '' });
  });

  test('a server whose log it cannot hold goes on, and says how many lines are missing once there is room', async () => {
    const { folder, disk } = await makeDisk();
    expect((await publish(folder, 0)).code).toBe(0);
    const log = join(disk, 'log');
    const command = 'exec "$0" "$@" > disk/log';
    const { child, text } = startProgram(
      'sh',
      ['-c', command, process.execPath, cli, 'serve', '--json', '--port', '0'],
      folder,
    );
    const port = await vi.waitUntil(
      () => /"address":"http:\/\/127\.0\.0\.1:(\d+)/.exec(existsSync(log) ? readFileSync(log, 'utf8') : '')?.[1],
      20_000,
    );
    fill(disk);
    // Each line is some 150 bytes: the page of the disk that the log began holds 27 of them.
    for (let i = 0; i < 60; i++) expect((await get(Number(port), '/healthz')).status).toBe(200);
    await rm(join(disk, 'filler'));
    expect((await get(Number(port), '/healthz')).status).toBe(200);
    await vi.waitUntil(() => text.err.includes('The log lacks'), 20_000);
    const lacking = Number(/The log lacks (\d+) lines/.exec(text.err)?.[1]);
    expect(lacking).toBeGreaterThan(20);
    const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
    const isWhole = (line: string): boolean => line.startsWith('{') && line.endsWith('}');
    // One may have been cut where the room ended.
    expect(lines.filter((line) => !isWhole(line)).length).toBeLessThan(2);
    expect(lines.filter((line) => line.includes('/healthz')).length + lacking).toBeGreaterThanOrEqual(61);
    child.kill('SIGTERM');
  });

  test('with no byte left, prune --now makes room', async () => {
    const { folder, disk, out } = await makeDisk();
    for (const seed of [0, 1]) expect((await publish(folder, seed)).code).toBe(0);
    fill(disk);
    const [pointer, tree] = [await pointerOf(out), await treeOf(out)];
    expect(await publish(folder, 2)).toMatchObject({ code: 2, err: expect.stringMatching(/^ENOSPC/) });
    expect(await galley(folder, ['rollback'])).toMatchObject({ code: 2, err: expect.stringMatching(/^ENOSPC/) });
    expect([await pointerOf(out), await treeOf(out)]).toEqual([pointer, tree]);
    // What was current a moment ago stays.
    expect(await galley(folder, ['prune', '--now'])).toMatchObject({ code: 0, err: '' });
    expect([await pointerOf(out), await treeOf(out)]).toEqual([pointer, tree]);
    await age(out);
    expect(await galley(folder, ['prune', '--now'])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/1 release is kept/),
    });
    await writeFiles(folder, { 'content/a9.md': post('Short') });
    expect(await galley(folder, ['build'])).toMatchObject({ code: 0, err: '' });
    expect(await pointerOf(out)).not.toBe(pointer);
    expect((await treeOf(disk)).filter((path) => /\/\./.test(path))).toEqual(['public/api/.htaccess']);
  });
});

test.skipIf(!isRoot)('on a disk that may only be read, a build says so', async () => {
  const { folder, run, write } = await makeSite();
  const disk = join(folder, 'disk');
  await write({ 'content/a.md': post('A'), 'disk/empty/.keep': '' });
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk]).status).toBe(0);
  onTestFinished(() => void spawnSync('umount', [disk]));
  for (const out of ['disk', 'disk/public']) {
    expect(await run('build', '--out', out)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/ disk may be read-only. Choose another with --out,/),
    });
  }
});

describe.skipIf(!isRoot)('in a folder that may not be written, as a user who is not root', () => {
  /** Runs a command as nobody. */
  async function runAsNobody(folder: string, args: string[]): Promise<Ended> {
    const { ended, text } = startProgram(
      'setpriv',
      ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, cli, ...args],
      folder,
    );
    return { code: await ended, ...text };
  }

  test('galley build, rollback and prune change nothing, and say what they may not', async () => {
    const { folder, run, write } = await makeSite();
    await chmod(folder, 0o755);
    for (const title of ['A', 'B']) {
      await write({ 'content/a.md': post(title) });
      await run('build');
    }
    const out = join(folder, 'public');
    const tree = await treeOf(out);
    const pointer = await pointerOf(out);
    await write({ 'content/a.md': post('C') });
    for (const command of ['build', 'rollback', 'prune']) {
      const { code, err } = await runAsNobody(folder, [command]);
      expect([command, code, err]).toEqual([
        command,
        2,
        expect.stringMatching(/^EACCES: permission denied, .*public.* Fix this and run/),
      ]);
      expect([command, await treeOf(out)]).toEqual([command, tree]);
      expect([command, await pointerOf(out)]).toEqual([command, pointer]);
    }
    // What they left of their own is in no way.
    expect((await run('build')).code).toBe(0);
    expect((await readdir(join(out, 'api'))).sort()).toEqual(['.htaccess', 'v1', 'web.config']);
  });

  test('galley releases and galley serve work', async () => {
    const { folder, run, write } = await makeSite();
    await chmod(folder, 0o755);
    await write({ 'content/a.md': post('A') });
    await run('build');
    await rm(join(folder, 'node_modules'), { recursive: true, force: true });
    expect(await runAsNobody(folder, ['releases'])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/current\n$/),
    });
    const running = startProgram(
      'setpriv',
      ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, cli, 'serve', '--port', '0'],
      folder,
    );
    const [, address] = await running.until(/listening on (\S+)\n/);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });
});
