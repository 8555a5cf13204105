import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { storeSource } from '../../src/adapters/node.ts';
import { s3Storage } from '../../src/storage/s3.ts';
import { adapterArticles } from '../support/adapter-requests.ts';
import { firstOf } from '../support/amount.ts';
import { fillStore } from '../support/fill-store.ts';
import { type FakeStore, fail, startObjectStore } from '../support/object-store.ts';
import { key } from '../support/release.ts';
import { serveNode, startServer } from '../support/server.ts';
import { holdTimeouts, skipPauses } from '../support/timeouts.ts';

const list = '/api/v1/articles';
const headers = { 'X-Api-Key': key, 'Accept-Encoding': 'identity' };
const keys = () => [{ name: 'tests', digest: sha256(key) }];
const patience = { attemptTimeout: 60, timeout: 60_000, attempts: 2 };

/** What an adapter sent: a body that broke off is no body. */
interface Sent {
  status: number;
  bytes: Buffer | 'broken off';
}

type Door = (store: FakeStore) => Promise<(target: string) => Promise<Sent>>;

const read = async (answer: Response): Promise<Sent> => ({
  status: answer.status,
  bytes: await answer.arrayBuffer().then(
    (bytes) => Buffer.from(bytes),
    () => 'broken off' as const,
  ),
});

const nodeDoor: Door = async (store) => {
  const { port } = await serveNode({ out: storeSource({ ...store, ...patience }) });
  return async (target) => read(await fetch(`http://127.0.0.1:${port}${target}`, { headers }));
};

const fetchDoor =
  (streamAbove?: number): Door =>
  async (store) => {
    const storage = s3Storage({ ...store, ...patience });
    const handle = createFetchHandler({ storage, keys, ...(streamAbove !== undefined && { streamAbove }) });
    return async (target) => read(await handle(new Request(`http://localhost${target}`, { headers })));
  };

let files: FakeStore['objects'];
let whole: Buffer;
beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const disk = await startServer(adapterArticles, {}, (end) => ends.push(end));
  whole = Buffer.from(await (await fetch(`http://127.0.0.1:${disk.port}${list}`, { headers })).arrayBuffer());
  const filled = { objects: new Map<string, Buffer>() };
  await fillStore(filled as FakeStore, disk.out);
  files = filled.objects;
  for (const end of ends.reverse()) await end();
});

describe.each<[string, Door]>([
  ['Node', nodeDoor],
  ['fetch, which reads a body whole', fetchDoor(Number.POSITIVE_INFINITY)],
  ['fetch, which streams it', fetchDoor(0)],
])('%s', (_, open) => {
  const faults: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['503', (_, response) => fail(response, 503, 'SlowDown')],
    [
      'a body that breaks off',
      (_, response) => {
        response.writeHead(206, { 'Content-Length': 1000 });
        response.write('short', () => response.destroy());
      },
    ],
    ['fewer bytes', (_, response) => response.writeHead(206, { 'Content-Range': 'bytes 0-4/5' }).end('short')],
    ['no answer', () => {}],
    ['other bytes', (_, response) => response.writeHead(200).end(Buffer.alloc(3_000_000, 'x'))],
  ];

  test.each(firstOf(3, faults))(
    '%s from the middle of a page file on: 503, or broken off, and never a short 200',
    { tags: ['scaled'] },
    async (what, fault) => {
      const store = await startObjectStore();
      for (const [name, bytes] of files) store.objects.set(name, bytes);
      skipPauses();
      const expire = holdTimeouts();
      const ask = await open(store);
      expect((await ask(`${list}?per_page=1`)).status).toBe(200);
      store.meddle = (request, response, name) => {
        const [, last] = /^bytes=\d+-(\d+)/.exec(request.headers.range ?? '') ?? [];
        if (!/\/pages\/\w+\.json$/.test(name) || Number(last) < 300_000) return false;
        fault(request, response);
        if (what === 'no answer') expire(patience.attemptTimeout);
        return true;
      };
      const { status, bytes } = await ask(list);
      if (status === 200) expect(bytes === 'broken off').toBe(true);
      else expect(status).toBe(503);
      store.meddle = () => false;
      const after = await ask(list);
      expect(after.status).toBe(200);
      expect(after.bytes !== 'broken off' && whole.equals(after.bytes)).toBe(true);
    },
  );
});
