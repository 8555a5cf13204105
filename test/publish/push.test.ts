import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { toLedgerText } from '../../build/release/ledger/ledger-files.ts';
import { Pointer } from '../../src/core/format.ts';
import { Ledger } from '../../src/core/ledger.ts';
import { firstOf } from '../support/amount.ts';
import { start } from '../support/command.ts';
import { flipIn, flipped } from '../support/damage.ts';
import { type FakeStore, fail, type StoreKind, startObjectStore } from '../support/object-store.ts';
import { makeArticles, makeSite } from '../support/site.ts';
import { type TestStore, toVariables } from '../support/test-store.ts';

const address = 's3://articles/live';
const pointer = 'live/api/v1/release.json';
const ledger = 'live/api/v1/releases.json';

const pointerOf = ({ objects }: FakeStore): string =>
  Pointer.parse(JSON.parse(objects.get(pointer)?.toString() ?? '{}')).release;
const ledgerOf = ({ objects }: FakeStore) => Ledger.parse(JSON.parse(objects.get(ledger)?.toString() ?? '{}')).releases;
const writesOf = ({ asked }: FakeStore): string[] =>
  asked.filter((each) => /^(?:PUT|DELETE)/.test(each) && !each.includes('push.lock'));
const namesIn = ({ objects }: FakeStore, part: string): string[] =>
  [...objects.keys()].filter((name) => name.includes(part));

/** The texts of the articles that a store has. */
const articlesIn = (store: FakeStore): string[] =>
  namesIn(store, '/articles/').map((name) => gunzipSync(store.objects.get(name) ?? '').toString());

/** As if all that was pushed had been pushed so many seconds before. */
function makeOlder(store: FakeStore, seconds: number): void {
  const releases = ledgerOf(store).map((each) => ({ ...each, since: each.since - seconds }));
  store.objects.set(ledger, Buffer.from(toLedgerText(releases)));
}

/** While an object whose name has this part is written, somebody else writes another. Gives what that one holds then. */
function changeMeanwhile(store: FakeStore, part: string, key: string): Buffer {
  const other = Buffer.from(`${store.objects.get(key)} `);
  store.meddle = (request, _, asked) => {
    if (request.method === 'PUT' && asked.includes(part)) store.objects.set(key, other);
    return false;
  };
  return other;
}

/** A site of so many articles beside a store, and what pushes it. */
async function makeBoth(count: number, kind?: StoreKind) {
  const store = await startObjectStore(kind);
  const env = toVariables(store);
  const site = await makeArticles(count, env);
  const push = (...flags: string[]) => site.run('push', address, ...flags);
  return {
    ...{ ...site, store, env, push },
    /** Must succeed, and have nothing to report. */
    async pushWell(...flags: string[]): Promise<string> {
      const { code, out, err } = await push(...flags);
      expect([code, err]).toEqual([0, '']);
      return out;
    },
  };
}

