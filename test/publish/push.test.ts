import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { toLedgerText } from '../../build/release/ledger/ledger-files.ts';
import { machine } from '../../build/release/store/lease.ts';
import { Pointer } from '../../src/core/format.ts';
import { Ledger } from '../../src/core/ledger.ts';
import { firstOf } from '../support/amount.ts';
import { galley, start } from '../support/command.ts';
import { type FakeStore, fail, startObjectStore } from '../support/object-store.ts';
import { makeSite } from '../support/site.ts';
import { type TestStore, toVariables } from '../support/test-store.ts';

const address = 's3://articles/live';
const pointer = 'live/api/v1/release.json';
const ledger = 'live/api/v1/releases.json';

const pointerOf = ({ objects }: FakeStore): string =>
  Pointer.parse(JSON.parse(objects.get(pointer)?.toString() ?? '{}')).release;
const ledgerOf = ({ objects }: FakeStore) => Ledger.parse(JSON.parse(objects.get(ledger)?.toString() ?? '{}')).releases;
const writesOf = ({ asked }: FakeStore): string[] =>
  asked.filter((each) => /^(?:PUT|DELETE)/.test(each) && !each.includes('push.lock'));

describe('a store with conditional requests', () => {
  test('the article of an invalid file stays as the store has it, where a build starts from nothing', {
    tags: ['long'],
  }, async () => {
    const store = await startObjectStore();
    const env = toVariables(store);
    const { folder, write } = await makeSite(3);
    const article = () => {
      return articlesIn(store).filter((text) => text.includes('"slug":"pictured"'));
    };
    const build = (...args: string[]) => galley(folder, ['build', '--json', ...args], env);
    expect(JSON.parse((await build('--from', address)).out)).toMatchObject({ invalid: [] });
    await galley(folder, ['push', address], env);
    const before = article();
    expect(before).toEqual([expect.stringContaining('A dot')]);
    await write('pictured', '> '.repeat(200));
    await write('new', 'Another.');
    const releases: string[] = [];
    for (const _ of [1, 2]) {
      await Promise.all(
        ['public', 'node_modules'].map((name) => rm(join(folder, name), { recursive: true, force: true })),
      );
      const built = await build('--from', address);
      expect(built).toMatchObject({ code: 1, err: '' });
      const { invalid, written } = JSON.parse(built.out);
      expect(invalid).toEqual([{ path: 'content/pictured.md', isOlder: true, isWithdrawn: false }]);
      releases.push(written.release);
      const pushed = JSON.parse((await galley(folder, ['push', address, '--json'], env)).out);
      if (releases.length === 1)
        expect(pushed.changes).toMatchObject({ removed: [], changed: [], added: [{ slug: 'new' }] });
      expect(article()).toEqual(before);
      expect([...store.objects.keys()].filter((name) => name.startsWith('live/media/dot.'))).toHaveLength(1);
    }
    expect(releases[1]).toBe(releases[0]);
    await rm(join(folder, 'public'), { recursive: true });
    store.meddle = (_, response) => {
      fail(response, 403, 'AccessDenied');
      return true;
    };
    expect(await build('--from', address)).toMatchObject({ code: 2 });
    await expect(readFile(join(folder, 'public/api/v1/release.json'))).rejects.toThrow('ENOENT');
  });

  test('all of what a build wrote, data first, the pointer last; then only what is new', async () => {
    const store = await startObjectStore();
    const env = toVariables(store);
    const { folder, write, build, release } = await makeSite(3);
    const first = await galley(folder, ['push', address, '--json'], env);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(first.out)).toMatchObject({ release, before: null, articles: 4, reused: 0 });
    const names = writesOf(store).map((each) => each.replace('PUT live/', ''));
    expect(names.slice(-2)).toEqual(['api/v1/releases.json', 'api/v1/release.json']);
    const index = names.indexOf(`api/v1/index.${release}.json`);
    const others = names.filter((name) => /^(?:api\/v1\/(?:pages|lookup|articles)|media)\//.test(name));
    expect(index).toBeGreaterThan(Math.max(...others.map((name) => names.indexOf(name))));
    expect(names).toEqual(
      expect.arrayContaining(['index.html', 'openapi.json', expect.stringMatching(/^media\/dot\./)]),
    );
    for (const name of names) {
      const own = await readFile(join(folder, 'public', name));
      if (name !== 'api/v1/releases.json') expect(store.objects.get(`live/${name}`)?.equals(own), name).toBe(true);
    }
    expect([...store.objects.keys()].filter((key) => key.includes('lock'))).toEqual([]);

    store.asked.length = 0;
    const again = await galley(folder, ['push', address], env);
    expect(again.out).toMatch(
      /^Release \w{12} was current in s3:\/\/articles\/live already: nothing was uploaded, \d+ reused\. /,
    );
    expect(writesOf(store)).toEqual([]);

    await write('new', 'Another.');
    const next = await build();
    store.asked.length = 0;
    const second = await galley(folder, ['push', address], env);
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(pointerOf(store)).toBe(next);
    expect(ledgerOf(store).map(({ release }) => release)).toEqual([release, next]);
    expect(ledgerOf(store).at(-1)?.changes).toEqual({ added: 1, changed: 0, removed: 0 });
    expect(writesOf(store).filter((each) => each.includes('/media/'))).toEqual([]);
    expect(writesOf(store).length).toBeLessThan(names.length);

    const { out } = await galley(folder, ['releases', '--store', address], env);
    expect(out.split('\n')[0]).toMatch(new RegExp(`^${next.slice(0, 12)} .*1 added +current$`));
    const back = await galley(folder, ['rollback', '--store', address], env);
    expect(back.out).toContain(`Release ${release.slice(0, 12)} is current again`);
    expect(pointerOf(store)).toBe(release);
    expect(ledgerOf(store).map(({ release }) => release)).toEqual([release, next, release]);

    // Back to the newest, and then only that.
    expect((await galley(folder, ['push', address], env)).code).toBe(0);
    expect(pointerOf(store)).toBe(next);
    const before = new Set(store.objects.keys());
    const pruned = await galley(folder, ['prune', '--now', '--store', address, '--json'], env);
    // What was current less than a minute ago stays.
    expect(JSON.parse(pruned.out)).toMatchObject({ removed: { files: 0 } });
    expect(new Set(store.objects.keys())).toEqual(before);
  });

  test('what no kept release needs is removed', { tags: ['long'] }, async () => {
    const store = await startObjectStore();
    const env = toVariables(store);
    const { folder, write, build, release } = await makeSite(2);
    await galley(folder, ['push', address], env);
    await write('a-1', 'Another text.');
    await write('pictured', 'No picture.');
    const next = await build();
    const images = () => [...store.objects.keys()].filter((name) => name.includes('/media/'));
    // What an earlier version of Galley left there.
    store.objects.set(`live/media/old.${'0'.repeat(32)}.svg`, Buffer.from('<svg/>'));
    await galley(folder, ['push', address], env);
    // As if all had been pushed the day before yesterday.
    const releases = ledgerOf(store).map((each) => ({ ...each, since: each.since - 180_000 }));
    store.objects.set(ledger, Buffer.from(toLedgerText(releases)));
    expect(images()).toEqual([expect.stringMatching(/^live\/media\/dot\./), expect.stringMatching(/old/)]);
    const { out } = await galley(folder, ['prune', '--store', address, '--json'], env);
    expect(JSON.parse(out)).toMatchObject({ kept: [next], removed: { files: expect.any(Number) } });
    expect(store.objects.has(`live/api/v1/index.${release}.json`)).toBe(false);
    expect(store.objects.has(`live/api/v1/index.${next}.json`)).toBe(true);
    expect(images()).toEqual([]);
  });

  test('an image is in the store as long as it keeps a release that shows it, whatever the folder has', {
    tags: ['long'],
  }, async () => {
    const store = await startObjectStore();
    const env = toVariables(store);
    const { folder, write, build } = await makeSite(1);
    const images = () => [...store.objects.keys()].filter((name) => name.includes('/media/'));
    await galley(folder, ['push', address], env);
    await write('pictured', 'No picture.');
    await build();
    await galley(folder, ['push', address], env);
    expect(images()).toHaveLength(1);
    const aged = ledgerOf(store).map((each) => ({ ...each, since: each.since - 180_000 }));
    store.objects.set(ledger, Buffer.from(toLedgerText(aged)));
    await write('a-0', 'Another text.');
    await build();
    await galley(folder, ['push', address, '--force'], env);
    expect(await readdir(join(folder, 'public/media'))).toHaveLength(1);
    expect(images()).toEqual([]);
  });

  test.each(
    firstOf(1, [
      ['pointer', pointer],
      ['ledger', ledger],
    ]),
  )('the %s is moved meanwhile: nothing is published over it', { tags: ['scaled'] }, async (_, key) => {
    const store = await startObjectStore();
    const env = toVariables(store);
    const { folder, write, build } = await makeSite(1);
    await galley(folder, ['push', address], env);
    await write('new', 'Another.');
    await build();
    const other = Buffer.from(`${store.objects.get(key)} `);
    store.meddle = (request, _, asked) => {
      if (request.method === 'PUT' && asked === key) store.objects.set(key, other);
      return false;
    };
    const { code, err } = await galley(folder, ['push', address], env);
    expect(code).toBe(2);
    expect(err).toContain('Another command changed ');
    expect(store.objects.get(key)).toEqual(other);
    expect([...store.objects.keys()].filter((each) => each.includes('lock'))).toEqual([]);
  });

  test('of two at once one wins, and the other says so', { tags: ['long'] }, async () => {
    const store = await startObjectStore();
    const env = toVariables(store);
    const one = await makeSite(1);
    const two = await makeSite(2);
    let wait = (): void => {};
    const reached = new Promise<void>((resolve) => {
      store.meddle = async (request, _, key) => {
        if (request.method === 'PUT' && key === ledger) {
          resolve();
          await new Promise<void>((go) => {
            wait = go;
          });
        }
        return false;
      };
    });
    const winner = start(one.folder, ['push', address], env);
    await reached;
    const loser = await galley(two.folder, ['push', address], env);
    expect(loser.code).toBe(2);
    expect(loser.err).toContain('Another galley command writes to this store (process ');
    wait();
    expect(await winner.ended).toBe(0);
    expect(pointerOf(store)).toBe(one.release);
    store.meddle = () => false;
    expect((await galley(two.folder, ['push', address], env)).code).toBe(0);
    expect(pointerOf(store)).toBe(two.release);
  });

  /** One write of each kind, in the order in which they are made. */
  const kinds = [/\/push\.lock$/, /\/pages\//, /\/index\./, /\/releases\.json$/, /\/release\.json$/];
  const byKind = kinds.map((kind) => (key: string) => kind.test(key));
  const atIndex = byKind.slice(2, 3);
  const byNumber = Array.from({ length: 60 }, (_, i) => i)
    .filter((at) => at < 7 || at % 3 === 0)
    .map((at) => (_: string, write: number) => write === at);

  test('killed before its index is there, it leaves what was served whole, and is repeated', { tags: ['long'] }, () =>
    killAt(atIndex),
  );
  test('killed at a write of each kind, too', { tags: ['long'] }, () => killAt(byKind));
  test('killed at any of its writes, too', { tags: ['long'] }, () => killAt(byNumber));

  /** Kills a push at the first write of which `isMoment` is true, then the next, until one has published. */
  async function killAt(moments: readonly ((key: string, write: number) => boolean)[]): Promise<void> {
    const store = await startObjectStore();
    const env = toVariables(store);
    const { folder, write, build, release } = await makeSite(2);
    await galley(folder, ['push', address], env);
    await write('a-0', 'Another text.');
    await write('new', 'A new one.');
    const next = await build();
    for (const isMoment of moments) {
      if (pointerOf(store) === next) break;
      let writes = 0;
      let kill = (): void => {};
      store.meddle = (request, _, key) => {
        if (request.method === 'PUT' && isMoment(key, writes++)) kill();
        return false;
      };
      const pushing = start(folder, ['push', address], env);
      kill = () => pushing.child.kill('SIGKILL');
      await pushing.ended;
      const current = pointerOf(store);
      expect(new Set([release, next])).toContain(current);
      const check = await galley(folder, ['rollback', current.slice(0, 12), '--store', address], env);
      expect(check.err + check.out).toContain('is current already');
      // Whole: the check of a rollback finds nothing missing.
      const index = JSON.parse(store.objects.get(`live/api/v1/index.${current}.json`)?.toString() ?? '{}');
      for (const [page] of index.pages) {
        for (const end of ['json', 'json.gz', 'table'])
          expect(store.objects.has(`live/api/v1/pages/${page}.${end}`)).toBe(true);
      }
    }
    // Once the pointer itself is written, it is published.
    if (moments !== atIndex) expect(pointerOf(store)).toBe(next);
    store.meddle = () => false;
    expect(await galley(folder, ['push', address], env)).toMatchObject({ code: 0 });
    expect(pointerOf(store)).toBe(next);
    expect([...store.objects.keys()].filter((each) => each.includes('lock'))).toEqual([]);
  }

  test.each(['pages', 'index'])(
    '%s are damaged in the store: --force writes them again',
    { tags: ['long'] },
    async (kind) => {
      const store = await startObjectStore();
      const env = toVariables(store);
      const { folder } = await makeSite(1);
      await galley(folder, ['push', address], env);
      const [key = '', bytes = Buffer.alloc(0)] = [...store.objects].find(([name]) => name.includes(`/${kind}`)) ?? [];
      store.objects.set(key, Buffer.from(bytes.map((byte) => byte ^ 1)));
      const plain = await galley(folder, ['push', address], env);
      if (kind === 'index') expect(plain.err).toContain('Add --force, which uploads every file.');
      expect(await galley(folder, ['push', address, '--force'], env)).toMatchObject({ code: 0 });
      expect(store.objects.get(key)).toEqual(bytes);
    },
  );

  test('the response to its lock is lost: it has the lock all the same', { tags: ['long'] }, async () => {
    const store = await startObjectStore();
    const { folder, release } = await makeSite(1);
    let isLost = false;
    store.meddle = (request, response, key, body) => {
      if (request.method !== 'PUT' || !key.endsWith('push.lock') || isLost) return false;
      isLost = true;
      store.objects.set(key, body);
      fail(response, 500, 'InternalError');
      return true;
    };
    expect(await galley(folder, ['push', address], toVariables(store))).toMatchObject({ code: 0 });
    expect(pointerOf(store)).toBe(release);
  });

  test('a lock of a process that is not there is taken over', async () => {
    const store = await startObjectStore();
    const { folder } = await makeSite(1);
    const holder = { id: 'x', pid: 2 ** 22 + 1, host: hostname(), machine: machine() };
    store.objects.set('live/api/v1/push.lock', Buffer.from(JSON.stringify(holder)));
    expect(await galley(folder, ['push', address], toVariables(store))).toMatchObject({ code: 0 });
  });

  test('a signal stops it, and its lock is given back', { tags: ['long'] }, async () => {
    const store = await startObjectStore();
    const { folder } = await makeSite(2);
    let interrupt = (): void => {};
    store.meddle = (request, _, key) => {
      if (request.method === 'PUT' && key.includes('/pages/')) interrupt();
      return false;
    };
    const pushing = start(folder, ['push', address], toVariables(store));
    interrupt = () => {
      // A second signal would end it at once.
      interrupt = () => {};
      pushing.child.kill('SIGINT');
    };
    expect(await pushing.ended).toBe(2);
    expect(pushing.text.err).toContain('Stopped. Nothing was changed for readers');
    expect(store.objects.has(pointer)).toBe(false);
    expect([...store.objects.keys()].filter((each) => each.includes('lock'))).toEqual([]);
  });
});

test.each(
  firstOf(1, [
    ['refuses them', { conditions: 'refused' as const }] as const,
    ['ignores them', { conditions: null }] as const,
  ]),
)('a store that %s: only with --no-lock', { tags: ['scaled'] }, async (_, kind) => {
  const store = await startObjectStore(kind);
  const env = toVariables(store);
  const { folder, write, build, release } = await makeSite(1);
  const refused = await galley(folder, ['push', address], env);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('This store does not obey conditional requests');
  expect([...store.objects.keys()]).toEqual([]);
  expect((await galley(folder, ['push', address, '--no-lock'], env)).code).toBe(0);
  expect(pointerOf(store)).toBe(release);
  await write('new', 'Another.');
  await build();
  // Also then it looks whether somebody was there.
  const other = Buffer.from(`${store.objects.get(ledger)} `);
  store.meddle = (request, _, key) => {
    if (request.method === 'PUT' && key.includes('/index.')) store.objects.set(ledger, other);
    return false;
  };
  const { code, err } = await galley(folder, ['push', address, '--no-lock'], env);
  expect(code).toBe(2);
  expect(err).toContain('Another command changed ');
  expect(pointerOf(store)).toBe(release);
});

test.each([
  ['If-None-Match alone', 'none-match'],
  ['If-Match without quotation marks, as Ceph has it', 'unquoted'],
] as const)(
  'a store with %s: each push succeeds, and none writes over what others changed',
  { tags: ['long'] },
  async (_, conditions) => {
    const store = await startObjectStore({ conditions });
    const env = toVariables(store);
    const { folder, write, build } = await makeSite(1);
    for (const text of ['One.', 'Two.', 'Three.']) {
      await write('new', text);
      const release = await build();
      expect(await galley(folder, ['push', address], env)).toMatchObject({ code: 0, err: '' });
      expect(pointerOf(store)).toBe(release);
    }
    // Which form of a tag it takes is known from the list of releases.
    expect(store.asked.filter((each) => each === `PUT ${pointer}`)).toHaveLength(3);
    await write('new', 'Four.');
    await build();
    const other = Buffer.from(`${store.objects.get(ledger)} `);
    store.meddle = (request, _, key) => {
      if (request.method === 'PUT' && key.includes('/index.')) store.objects.set(ledger, other);
      return false;
    };
    expect((await galley(folder, ['push', address], env)).err).toContain('Another command changed ');
    expect(store.objects.get(ledger)).toEqual(other);
  },
);

test('--no-lock sends no condition', { tags: ['long'] }, async () => {
  const store = await startObjectStore();
  const sent: unknown[] = [];
  store.meddle = ({ headers }) => {
    sent.push(headers['if-match'] ?? headers['if-none-match']);
    return false;
  };
  const { folder } = await makeSite(1);
  expect((await galley(folder, ['push', address, '--no-lock'], toVariables(store))).code).toBe(0);
  expect(new Set(sent)).toEqual(new Set([undefined]));
});

/** As if all that was pushed had been pushed so many seconds before. */
function makeOlder(store: FakeStore, seconds: number): void {
  const releases = ledgerOf(store).map((each) => ({ ...each, since: each.since - seconds }));
  store.objects.set(ledger, Buffer.from(toLedgerText(releases)));
}

test('a push of one edit asks the store seventeen times, whatever the number of articles and of kept releases', {
  tags: ['long'],
}, async () => {
  const store = await startObjectStore();
  const env = toVariables(store);
  const { folder, write, build } = await makeSite(150);
  expect(await galley(folder, ['push', address], env)).toMatchObject({ code: 0 });
  await write('a-7', 'Another text.');
  await build();
  store.asked.length = 0;
  expect(await galley(folder, ['push', address], env)).toMatchObject({ code: 0 });
  expect(store.asked.length, store.asked.join('\n')).toBeLessThanOrEqual(17);
  expect(store.asked.filter((each) => each.includes('/articles/'))).toEqual([expect.stringMatching(/^PUT /)]);
  // From a folder that holds the new release alone, as on a machine of CI, it reads what the last one changed.
  for (const text of ['A third text.', 'A fourth.', 'A fifth.']) {
    await rm(join(folder, 'public'), { recursive: true });
    await write('a-7', text);
    await build();
    store.asked.length = 0;
    expect(await galley(folder, ['push', address], env)).toMatchObject({ code: 0 });
    expect(store.asked.length, store.asked.join('\n')).toBeLessThanOrEqual(21);
    expect(store.asked.filter((each) => each.includes('/articles/'))).toEqual([expect.stringMatching(/^PUT /)]);
  }
  // A rollback reads the six files of the page file that the edit replaced, and lists no articles by themselves.
  store.asked.length = 0;
  expect(await galley(folder, ['rollback', '--store', address], env)).toMatchObject({ code: 0 });
  expect(store.asked.filter((each) => each.includes('/articles/'))).toEqual([]);
  expect(store.asked.length, store.asked.join('\n')).toBeLessThanOrEqual(21);
});

test('articles of a release that is kept for its order are removed once, and are uploaded again with it', {
  tags: ['long'],
}, async () => {
  const store = await startObjectStore();
  const env = toVariables(store);
  const { folder, write, build } = await makeSite(2);
  await appendFile(join(folder, 'galley.config.yaml'), 'keep: { hours: 24, releases: 1 }\n');
  const push = async (text: string): Promise<string[]> => {
    await write('a-1', text);
    await build();
    store.asked.length = 0;
    expect(await galley(folder, ['push', address], env)).toMatchObject({ code: 0, err: '' });
    const asked = store.asked.filter((each) => each.includes('/articles/'));
    makeOlder(store, 1000);
    return asked.map((each) => each.split(' ')[0] ?? '');
  };
  expect(await push('One.')).toEqual(['PUT', 'PUT', 'PUT']);
  // What was current less than a minute ago stays whole.
  expect(await push('Two.')).toEqual(['PUT']);
  expect(await push('Three.')).toEqual(['PUT', 'DELETE']);
  expect(await push('Four.')).toEqual(['PUT', 'DELETE']);
  expect(await push('One.')).toEqual(['PUT', 'DELETE']);
  expect(articlesIn(store).filter((text) => text.includes('One.'))).toHaveLength(1);
});

/** The texts of the articles that a store has. */
function articlesIn(store: FakeStore): string[] {
  const files = [...store.objects].filter(([name]) => name.includes('/articles/'));
  return files.map(([, bytes]) => gunzipSync(bytes).toString());
}

test('a push removes articles that no kept release needs', { tags: ['long'] }, async () => {
  const store = await startObjectStore();
  const env = toVariables(store);
  const { folder, write, build } = await makeSite(2);
  await galley(folder, ['push', address], env);
  const articles = () => [...store.objects.keys()].filter((key) => key.includes('/articles/'));
  const before = articles();
  await write('a-1', 'Another text.');
  await build();
  await galley(folder, ['push', address], env);
  expect(articles().length).toBe(before.length + 1);
  const releases = ledgerOf(store).map((each) => ({ ...each, since: each.since - 180_000 }));
  store.objects.set(ledger, Buffer.from(toLedgerText(releases)));
  await rm(join(folder, 'public'), { recursive: true });
  await write('a-0', 'Another text, too.');
  await build();
  expect(await galley(folder, ['push', address], env)).toMatchObject({ code: 0, err: '' });
  // The release before stays for a minute.
  expect(articles().length).toBe(before.length + 1);
  expect(articles()).not.toEqual(expect.arrayContaining(before));
});

describe('what readers would lose', () => {
  async function publishMany(count: number) {
    const store = await startObjectStore();
    const env = toVariables(store);
    const made = await makeSite(count);
    const push = (...flags: string[]) => galley(made.folder, ['push', address, ...flags], env);
    expect((await push()).code).toBe(0);
    // A fresh copy, in which the folder of the last build is not there.
    await rm(join(made.folder, 'public'), { recursive: true });
    return { ...made, store, push };
  }
  const remove = (folder: string, names: readonly string[]) =>
    Promise.all(names.map((name) => rm(join(folder, 'content', `${name}.md`))));
  const names = (count: number) => Array.from({ length: count }, (_, i) => `a-${i}`);

  test('all of it: an empty folder is not pushed', async () => {
    const { folder, store, push, release } = await publishMany(2);
    await remove(folder, ['pictured', ...names(2)]);
    await galley(folder, ['build', '--allow-empty']);
    const { code, err } = await push();
    expect([code, err]).toEqual([
      2,
      'This release has no articles, but the last one has 3: pictured, a-0, a-1. Nothing was changed for readers. If this is ' +
        'right, add --max-removed 3.\n',
    ]);
    expect(pointerOf(store)).toBe(release);
    expect((await push('--max-removed', '3')).code).toBe(0);
  });

  test('more than a tenth, and more than five: the first ten are named', { tags: ['long'] }, async () => {
    const { folder, store, push, release, build } = await publishMany(30);
    await remove(folder, names(12));
    await build();
    const { code, err } = await push();
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(
        /^This takes 12 of 31 articles from readers: (?:a-\d+, ){9}a-\d+, and 2 more\. At most 5 are expected\. /,
      ),
    ]);
    expect(pointerOf(store)).toBe(release);
    expect((await push('--max-removed', '11')).code).toBe(2);
    expect((await push('--max-removed', '50%')).code).toBe(0);
  });

  test('five of a few may go, and so may one that moved', { tags: ['long'] }, async () => {
    const { folder, write, push, build } = await publishMany(8);
    await remove(folder, names(6));
    await write('another-slug', 'Article 5.');
    await writeFile(join(folder, 'content', 'another-slug.md'), '---\ntitle: a-5\ndate: 2026-01-01\n---\nArticle 5.\n');
    await build();
    expect(await push()).toMatchObject({ code: 0 });
  });

  test('a build over the release before says the same, and writes nothing that is served', {
    tags: ['long'],
  }, async () => {
    const { folder, build } = await makeSite(30);
    const before = await readFile(join(folder, 'public/api/v1/release.json'), 'utf8');
    await remove(folder, names(12));
    const { code, err } = await galley(folder, ['build']);
    expect([code, err]).toEqual([2, expect.stringContaining('This takes 12 of 31 articles from readers')]);
    expect(await readFile(join(folder, 'public/api/v1/release.json'), 'utf8')).toBe(before);
    expect((await galley(folder, ['build', '--max-removed', '12'])).code).toBe(0);
    await build();
  });

  test.each(['ten', '-1', '10%%', ''])('--max-removed %j is refused', async (text) => {
    const { folder } = await makeSite(0);
    expect(await galley(folder, ['build', '--max-removed', text])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Expected a number'),
    });
  });
});

