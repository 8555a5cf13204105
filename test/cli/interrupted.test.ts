import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { start } from '../support/command.ts';
import { type FakeStore, startObjectStore } from '../support/object-store.ts';
import { makeArticles, makeSite } from '../support/site.ts';
import { toVariables } from '../support/test-store.ts';

const address = 's3://articles/live';
const article = '---\ntitle: A\ndate: 2026-01-01\n---\nText.\n';

/** Milliseconds after which a command counts as one that goes on: none that waits for a store or a server gives up so soon. */
const timeoutMs = 15_000;

/** Interrupts a command once `begun` resolves. Gives its exit code, or the signal that ended it, and what it printed on standard error. */
async function interrupt(
  folder: string,
  args: string[],
  begun: Promise<unknown>,
  env: Record<string, string> = {},
): Promise<{ end: number | string | null; err: string }> {
  const { child, text } = start(folder, args, env);
  const exited = once(child, 'exit');
  await begun;
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const [code, signal] = await exited;
  clearTimeout(timer);
  return { end: code ?? signal, err: text.err };
}

/** How a store stops responding, and what asks for it then. */
const silences: [string, (store: FakeStore) => Promise<void>][] = [
  [
    'never responds',
    (store) =>
      new Promise((resolve) => {
        store.meddle = () => {
          resolve();
          return true;
        };
      }),
  ],
  [
    'sends a file that does not end',
    (store) =>
      new Promise((resolve) => {
        store.meddle = (_, response) => {
          response.writeHead(200, { 'Content-Type': 'application/json' });
          response.write('{', () => resolve());
          return true;
        };
      }),
  ],
  [
    'responds 503',
    (store) =>
      new Promise((resolve) => {
        store.meddle = (_, response) => {
          response.writeHead(503).end(() => resolve());
          return true;
        };
      }),
  ],
  [
    'never ends its list',
    (store) =>
      new Promise((resolve) => {
        let asked = 0;
        store.meddle = (_, response, key) => {
          if (key !== '') return false;
          const token = `<IsTruncated>true</IsTruncated><NextContinuationToken>${asked}</NextContinuationToken>`;
          const contents = Array.from({ length: 1000 }, (_, i) => `<Contents><Key>live/${asked}-${i}</Key></Contents>`);
          response.end(`<ListBucketResult>${token}${contents.join('')}</ListBucketResult>`);
          if (++asked === 3) resolve();
          return true;
        };
      }),
  ],
];

describe.each(silences)('a store that %s does not hold up Ctrl-C:', (_, fallSilent) => {
  const others = [
    ['releases', '--store', address],
    ['rollback', '--store', address],
    ['prune', '--store', address],
  ];
  test('galley push', { tags: ['long'] }, () => isInterrupted('push', address));
  test.each(others)('galley %s', { tags: ['long'] }, (...args) => isInterrupted(...args));

  async function isInterrupted(...args: string[]): Promise<void> {
    const store = await startObjectStore();
    const env = toVariables(store);
    const { folder, run } = await makeArticles(0, env);
    expect((await run('push', address)).code).toBe(0);
    const before = new Map(store.objects);
    const { end, err } = await interrupt(folder, args, fallSilent(store), env);
    expect(err).toContain('Stopped. Nothing was changed for readers.');
    expect(end).toBe(2);
    for (const [key, bytes] of before) expect(store.objects.get(key)?.equals(bytes), key).toBe(true);
  }
});

test('where a store never returns the pointer, galley push says that the current release is unknown', {
  tags: ['long'],
}, async () => {
  const { folder } = await makeArticles(0);
  const store = await startObjectStore();
  const begun = new Promise<void>((resolve) => {
    store.meddle = ({ method }, _, key) => {
      const isPointer = method === 'PUT' && key.endsWith('release.json');
      if (isPointer) resolve();
      return isPointer;
    };
  });
  const { end, err } = await interrupt(folder, ['push', address], begun, toVariables(store));
  expect(err).toContain('Stopped while a release was made current. galley releases --store s3://articles/live shows');
  expect(end).toBe(2);
  // It was given back.
  expect([...store.objects.keys()].filter((key) => key.includes('lock'))).toEqual([]);
});

test('a server that never responds does not hold up galley deploy check', { tags: ['long'] }, async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const asked = once(server, 'connection').then(([socket]) => void onTestFinished(() => socket.destroy()));
  const { port } = server.address() as { port: number };
  const { end } = await interrupt(
    (await makeArticles(0)).folder,
    ['deploy', 'check', `http://127.0.0.1:${port}`],
    asked,
  );
  expect(end).toBe('SIGINT');
});

describe('a reader that takes nothing does not hold up Ctrl-C:', () => {
  /** Asks for far more than sockets take, and reads nothing. */
  async function ask(at: string, key: string): Promise<void> {
    const { hostname, port } = new URL(at);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.pause();
    await once(socket, 'connect');
    const request = `GET /api/v1/articles HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`;
    await new Promise((resolve) => socket.write(request.repeat(80), resolve));
  }

  test('galley serve', () => isInterrupted('serve'));
  test.each(['serve --workers 2', 'start', 'dev'])('galley %s', { tags: ['long'] }, isInterrupted);

  async function isInterrupted(command: string): Promise<void> {
    const { folder, build } = await makeSite({ 'content/a.md': `${article}${'Long text. '.repeat(20_000)}` });
    await build();
    const { child, until, text } = start(folder, [...command.split(' '), '--port', '0']);
    const [, at = ''] = await until(/listening on (\S+)/);
    await expect.poll(() => text.out + text.err).toMatch(/gly_\S{36}/);
    const [key = ''] = /gly_\S{36}/.exec(text.out + text.err) ?? [];
    await ask(at, key);
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    expect(await exited).toEqual([0, null]);
    clearTimeout(timer);
  }
});
