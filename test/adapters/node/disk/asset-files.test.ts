import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assetFiles } from '../../../../src/adapters/node/disk/asset-files.ts';
import { makeFolder } from '../../../support/server.ts';

test('says which names are there, and lists a folder again that has changed', async () => {
  const folder = join(await makeFolder(), 'media');
  const list = assetFiles(folder);
  expect(list.has('a.svg')).toBe(false);
  await mkdir(folder);
  for (const name of ['a.svg', 'a.svg.gz', 'Grüße.png']) await writeFile(join(folder, name), 'a');
  for (const name of ['a.svg', 'a.svg.gz', 'Grüße.png']) expect(list.has(name)).toBe(true);
  for (const name of ['', '.', '..', 'a', 'A.svg', 'b.svg', 'a.svg/', '../media/a.svg'])
    expect(list.has(name)).toBe(false);
  await writeFile(join(folder, 'late.png'), 'a');
  await utimes(folder, 1, 1);
  expect(list.has('late.png')).toBe(true);
});

/** A server that sends parts of one file; gives what `serve` rejected with. */
async function startServer(folder: string, range: { start: number; end: number; size: number }) {
  const files = assetFiles(folder);
  const errors: unknown[] = [];
  const server = createServer((_, response) => {
    files.serve('a.bin', range, response).catch((error) => {
      errors.push(error);
      response.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = async (): Promise<IncomingMessage> => {
    const [response] = await once(get({ port: (server.address() as AddressInfo).port }), 'response');
    return response as IncomingMessage;
  };
  return { ask, errors };
}

test('sirv sends all of a file, and a part of it', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'a.bin'), '0123456789');
  for (const [start, end] of [
    [0, 10],
    [2, 5],
    [9, 10],
    [0, 2],
  ] as const) {
    const { ask } = await startServer(folder, { start, end, size: 10 });
    const response = await ask();
    expect(Buffer.concat(await response.toArray()).toString()).toBe('0123456789'.slice(start, end));
  }
});

test('a file that was written again since it was listed is sent whole', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'a.bin'), '0');
  const { ask } = await startServer(folder, { start: 5, end: 8, size: 10 });
  await writeFile(join(folder, 'a.bin'), '0123456789');
  expect(Buffer.concat(await (await ask()).toArray()).toString()).toBe('567');
});

test('a file that is gone since it was listed is an error, and nothing else ends', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'a.bin'), '0123456789');
  const { ask, errors } = await startServer(folder, { start: 0, end: 10, size: 10 });
  await rm(join(folder, 'a.bin'));
  await expect(ask()).rejects.toThrow();
  await rm(folder, { recursive: true });
  await expect(ask()).rejects.toThrow();
  expect(errors).toMatchObject([{ code: 'ENOENT' }, { code: 'ENOENT' }]);
});

test.skipIf(process.platform !== 'linux')('the file is closed where the client goes', { tags: ['long'] }, async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'a.bin'), Buffer.alloc(50_000_000));
  const { ask } = await startServer(folder, { start: 0, end: 50_000_000, size: 50_000_000 });
  const isOpen = (): boolean =>
    readdirSync('/proc/self/fd').some((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
      } catch {
        return false;
      }
    });
  const response = await ask();
  expect(isOpen()).toBe(true);
  response.destroy();
  await expect.poll(isOpen).toBe(false);
});
