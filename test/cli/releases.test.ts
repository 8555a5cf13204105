import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toLedgerText } from '../../build/release/ledger/ledger-files.ts';
import { Ledger } from '../../src/core/ledger.ts';
import { galleyProcess, start, writeFiles } from '../support/command.ts';
import { flipped } from '../support/damage.ts';
import { copySite, makeSite, needsGalley, type Site, siteIn } from '../support/site.ts';

const post = (title: string) => `---\ntitle: ${title}\npublish_at: 2026-01-01\n---\n${title}\n`;

/** A site in which each title was published in turn, as the only article. */
const publishAll = (...titles: string[]): Promise<Site> =>
  copySite(titles.join(), async (site) => {
    for (const title of titles) await publish(site, title);
  });

async function publish({ run, write }: Site, title: string): Promise<void> {
  await write({ 'content/a.md': post(title) });
  expect(await run('build')).toMatchObject({ code: 0, err: '' });
}

const ledgerFile = (folder: string) => join(folder, 'public/api/v1/releases.json');
const ledgerOf = async (folder: string) =>
  Ledger.parse(JSON.parse(await readFile(ledgerFile(folder), 'utf8'))).releases;
const idsOf = async (folder: string) => (await ledgerOf(folder)).map(({ release }) => release);
const pointerOf = async (folder: string): Promise<string> =>
  JSON.parse(await readFile(join(folder, 'public/api/v1/release.json'), 'utf8')).release;
const pathsOf = async (folder: string) => (await readdir(join(folder, 'public/api'), { recursive: true })).sort();

/** Moves all times of the ledger back. */
async function age(folder: string, seconds: number): Promise<void> {
  const entries = (await ledgerOf(folder)).map((entry) => ({ ...entry, since: entry.since - seconds }));
  await writeFile(ledgerFile(folder), toLedgerText(entries));
}

describe('galley releases', () => {
  test('lists the kept ones, newest first, and which is current', async () => {
    const { folder, json, run } = await publishAll('A', 'B', 'C');
    const [a, b, c] = (await idsOf(folder)).map((id) => id.slice(0, 12));
    const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ';
    const { code, out, err } = await run('releases');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      new RegExp(`^${c}  ${time}  1 article  \\d+\\.\\d kB .*current\n${b}  ${time} .*\n${a}  ${time} .*\n$`),
    );
    const rows = await json('releases');
    expect(rows.map(({ release }: { release: string }) => release)).toEqual((await idsOf(folder)).reverse());
    expect(rows[0]).toMatchObject({ articles: 1, until: null, isCurrent: true, problem: null });
    expect(rows[1]).toMatchObject({ until: rows[0].since, isCurrent: false, problem: null });
  });

  test('says so where there is none', async () => {
    const { folder, run } = await makeSite();
    expect(await run('releases')).toMatchObject({
      code: 0,
      out: 'There is no release in public yet. Run galley build.\n',
    });
    expect((await run('releases', '--json')).out).toBe('[]\n');
    expect(await readdir(folder)).toEqual(Object.keys(needsGalley));
  });

  test.each<[string, (folder: string, ids: string[]) => Promise<void>, RegExp]>([
    [
      'the ledger',
      async (folder) => truncate(ledgerFile(folder), 20),
      /^releases\.json is damaged: it is not JSON\. This list was made from the releases in the folder/,
    ],
    [
      'the pointer',
      async (folder) => truncate(join(folder, 'public/api/v1/release.json'), 9),
      /^release\.json is damaged: it is not JSON\. So no release is current\. Run galley build, or galley rollback/,
    ],
    [
      'the index of a kept release',
      async (folder, [id]) => truncate(join(folder, `public/api/v1/index.${id}.json`), 9),
      /^\w{12}: index\.\w+\.json is damaged: /,
    ],
    [
      'the index of the current release',
      async (folder, ids) => rm(join(folder, `public/api/v1/index.${ids.at(-1)}.json`)),
      /^\w{12}: The release names index\.\w+\.json, which is missing\.\n$/,
    ],
  ])('says that %s is damaged', async (_, damage, message) => {
    const { folder, run } = await publishAll('A', 'B');
    await damage(folder, await idsOf(folder));
    const { code, err } = await run('releases');
    expect([code, err]).toEqual([0, expect.stringMatching(message)]);
  });
});