test.each([
  ['http://127.0.0.1:8787', 'they lead to this machine'],
  ['http://articles.example.com', 'they are not encrypted'],
  ['http://articles.internal', null],
  ['http://10.0.0.7:8787', null],
])('links that begin with %s: %s', { tags: ['long'] }, async (base, why) => {
  const store = await startObjectStore();
  const { folder } = await makeSite(0);
  await writeFile(join(folder, 'galley.config.yaml'), `site: ${base}\n`);
  await galley(folder, ['build']);
  const { code, err } = await galley(folder, ['push', address], toVariables(store));
  expect([code, err.includes(`${why}. Expected the address`)]).toEqual(why === null ? [0, false] : [2, true]);
  if (why !== null) expect((await galley(folder, ['push', address, '--allow-http'], toVariables(store))).code).toBe(0);
});

test('an address that is a web page is said to be no store', async () => {
  const store = await startObjectStore();
  store.meddle = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Login</title>');
    return true;
  };
  const { folder } = await makeSite(0);
  const { code, err } = await galley(folder, ['push', address], toVariables(store));
  expect([code, err]).toEqual([
    2,
    'The address of the store responds, but not as S3 does. Correct AWS_ENDPOINT_URL_S3.\n',
  ]);
});

test('a store with If-None-Match alone: its lock keeps others away', async () => {
  const store = await startObjectStore({ conditions: 'none-match' });
  const { folder, release } = await makeSite(1);
  expect((await galley(folder, ['push', address], toVariables(store))).code).toBe(0);
  expect(pointerOf(store)).toBe(release);
});

