/** @module-tag program */
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withStoreLock } from '../../build/cli/store.ts';
import { s3Store } from '../../build/release/store/s3-store.ts';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { s3Client } from '../../src/storage/s3/s3-client.ts';
import { s3Storage } from '../../src/storage/s3.ts';
import { hasCeph, startCeph } from '../support/ceph.ts';
import { galleyProcess, start } from '../support/command.ts';
import { makeArticles, siteIn } from '../support/site.ts';
import { type Place, testStorage } from '../support/storage-contract.ts';
import { hasSwift, startSwift } from '../support/swift.ts';
import { type TestStore, toVariables } from '../support/test-store.ts';

const timeouts = { attemptTimeout: 60_000, timeout: 60_000 };
/** Of starting one, and of the tests that push, on a busy machine. */
const timeout = 120_000;

/** Real stores that speak S3. `flags` is what a push needs there. */
const stores = [
  { name: 'OpenStack Swift', isHere: hasSwift(), open: startSwift, flags: ['--no-lock'] },
  { name: 'Ceph', isHere: hasCeph(), open: startCeph, flags: [] },
];

for (const { name, isHere, open, flags } of stores) {
  describe.skipIf(!isHere)(name, () => {
    let store: TestStore;
    let count = 0;
    /** Where nothing is yet, also when a test is tried again. */
    const nextPrefix = (): string => `live-${++count}`;
    const ends: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      store = await open((end) => ends.push(end));
    }, timeout);
    afterAll(async () => {
      for (const end of ends.reverse()) await end();
    });

    testStorage(async (): Promise<Place> => {
      const prefix = "a folder/50% + ä'(1)";
      const client = new AwsClient({ ...store.credentials, service: 's3', region: store.region });
      const ask = async (method: string, path: string, body?: Buffer): Promise<void> => {
        const url = `${store.endpoint}/${store.bucket}/${[...prefix.split('/'), ...path.split('/')].map(encodeURIComponent).join('/')}`;
        expect((await client.fetch(url, { method, ...(body && { body: new Uint8Array(body) }) })).ok).toBe(true);
      };
      return {
        storage: s3Storage({ ...store, prefix, ...timeouts }),
        put: (path, content) => ask('PUT', path, content),
        remove: (path) => ask('DELETE', path),
      };
    });

    test('three pushes, a rollback and a prune, which a server follows; a wrong secret', { timeout }, async () => {
      const address = `s3://articles/${nextPrefix()}`;
      const env = toVariables(store);
      const { folder, edit, build, run, json, release } = await makeArticles(6, env);
      const push = () => json('push', address, ...flags);
      expect(await push()).toMatchObject({ release, before: null, reused: 0 });
      const key = newKey();
      const keys = { GALLEY_KEYS: `tests:${sha256(key)}` };
      const serving = start(folder, ['serve', '--from', address, '--port', '0'], { ...env, ...keys });
      const [, at] = await serving.until(/^listening on (http:\S+)$/m);
      const isServed = async (slug: string, text: string) =>
        expect
          .poll(async () => {
            const response = await fetch(`${at}/api/v1/articles/${slug}`, { headers: { 'X-Api-Key': key } });
            return `${response.status} ${await response.text()}`;
          })
          .toContain(text);
      await isServed('a-5', 'Article 5.');
      await isServed('new', '404');

      await edit('new', 'Another.');
      const second = await build();
      expect(await push()).toMatchObject({ release: second, before: release, changes: { added: [{ slug: 'new' }] } });
      await isServed('new', 'Another.');
      await edit('a-5', 'Edited.');
      const third = await build();
      const edited = await push();
      expect(edited).toMatchObject({
        release: third,
        before: second,
        changes: { changed: [{ after: { slug: 'a-5' } }] },
      });
      expect(edited.uploaded.files).toBeLessThan(edited.reused);
      await isServed('a-5', 'Edited.');

      const command = (...args: string[]) => run(...args, '--store', address);
      const back = await command('rollback', ...flags);
      expect(back.out).toContain(`Release ${second.slice(0, 12)} is current again`);
      await isServed('a-5', 'Article 5.');
      expect((await command('prune', '--now', ...flags)).code).toBe(0);
      expect((await command('releases')).out).toMatch(new RegExp(`^${second.slice(0, 12)} .*current$`, 'm'));
      const wrong = await siteIn(folder, { ...env, AWS_SECRET_ACCESS_KEY: 'wrong' }).run('push', address);
      expect(wrong.err).toContain('403 SignatureDoesNotMatch. AWS_SECRET_ACCESS_KEY does not belong');
    });

    if (flags.length > 0) {
      test('a push without --no-lock is refused', { timeout }, async () => {
        const { run } = await makeArticles(1, toVariables(store));
        const { code, err } = await run('push', `s3://articles/${nextPrefix()}`);
        expect([code, err]).toEqual([2, expect.stringContaining('does not obey conditional requests')]);
      });
      return;
    }

    test('while one pushes, others end and say so, and none writes over another', { timeout }, async () => {
      const prefix = nextPrefix();
      const address = `s3://articles/${prefix}`;
      const env = toVariables(store);
      const { folder, run } = await makeArticles(1, env);
      const client = s3Client({ ...store, prefix, ...timeouts });
      await withStoreLock(client, true, async (_, conditions) => {
        expect(conditions).toBe('all');
        // In another process: one with the number of this one counts as dead.
        expect(await galleyProcess(folder, ['push', address], env)).toMatchObject({
          code: 2,
          err: expect.stringContaining('Another galley command writes to this store'),
        });
      });
      expect(await run('push', address)).toMatchObject({ code: 0, err: '' });

      // Ceph compares a tag with the one without quotation marks.
      const [one, other] = [s3Store(client, 'all'), s3Store(client, 'all')];
      const before = await one.find('release.json');
      for (const text of ['1', '2']) {
        const bytes = new TextEncoder().encode(text);
        expect(await one.write('release.json', bytes, await one.find('release.json'))).not.toBeNull();
      }
      expect(await other.write('release.json', new TextEncoder().encode('3'), before)).toBeNull();
    });

    test('of two pushes at once at least one wins, and the other says so', { timeout }, async () => {
      const address = `s3://articles/${nextPrefix()}`;
      const env = toVariables(store);
      const sites = [await makeArticles(3, env), await makeArticles(4, env)];
      const ended = await Promise.all(sites.map(({ folder }) => galleyProcess(folder, ['push', address], env)));
      const refusal = expect.stringContaining('Another galley command writes to this store');
      for (const { code, err } of ended) expect([code, err]).toEqual(code === 0 ? [0, ''] : [2, refusal]);
      const winners = sites.filter((_, i) => ended[i]?.code === 0).map(({ release }) => release.slice(0, 12));
      const { out } = (await sites[0]?.run('releases', '--store', address)) ?? {};
      expect(winners).toContain(/^(\w+) .*current$/m.exec(out ?? '')?.[1]);
    });
  });
}