describe('galley rollback', () => {
  const served = async (address: string, key: string): Promise<[string | null, string]> => {
    const response = await fetch(`${address}/api/v1/articles/a`, { headers: { 'X-Api-Key': key } });
    return [response.headers.get('galley-release'), ((await response.json()) as { title: string }).title];
  };

  test('goes back, one release after the other, and a running server follows', async () => {
    const { folder, json, run } = await publishAll('A', 'B', 'C');
    const [a = '', b = '', c = ''] = await idsOf(folder);
    const running = start(folder, ['serve', '--port', '0']);
    const [, address = ''] = await running.until(/listening on (\S+)\n/);
    const key = /key for this run: (\S+)/.exec(running.text.err)?.[1] ?? '';
    expect(await served(address, key)).toEqual([c, 'C']);
    const back = await run('rollback');
    expect([back.code, back.err]).toEqual([0, '']);
    expect(back.out).toMatch(new RegExp(`^Release ${b.slice(0, 12)} is current again \\(of .*, 1 article\\)\\.`));
    expect(back.out).toContain('\nFor readers: 1 article changed.\n');
    expect(back.out).toContain(`To undo this: galley rollback ${c.slice(0, 12)}`);
    await expect.poll(() => served(address, key)).toEqual([b, 'B']);
    expect((await run('rollback')).code).toBe(0);
    expect(await pointerOf(folder)).toBe(a);
    expect(await run('rollback')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^No release before the current one \(\w+\) is kept\. To go to a newer release, name it/,
      ),
    });
    const named = await json('rollback', c.slice(0, 8).toUpperCase());
    const changes = { before: a, after: c, changed: [{ before: { slug: 'a' } }] };
    expect(named).toMatchObject({ release: c, before: a, isDone: true, changes });
    const [newest] = await json('releases');
    expect(newest.changes).toEqual({ added: 0, changed: 1, removed: 0 });
    // What was taken back is not served again.
    expect(newest.takenDown).toBe(null);
    await expect.poll(() => served(address, key)).toEqual([c, 'C']);
    expect(await idsOf(folder)).toEqual([a, b, c, b, a, c]);
    expect(await run('rollback', c)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/is current already/),
    });
  });

  test('brings back the pages that need no key', { tags: ['long'] }, async () => {
    const { folder, run, write } = await makeSite({
      'galley.config.yaml': 'title: Before\n',
      'content/a.md': post('A'),
    });
    await run('build');
    await write({ 'galley.config.yaml': 'title: After\n' });
    await run('build');
    const running = start(folder, ['serve', '--port', '0']);
    const [, address] = await running.until(/^listening on (\S+)\n/);
    const titles = async () => {
      const texts = await Promise.all(
        ['/', '/openapi.json'].map(async (path) => (await fetch(`${address}${path}`)).text()),
      );
      return texts.map((text) => /Before|After/.exec(text)?.[0]);
    };
    expect(await titles()).toEqual(['After', 'After']);
    expect((await run('rollback')).code).toBe(0);
    await expect.poll(titles).toEqual(['Before', 'Before']);
    // A build publishes a page of the operator's own, and rolling back withdraws a page that the release before did not have.
    await write({ 'public/index.html': 'Mine: After' });
    expect(await titles()).toEqual(['Before', 'Before']);
    await run('build');
    await expect.poll(async () => (await fetch(`${address}/`)).text()).toBe('Mine: After');
    await run('rollback');
    await expect.poll(titles).toEqual(['Before', 'Before']);
  });

  test('the next build publishes as usual', async () => {
    const { folder, json, run } = await publishAll('A', 'B');
    const [a, b] = await idsOf(folder);
    await run('rollback');
    expect(await pointerOf(folder)).toBe(a);
    expect((await run('build')).code).toBe(0);
    expect(await pointerOf(folder)).toBe(b);
    expect(await idsOf(folder)).toEqual([a, b, a, b]);
    const isCurrent = (await json('releases')).map((row: { isCurrent: boolean }) => row.isCurrent);
    expect(isCurrent).toEqual([true, false, false, false]);
  });

  test.each([
    ['zz', /found zz, which is not a kept release\. Expected an id, or its first characters\. galley releases lists/],
    ['', /found , which is not a kept release/],
    ['../..', /found \.\.\/\.\., which is not a kept release/],
    ['0123456789abcdef0123456789abcdef', /which is not a kept release/],
  ])('refuses %j', async (id, message) => {
    const { folder, run } = await publishAll('A', 'B');
    const before = await pointerOf(folder);
    expect(await run('rollback', id)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    });
    expect(await pointerOf(folder)).toBe(before);
  });

  test('refuses the start of several', async () => {
    const { folder, run } = await publishAll('A', 'B');
    const [first, ...others] = await ledgerOf(folder);
    if (first === undefined) throw new Error('The ledger is empty.');
    const alike = first.release.slice(0, 31) + (first.release.endsWith('0') ? '1' : '0');
    await writeFile(ledgerFile(folder), toLedgerText([{ ...first, release: alike }, first, ...others]));
    const { code, err } = await run('rollback', first.release.slice(0, 6));
    expect([code, err]).toEqual([2, expect.stringMatching(/with which several begin: \w{12}, \w{12}\./)]);
  });

  test('refuses where there is no release, and makes nothing', async () => {
    const { folder, run } = await makeSite();
    for (const command of ['rollback', 'prune']) {
      const { code, err } = await run(command);
      expect([code, err]).toEqual([2, expect.stringMatching(/^out: found public, which has no release\. Expected/)]);
    }
    expect(await readdir(folder)).toEqual(Object.keys(needsGalley));
  });

  test.each(['index.', 'pages/\\w+\\.json$', 'pages/.*\\.gz', 'pages/.*\\.table', 'lookup/', 'articles/'])(
    'refuses a release of which a file %s is gone, cut short or changed',
    async (pattern) => {
      const { folder, run } = await publishAll('A');
      const own = (await pathsOf(folder)).find(
        (path) => new RegExp(pattern).test(path) && /\.(json|gz|table)$/.test(path),
      );
      const file = join(folder, 'public/api', own ?? '');
      await publish(siteIn(folder), 'B');
      const before = await pointerOf(folder);
      const bytes = await readFile(file);
      const damages = [bytes.subarray(0, bytes.length >> 1), flipped(bytes), null];
      for (const damage of damages) {
        if (damage === null) await rm(file);
        else await writeFile(file, damage);
        const { code, err } = await run('rollback');
        expect([code, err]).toEqual([
          2,
          expect.stringMatching(/^Release \w{12} is not complete, so nothing was changed:\n {2}.*(?:damaged|missing)/),
        ]);
        expect(await pointerOf(folder)).toBe(before);
      }
      await writeFile(file, bytes);
      expect((await run('rollback')).code).toBe(0);
    },
  );

  test('where the pointer is damaged, only by name', async () => {
    const { folder, run } = await publishAll('A', 'B');
    const [a = ''] = await idsOf(folder);
    await truncate(join(folder, 'public/api/v1/release.json'), 9);
    const { code, err } = await run('rollback');
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^release\.json is damaged: it is not JSON\. So it is unknown/),
    ]);
    expect((await run('rollback', a)).code).toBe(0);
    expect(await pointerOf(folder)).toBe(a);
  });
});