test.each([
  [403, 'SignatureDoesNotMatch', 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID'],
  [403, 'InvalidAccessKeyId', 'The store does not know AWS_ACCESS_KEY_ID'],
  [403, 'RequestTimeTooSkewed', 'The clock of this machine is wrong'],
  [403, 'AccessDenied', 's3:PutObject'],
  [404, 'NoSuchBucket', 'There is no such bucket'],
  [301, 'PermanentRedirect', 'set AWS_REGION'],
])('%d %s is explained', async (status, code, expected) => {
  const store = await startObjectStore();
  store.meddle = (_, response) => {
    fail(response, status, code);
    return true;
  };
  const { folder } = await makeSite(0);
  const { code: ended, err } = await galley(folder, ['push', address], toVariables(store));
  expect(ended).toBe(2);
  expect(err).toContain(`the store gave status ${status} ${code}. `);
  expect(err).toContain(expected);
  expect(err).not.toContain('secret');
});

test.each([
  [{ AWS_ACCESS_KEY_ID: '' }, address, 'AWS_ACCESS_KEY_ID'],
  [{ AWS_REGION: '', AWS_ENDPOINT_URL_S3: '' }, address, 'Expected AWS_REGION, such as eu-central-1'],
  [{ AWS_ENDPOINT_URL_S3: 'http://s3.example.com' }, address, 'Expected https:'],
  [{}, 'https://articles.example.com', 's3://BUCKET/PREFIX'],
  [{}, 's3://id:hidden@articles', 'found text before an @'],
])('%j, %s: what is missing is said', async (variables, to, expected) => {
  const { folder } = await makeSite(0);
  const store = {
    endpoint: 'http://127.0.0.1:1',
    region: 'r',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  };
  const { code, err } = await galley(folder, ['push', to], { ...toVariables(store as TestStore), ...variables });
  expect(code).toBe(2);
  expect(err).toContain(expected);
  expect(err).not.toContain('hidden');
});

test('a damaged or missing local file is not pushed', async () => {
  const store = await startObjectStore();
  const { folder, release } = await makeSite(1);
  const index = JSON.parse(await readFile(join(folder, `public/api/v1/index.${release}.json`), 'utf8'));
  const page = join(folder, `public/api/v1/pages/${index.pages[0][0]}.json`);
  const bytes = await readFile(page);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  await writeFile(page, bytes);
  const damaged = await galley(folder, ['push', address], toVariables(store));
  expect([damaged.code, damaged.err]).toEqual([
    2,
    expect.stringMatching(/^public: pages\/\w+\.json is damaged: it is not what the build wrote\. .*\n$/),
  ]);
  await rm(page);
  const missing = await galley(folder, ['push', address], toVariables(store));
  expect(missing.code).toBe(2);
  expect(missing.err).toMatch(/the release names pages\/\w+\.json, which is missing. Run galley build/);
  expect(store.objects.has(pointer)).toBe(false);
});