describe('a store with conditional requests', () => {
  test('the article of an invalid file stays as the store has it, where a build starts from nothing', {
    tags: ['long'],
  }, async () => {
    const { store, edit, pushWell, run, json, remove, read } = await makeBoth(3);
    const article = () => articlesIn(store).filter((text) => text.includes('"slug":"pictured"'));
    expect(await json('build', '--from', address)).toMatchObject({ invalid: [] });
    await pushWell();
    const before = article();
    expect(before).toEqual([expect.stringContaining('A dot')]);
    await edit('pictured', '> '.repeat(200));
    await edit('new', 'Another.');
    const releases: string[] = [];
    for (const _ of [1, 2]) {
      await remove('public', 'node_modules');
      const built = await run('build', '--from', address, '--json');
      expect(built).toMatchObject({ code: 1, err: '' });
      const { invalid, written } = JSON.parse(built.out);
      expect(invalid).toEqual([{ path: 'content/pictured.md', isOlder: true, isWithdrawn: false }]);
      releases.push(written.release);
      const pushed = await json('push', address);
      if (releases.length === 1)
        expect(pushed.changes).toMatchObject({ removed: [], changed: [], added: [{ slug: 'new' }] });
      expect(article()).toEqual(before);
      expect(namesIn(store, 'live/media/dot.')).toHaveLength(1);
    }
    expect(releases[1]).toBe(releases[0]);
    await remove('public');
    store.meddle = (_, response) => {
      fail(response, 403, 'AccessDenied');
      return true;
    };
    expect(await run('build', '--from', address)).toMatchObject({ code: 2 });
    await expect(read('public/api/v1/release.json')).rejects.toThrow('ENOENT');
  });

  test('all of what a build wrote, data first, the pointer last; then only what is new', async () => {
    const { store, folder, edit, build, run, json, pushWell, release } = await makeBoth(3);
    expect(await json('push', address)).toMatchObject({ release, before: null, articles: 4, reused: 0 });
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
    expect(namesIn(store, 'lock')).toEqual([]);

    store.asked.length = 0;
    expect(await pushWell()).toMatch(
      /^Release \w{12} was current in s3:\/\/articles\/live already: nothing was uploaded, \d+ reused\. /,
    );
    expect(writesOf(store)).toEqual([]);
    const [page = ''] = namesIn(store, '/pages/');
    const whole = store.objects.get(page) ?? Buffer.alloc(0);
    store.objects.set(page, whole.subarray(1));
    await pushWell();
    expect(store.objects.get(page)).toEqual(whole);

    await edit('new', 'Another.');
    const next = await build();
    store.asked.length = 0;
    await pushWell();
    expect(pointerOf(store)).toBe(next);
    expect(ledgerOf(store).map(({ release }) => release)).toEqual([release, next]);
    expect(ledgerOf(store).at(-1)?.changes).toEqual({ added: 1, changed: 0, removed: 0 });
    expect(writesOf(store).filter((each) => each.includes('/media/'))).toEqual([]);
    expect(writesOf(store).length).toBeLessThan(names.length);

    const { out } = await run('releases', '--store', address);
    expect(out.split('\n')[0]).toMatch(new RegExp(`^${next.slice(0, 12)} .*1 added +current$`));
    const back = await run('rollback', '--store', address);
    expect(back.out).toContain(`Release ${release.slice(0, 12)} is current again`);
    expect(pointerOf(store)).toBe(release);
    expect(ledgerOf(store).map(({ release }) => release)).toEqual([release, next, release]);

    // Back to the newest, and then only that.
    await pushWell();
    expect(pointerOf(store)).toBe(next);
    const before = new Set(store.objects.keys());
    // What was current less than a minute ago stays.
    expect(await json('prune', '--now', '--store', address)).toMatchObject({ removed: { files: 0 } });
    expect(new Set(store.objects.keys())).toEqual(before);
  });

  test('what no kept release needs is removed', { tags: ['long'] }, async () => {
    const { store, edit, build, pushWell, json } = await makeBoth(2);
    await pushWell();
    await edit('a-1', 'Another text.');
    await edit('pictured', 'No picture.');
    const next = await build();
    // What an earlier version of Galley left there.
    store.objects.set(`live/media/old.${'0'.repeat(32)}.svg`, Buffer.from('<svg/>'));
    await pushWell();
    makeOlder(store, 180_000);
    expect(namesIn(store, '/media/')).toEqual([expect.stringMatching(/^live\/media\/dot\./), expect.any(String)]);
    expect(await json('prune', '--store', address)).toMatchObject({ kept: [next] });
    expect(namesIn(store, 'v1/index.')).toEqual([`live/api/v1/index.${next}.json`]);
    expect(namesIn(store, '/media/')).toEqual([]);
  });

  test('an image is in the store as long as it keeps a release that shows it, whatever the folder has', {
    tags: ['long'],
  }, async () => {
    const { store, folder, edit, build, pushWell } = await makeBoth(1);
    await pushWell();
    await edit('pictured', 'No picture.');
    await build();
    await pushWell();
    expect(namesIn(store, '/media/')).toHaveLength(1);
    makeOlder(store, 180_000);
    await edit('a-0', 'Another text.');
    await build();
    await pushWell('--force');
    expect(await readdir(join(folder, 'public/media'))).toHaveLength(1);
    expect(namesIn(store, '/media/')).toEqual([]);
  });

  test.each(firstOf(1, [pointer, ledger]))(
    '%s is moved meanwhile: nothing is published over it',
    { tags: ['scaled'] },
    async (key) => {
      const { store, edit, build, push, pushWell } = await makeBoth(1);
      await pushWell();
      await edit('new', 'Another.');
      await build();
      const other = changeMeanwhile(store, key, key);
      expect(await push()).toMatchObject({ code: 2, err: expect.stringContaining('Another command changed ') });
      expect(store.objects.get(key)).toEqual(other);
      expect(namesIn(store, 'lock')).toEqual([]);
    },
  );

  /** One write of each kind, in the order in which they are made. */
  const kinds = [/\/push\.lock$/, /\/pages\//, /\/index\./, /\/releases\.json$/, /\/release\.json$/];
  const byKind = kinds.map((kind) => (key: string) => kind.test(key));
  const byNumber = [0, 3, 6, 12, 24].map((at) => (_: string, write: number) => write === at);

  test('killed at any of its writes, it leaves what was served whole, and is repeated', {
    tags: ['long'],
  }, async () => {
    const { store, env, folder, edit, build, run, pushWell, release } = await makeBoth(2);
    await pushWell();
    await edit('a-0', 'Another text.');
    await edit('new', 'A new one.');
    const next = await build();
    for (const isMoment of [...byNumber, ...byKind]) {
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
      const check = await run('rollback', current.slice(0, 12), '--store', address);
      expect(check.err + check.out).toContain('is current already');
      // Whole: the check of a rollback finds nothing missing.
      const index = JSON.parse(store.objects.get(`live/api/v1/index.${current}.json`)?.toString() ?? '{}');
      for (const [page] of index.pages) {
        for (const end of ['json', 'json.gz', 'table'])
          expect(store.objects.has(`live/api/v1/pages/${page}.${end}`)).toBe(true);
      }
    }
    // Once the pointer itself is written, it is published.
    expect(pointerOf(store)).toBe(next);
    store.meddle = () => false;
    await pushWell();
    expect(pointerOf(store)).toBe(next);
    expect(namesIn(store, 'lock')).toEqual([]);
  });

  test.each(['pages', 'index'])(
    '%s are damaged in the store: --force writes them again',
    { tags: ['long'] },
    async (kind) => {
      const { store, push, pushWell } = await makeBoth(1);
      await pushWell();
      const [key = ''] = namesIn(store, `/${kind}`);
      const bytes = store.objects.get(key) ?? Buffer.alloc(0);
      store.objects.set(key, flipped(bytes));
      const plain = await push();
      if (kind === 'index') expect(plain.err).toContain('Add --force, which uploads every file.');
      await pushWell('--force');
      expect(store.objects.get(key)).toEqual(bytes);
    },
  );

  test('the response to its lock is lost: it has the lock all the same', { tags: ['long'] }, async () => {
    const { store, pushWell, release } = await makeBoth(1);
    let isLost = false;
    store.meddle = (request, response, key, body) => {
      if (request.method !== 'PUT' || !key.endsWith('push.lock') || isLost) return false;
      isLost = true;
      store.objects.set(key, body);
      fail(response, 500, 'InternalError');
      return true;
    };
    await pushWell();
    expect(pointerOf(store)).toBe(release);
  });

  test('a signal stops it, and its lock is given back', { tags: ['long'] }, async () => {
    const { store, env, folder } = await makeBoth(2);
    let interrupt = (): void => {};
    store.meddle = (request, _, key) => {
      if (request.method === 'PUT' && key.includes('/pages/')) interrupt();
      return false;
    };
    const pushing = start(folder, ['push', address], env);
    interrupt = () => {
      // A second signal would end it at once.
      interrupt = () => {};
      pushing.child.kill('SIGINT');
    };
    expect(await pushing.ended).toBe(2);
    expect(pushing.text.err).toContain('Stopped. Nothing was changed for readers');
    expect([store.objects.has(pointer), namesIn(store, 'lock')]).toEqual([false, []]);
  });
});

test.each(
  firstOf(1, [
    ['refuses them', { conditions: 'refused' as const }] as const,
    ['ignores them', { conditions: null }] as const,
  ]),
)('a store that %s: only with --no-lock', { tags: ['scaled'] }, async (_, kind) => {
  const { store, edit, build, push, pushWell, release } = await makeBoth(1, kind);
  const refused = await push();
  expect([refused.code, [...store.objects.keys()]]).toEqual([2, []]);
  expect(refused.err).toContain('This store does not obey conditional requests');
  await pushWell('--no-lock');
  expect(pointerOf(store)).toBe(release);
  await edit('new', 'Another.');
  await build();
  // Also then it looks whether somebody was there.
  changeMeanwhile(store, '/index.', ledger);
  expect(await push('--no-lock')).toMatchObject({ code: 2, err: expect.stringContaining('Another command changed ') });
  expect(pointerOf(store)).toBe(release);
});

test.each(
  firstOf(1, [
    ['If-None-Match alone', 'none-match'] as const,
    ['If-Match without quotation marks, as Ceph has it', 'unquoted'] as const,
  ]),
)(
  'a store with %s: each push succeeds, and none writes over what others changed',
  { tags: ['scaled'] },
  async (_, conditions) => {
    const { store, edit, build, push, pushWell } = await makeBoth(1, { conditions });
    for (const text of ['One.', 'Two.', 'Three.']) {
      await edit('new', text);
      const release = await build();
      await pushWell();
      expect(pointerOf(store)).toBe(release);
    }
    // Which form of a tag it takes is known from the list of releases.
    expect(store.asked.filter((each) => each === `PUT ${pointer}`)).toHaveLength(3);
    await edit('new', 'Four.');
    await build();
    const other = changeMeanwhile(store, '/index.', ledger);
    expect((await push()).err).toContain('Another command changed ');
    expect(store.objects.get(ledger)).toEqual(other);
  },
);

test('a push of one edit asks the store seventeen times, whatever the number of articles and of kept releases', {
  tags: ['long'],
}, async () => {
  const { store, edit, build, pushWell, remove, run } = await makeBoth(150);
  const pushEdit = async (text: string, most: number) => {
    await edit('a-7', text);
    await build();
    store.asked.length = 0;
    await pushWell();
    expect(store.asked.length, store.asked.join('\n')).toBeLessThanOrEqual(most);
    expect(store.asked.filter((each) => each.includes('/articles/'))).toEqual([expect.stringMatching(/^PUT /)]);
  };
  await pushWell();
  await pushEdit('Another text.', 17);
  // From a folder that holds the new release alone, as on a machine of CI, it reads what the last one changed.
  for (const text of ['A third text.', 'A fourth.', 'A fifth.']) {
    await remove('public');
    await pushEdit(text, 21);
  }
  // A rollback reads the six files of the page file that the edit replaced, and lists no articles by themselves.
  store.asked.length = 0;
  expect(await run('rollback', '--store', address)).toMatchObject({ code: 0 });
  expect(store.asked.filter((each) => each.includes('/articles/'))).toEqual([]);
  expect(store.asked.length, store.asked.join('\n')).toBeLessThanOrEqual(21);
});

test('articles of a release that is kept for its order are removed once, and are uploaded again with it', {
  tags: ['long'],
}, async () => {
  const { store, edit, build, write, pushWell, remove } = await makeBoth(2);
  await write({ 'galley.config.yaml': 'site: https://a.example\nkeep: { hours: 24, releases: 1 }\n' });
  const push = async (text: string): Promise<string[]> => {
    await edit('a-1', text);
    await build();
    store.asked.length = 0;
    await pushWell();
    makeOlder(store, 1000);
    return store.asked.filter((each) => each.includes('/articles/')).map((each) => each.split(' ')[0] ?? '');
  };
  expect(await push('One.')).toEqual(['PUT', 'PUT', 'PUT']);
  // What was current less than a minute ago stays whole.
  expect(await push('Two.')).toEqual(['PUT']);
  expect(await push('Three.')).toEqual(['PUT', 'DELETE']);
  // As on a machine of CI, where the folder of the last build is not there.
  await remove('public');
  expect(await push('Four.')).toEqual(['PUT', 'DELETE']);
  expect(await push('One.')).toEqual(['PUT', 'DELETE']);
  expect(articlesIn(store).filter((text) => text.includes('One.'))).toHaveLength(1);
});

describe('what readers would lose', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `content/a-${i}.md`);
  /** A site that was pushed, in a fresh copy, in which the folder of the last build is not there. */
  async function makePushed(count: number) {
    const made = await makeBoth(count);
    await made.pushWell();
    await made.remove('public');
    return made;
  }

  test('all of it: an empty folder is not pushed', async () => {
    const { store, remove, build, push, pushWell, release } = await makePushed(2);
    await remove('content/pictured.md', ...names(2));
    await build('--allow-empty');
    expect(await push()).toMatchObject({
      code: 2,
      err:
        'This release has no articles, but the last one has 3: pictured, a-0, a-1. Nothing was changed for readers. If this is ' +
        'right, add --max-removed 3.\n',
    });
    expect(pointerOf(store)).toBe(release);
    await pushWell('--max-removed', '3');
  });

  test('more than a tenth, and more than five: the first ten are named', { tags: ['long'] }, async () => {
    const { store, remove, build, push, pushWell, release } = await makePushed(30);
    await remove(...names(12));
    await build();
    expect(await push()).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^This takes 12 of 31 articles from readers: (?:a-\d+, ){9}a-\d+, and 2 more\. At most 5 are expected\. /,
      ),
    });
    expect(pointerOf(store)).toBe(release);
    expect((await push('--max-removed', '11')).code).toBe(2);
    await pushWell('--max-removed', '50%');
  });

  test('five of a few may go, and so may one that moved', { tags: ['long'] }, async () => {
    const { write, remove, build, pushWell } = await makePushed(8);
    await remove(...names(6));
    await write({ 'content/another-slug.md': '---\ntitle: a-5\ndate: 2026-01-01\n---\nArticle 5.\n' });
    await build();
    await pushWell();
  });

  test('a build over the release before says the same, and writes nothing that is served', {
    tags: ['long'],
  }, async () => {
    const { read, remove, run, build } = await makeArticles(30);
    const before = await read('public/api/v1/release.json');
    await remove(...names(12));
    expect(await run('build')).toMatchObject({
      code: 2,
      err: expect.stringContaining('This takes 12 of 31 articles from readers'),
    });
    expect(await read('public/api/v1/release.json')).toBe(before);
    await build('--max-removed', '12');
  });

  test.each(['ten', '-1', '10%%', ''])('--max-removed %j is refused', async (text) => {
    const { run } = await makeSite();
    expect(await run('build', '--max-removed', text)).toMatchObject({
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
  const { build, push, pushWell } = await makeBoth(0);
  await build('--site', base);
  if (why === null) await pushWell();
  else {
    const { code, err } = await push();
    expect([code, err]).toEqual([2, expect.stringContaining(`${why}. Expected the address`)]);
    await pushWell('--allow-http');
  }
});

test('an address that is a web page is said to be no store', async () => {
  const { store, push } = await makeBoth(0);
  store.meddle = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Login</title>');
    return true;
  };
  expect(await push()).toMatchObject({
    code: 2,
    err: 'The address of the store responds, but not as S3 does. Correct AWS_ENDPOINT_URL_S3.\n',
  });
});

test.each([
  [403, 'SignatureDoesNotMatch', 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID'],
  [403, 'InvalidAccessKeyId', 'The store does not know AWS_ACCESS_KEY_ID'],
  [403, 'RequestTimeTooSkewed', 'The clock of this machine is wrong'],
  [403, 'AccessDenied', 's3:PutObject'],
  [404, 'NoSuchBucket', 'There is no such bucket'],
  [301, 'PermanentRedirect', 'set AWS_REGION'],
])('%d %s is explained', async (status, code, expected) => {
  const { store, push } = await makeBoth(0);
  store.meddle = (_, response) => {
    fail(response, status, code);
    return true;
  };
  const { code: ended, err } = await push();
  expect([ended, err]).toEqual([2, expect.stringContaining(`the store gave status ${status} ${code}. `)]);
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
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const store = { endpoint: 'http://127.0.0.1:1', region: 'r', credentials } as TestStore;
  const { run } = await makeArticles(0, { ...toVariables(store), ...variables });
  const { code, err } = await run('push', to);
  expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
  expect(err).not.toContain('hidden');
});

test('a damaged or missing local file is not pushed', async () => {
  const { store, folder, read, push, release } = await makeBoth(1);
  const index = JSON.parse(await read(`public/api/v1/index.${release}.json`));
  const page = join(folder, `public/api/v1/pages/${index.pages[0][0]}.json`);
  await flipIn(page, 20);
  const message = /^public: pages\/\w+\.json is damaged: it is not what the build wrote\. .*\n$/;
  expect(await push()).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  await rm(page);
  expect(await push()).toMatchObject({
    code: 2,
    err: expect.stringMatching(/the release names pages\/\w+\.json, which is missing. Run galley build/),
  });
  expect(store.objects.has(pointer)).toBe(false);
});