describe('galley prune', () => {
  test('removes by age and number, as each build does', async () => {
    const { folder, run, write } = await publishAll('A', 'B', 'C', 'D');
    const d = await pointerOf(folder);
    expect((await run('prune')).out).toBe('Nothing was removed. 4 releases are kept.\n');
    await age(folder, 3 * 3600);
    await write({ 'galley.config.yaml': 'keep: {hours: 2, releases: 3}\n' });
    // D took the place of C three hours ago.
    const { out } = await run('prune');
    expect(out).toMatch(/^\d+ files \(\d+\.\d kB\) were removed\. 1 release is kept\.\n$/);
    expect(await idsOf(folder)).toEqual([d]);
    expect((await pathsOf(folder)).filter((path) => path.includes('index.'))).toEqual([`v1/index.${d}.json`]);
    expect((await run('build')).out).toMatch(/ 0 files written/);
  });

  test('--now keeps what is current, and what was less than a minute ago', async () => {
    const { folder, json, run } = await publishAll('A', 'B', 'C');
    const [, b, c] = await idsOf(folder);
    const releases = await ledgerOf(folder);
    for (const entry of releases.slice(0, 2)) entry.since -= 3600;
    await writeFile(ledgerFile(folder), toLedgerText(releases));
    const said = await json('prune', '--now');
    expect(said).toEqual({ kept: [b, c], removed: { files: 6, bytes: expect.any(Number) }, notes: [] });
    expect(await idsOf(folder)).toEqual([b, c]);
    expect((await run('rollback')).code).toBe(0);
  });

  test('removes what killed builds left, and nothing of others', async () => {
    const { folder, run } = await publishAll('A');
    const stray = `${'0'.repeat(31)}1`;
    await writeFiles(join(folder, 'public/api/v1'), {
      [`index.${stray}.json`]: '{}',
      [`pages/${stray}.json`]: '[]',
      [`articles/00/7.${stray}.json`]: '{}',
      'pages/mine.txt': 'mine',
      '.draft/x': 'x',
    });
    expect((await run('prune')).out).toMatch(/^3 files /);
    const left = await pathsOf(folder);
    expect(left.filter((path) => path.includes(stray) || path.includes('draft'))).toEqual([]);
    expect(left).toContain('v1/pages/mine.txt');
  });

  test.each([
    ['galley prune', ['prune']],
    ['galley prune --now', ['prune', '--now']],
    ['the next build', ['build']],
    ['a build that knows nothing of the last', ['build', '--full']],
  ])('images go with the last kept release that shows them, by %s', async (_, [command = '', ...flags]) => {
    const { folder, remove, run, write } = await makeSite();
    const mediaOf = async () =>
      (await readdir(join(folder, 'public/media'))).map((name) => name.replace(/\.\w{32}/, '')).sort();
    const shown = '![a](both.svg) [d](data.tar.gz)';
    const long = '<path d="M0 0h1"/>'.repeat(99);
    await write({
      'content/both.svg': '<svg><title>both</title></svg>',
      'content/own.svg': `<svg xmlns="http://www.w3.org/2000/svg">${long}</svg>`,
      'content/a.md': `${post('A')}\n![a](both.svg) ![b](own.svg)\n`,
      'content/b.md': `${post('B')}\n${shown}\n`,
      'content/data.tar.gz': 'packed',
      'public/media/mine.txt': 'mine',
    });
    await run('build');
    const all = ['both.svg', 'data-tar.gz', 'mine.txt', 'own.svg', 'own.svg.gz'];
    expect(await mediaOf()).toEqual(all);
    await remove('content/a.md');
    await run('build');
    expect(await mediaOf()).toEqual(all);
    await age(folder, 30 * 3600);
    if (command === 'build') await write({ 'content/b.md': `${post('C')}\n${shown}\n` });
    if (flags[0] === '--full') await remove('node_modules');
    await run(command, ...flags.filter((flag) => flag === '--now'));
    expect(await mediaOf()).toEqual(['both.svg', 'data-tar.gz', 'mine.txt']);
  });

  test('an image that a kept release may need stays, where its lookup cannot be read', async () => {
    const { folder, run, write } = await publishAll('A');
    const name = `a.${'0'.repeat(32)}.svg`;
    await write({ [`public/media/${name}`]: '<svg/>' });
    const shard = (await pathsOf(folder)).find((path) => path.includes('lookup/')) ?? '';
    await truncate(join(folder, 'public/api', shard), 9);
    const { code, err } = await run('prune');
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^lookup\/\w+\.json is damaged: .*A kept release needs this/),
    ]);
    expect(await readdir(join(folder, 'public/media'))).toEqual([name]);
  });

  test('where a kept release cannot be read, nothing is removed that it may need, and a line says so', async () => {
    const { folder, run } = await publishAll('A', 'B');
    const [a] = await idsOf(folder);
    const index = join(folder, `public/api/v1/index.${a}.json`);
    await truncate(index, (await stat(index)).size - 3);
    const before = (await pathsOf(folder)).filter((path) => !/release/.test(path));
    const { code, err } = await run('prune');
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(
        /^index\.\w+\.json is damaged: .*\. .*A kept release needs this file.*run galley prune --now/,
      ),
    ]);
    expect((await pathsOf(folder)).filter((path) => !/release/.test(path))).toEqual(before);
    await age(folder, 120);
    expect((await run('prune', '--now')).err).toBe('');
    expect((await pathsOf(folder)).filter((path) => /index\./.test(path))).toHaveLength(1);
  });

  test('where the pointer is damaged nothing is removed', async () => {
    const { folder, run } = await publishAll('A', 'B');
    await age(folder, 120);
    await truncate(join(folder, 'public/api/v1/release.json'), 9);
    const before = await pathsOf(folder);
    const { code, err } = await run('prune', '--now');
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/So it is unknown which release is served, and nothing was re/),
    ]);
    expect(await pathsOf(folder)).toEqual(before);
  });
});

test('commands that change releases take turns, whoever else does', { tags: ['long'] }, async () => {
  const { folder, run } = await publishAll('A', 'B');
  const all = [['build'], ['rollback'], ['prune'], ['build'], ['prune', '--now'], ['rollback'], ['build']];
  const ended = await Promise.all(all.map((args) => galleyProcess(folder, args)));
  for (const { code, err } of ended) {
    const allowed =
      /^(?:Another process \((?:\d+ on \S+|unknown)\) is writing to public\. Wait for it to end|No release before the current)/;
    if (code !== 0) expect([code, err]).toEqual([2, expect.stringMatching(allowed)]);
  }
  expect(ended.map(({ code }) => code)).toContain(0);
  expect(await pathsOf(folder)).not.toContainEqual(expect.stringMatching(/lock|draft/));
  expect((await run('build')).code).toBe(0);
});
