import { expect, test } from 'vitest';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { galley, start } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { fail, startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';
import { makeSite } from '../support/site.ts';
import type { TestStore } from '../support/test-store.ts';

const address = 's3://articles/live';
const key = newKey();

const toVariables = ({ endpoint, region, credentials }: TestStore): Record<string, string> => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  GALLEY_KEYS: `tests:${sha256(key)}`,
});

/** A folder whose articles are in the store; `publish` adds one. */
async function publishSite(store: TestStore) {
  const { folder, run, build, write } = await makeSite(
    { 'galley.config.yaml': 'site: https://articles.example.com\n' },
    toVariables(store),
  );
  const publish = async (name: string): Promise<void> => {
    await write({ [`content/${name}.md`]: `---\ntitle: ${name}\ndate: 2026-01-01\n---\nText.\n` });
    await build();
    expect((await run('push', address)).code).toBe(0);
  };
  await publish('one');
  return { folder, run, publish };
}

const ask = async (at: string, path: string) => {
  const response = await fetch(`${at}${path}`, { headers: { 'X-Api-Key': key } });
  return { status: response.status, text: await response.text() };
};

test('two workers serve what was pushed, and activate what is pushed next', { tags: ['long'] }, () =>
  serveAndPush(['--workers', '2']),
);
// How one process follows a store is in test/adapters/node/from-store.test.ts.
test('one process does', { tags: ['long'] }, () => serveAndPush([]));

async function serveAndPush(options: string[]): Promise<void> {
  const store = await startObjectStore();
  const { folder, run, publish } = await publishSite(store);
  const serving = start(folder, ['serve', '--from', address, '--port', '0', ...options], toVariables(store));
  const [, at = ''] = await serving.until(/^listening on (http:\S+)$/m);
  expect((await ask(at, '/api/v1/articles/one')).status).toBe(200);
  expect((await ask(at, '/api/v1/articles/two')).status).toBe(404);
  await publish('two');
  await expect.poll(async () => (await ask(at, '/api/v1/articles/two')).status, { interval: 20 }).toBe(200);
  expect((await run('rollback', '--store', address)).code).toBe(0);
  await expect.poll(async () => (await ask(at, '/api/v1/articles/two')).status, { interval: 20 }).toBe(404);
  expect((await ask(at, '/api/v1/articles/one')).status).toBe(200);
  // Of two workers each has a memory of its own.
  if (options.length > 0) for (let i = 0; i < 20; i++) await ask(at, '/api/v1/articles/one');
  await store.stop();
  const degraded = async () => JSON.parse((await ask(at, '/healthz')).text).status;
  await expect.poll(degraded, { interval: 20 }).toBe('degraded');
  expect((await ask(at, '/api/v1/articles/one')).status).toBe(200);
  serving.child.kill('SIGTERM');
  expect(await serving.ended).toBe(0);
}

test('a store that refuses ends it, and says why', async () => {
  const store = await startObjectStore();
  store.meddle = (_, response) => {
    fail(response, 403, 'InvalidAccessKeyId');
    return true;
  };
  const refused = await galley(await makeFolder(), ['serve', '--from', address], toVariables(store));
  expect(refused.code).toBe(2);
  expect(refused.err).toContain(
    'the store gave status 403 InvalidAccessKeyId. The store does not know AWS_ACCESS_KEY_ID',
  );
});

test('a store without a release, and one that is not there yet, do not end it', { tags: ['long'] }, async () => {
  const store = await startObjectStore();
  const folder = await makeFolder();
  const empty = start(folder, ['serve', '--from', address, '--port', '0'], toVariables(store));
  await empty.until(/^listening on /m);
  expect(empty.text.err).toContain(`There is no release in ${address} yet. Run galley push ${address}.`);
  const nowhere = { ...toVariables(store), AWS_ENDPOINT_URL: `http://127.0.0.1:${await freePort()}` };
  const waiting = start(folder, ['serve', '--from', address, '--port', '0'], nowhere);
  await waiting.until(/^listening on /m);
  expect(waiting.text.err).toContain('This server tries again');
  expect(waiting.text.err).not.toContain('There is no release');
});

test.each([
  ['serve', '--from'],
  ['releases', '--store'],
])('%s wants a folder or a store, not both', async (command, option) => {
  const { code, err } = await galley(await makeFolder(), [command, option, address, '--out', 'public']);
  expect([code, err]).toEqual([2, expect.stringMatching(/cannot be used with option '--out/)]);
});

test.each(['serve', 'build', 'releases'])('%s --out takes a folder, and says what is for a store', async (command) => {
  const { code, err } = await galley(await makeFolder(), [command, '--out', address]);
  expect([code, err]).toEqual([2, expect.stringMatching(/^--out: found "s3:.*galley serve --from/)]);
});
