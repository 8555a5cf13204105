import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFetchHandler } from '../../../src/adapters/fetch.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import type { NodeServerOptions } from '../../../src/adapters/node.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { firstOf } from '../../support/amount.ts';
import { key } from '../../support/release.ts';
import { type ContentServer, serveContent } from '../../support/serve-content.ts';
import { get, serveNode } from '../../support/server.ts';

const list = '/api/v1/articles';
const keys = () => [{ name: 'tests', digest: sha256(key) }];

/** Asks one door: the status, and how many articles it counts. */
type Door = (
  target: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; total: string | null; text: string }>;

const nodeDoor = (port: number): Door => {
  return async (target, headers = {}) => {
    const answer = await get(port, target, { headers });
    return {
      status: answer.status,
      total: answer.headers['x-total-count']?.toString() ?? null,
      text: String(answer.body),
    };
  };
};

async function startDoor(
  out: string,
  options: Partial<NodeServerOptions>,
): Promise<Door & { refresh(): Promise<void> }> {
  const { port, refresh } = await serveNode({ out, ...options });
  return Object.assign(nodeDoor(port), { refresh });
}

function fetchDoor(out: string): Door {
  const storage = diskStorage(out);
  onTestFinished(() => storage.close());
  const handle = createFetchHandler({ storage, keys });
  return async (target, headers = {}) => {
    const request = new Request(`http://a${target}`, { headers: { 'X-Api-Key': key, ...headers } });
    const response = await handle(request);
    return { status: response.status, total: response.headers.get('x-total-count'), text: await response.text() };
  };
}

const drawing = (text: string): string => `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`;
const file = (fields: string, text: string): string => `---\n${fields}\n---\n\n${text}\n`;

/** Content of which most is due at `due` (seconds), one article `gap` seconds later, and its pictures as they are asked for. */
async function serve(due: number, gap = 1): Promise<{ content: ContentServer; picture(name: string): string }> {
  const at = (seconds: number): string => `publish_at: ${new Date(seconds * 1000).toISOString()}`;
  const content = await serveContent({
    'old.md': file('publish_at: 2026-01-01', '![a](shared.svg)'),
    'one.md': file(`id: 21\n${at(due)}\naliases: [former]\nheader_image: own.svg`, '# Heading\n\n![a](shared.svg)'),
    'two.md': file(`id: 22\n${at(due)}`, '![a](own.svg)'),
    'next.md': file(`id: 23\n${at(due + gap)}`, '![a](own.svg) ![b](last.svg)'),
    'shared.svg': drawing('shared'),
    'own.svg': drawing('own'),
    'last.svg': drawing('last'),
  });
  const names = await readdir(join(content.out, 'media'));
  return { content, picture: (name) => `/media/${names.find((each) => each.startsWith(`${name}.`))}` };
}

/** A clock that only tests set, until the test is over. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

const due = Date.parse('2026-06-01T12:00:00Z') / 1000;

test('articles and their images are there at their second and not before, by every adapter', {
  tags: ['scaled'],
}, async () => {
  const gap = 3;
  const { content, picture } = await serve(due, gap);
  stopClock();
  const doors: Record<string, Door> = {
    fast: nodeDoor(content.port),
    plain: await startDoor(content.out, { fastPath: false }),
    fetch: fetchDoor(content.out),
  };
  const gzip = { 'Accept-Encoding': 'gzip' };
  const asked: [target: string, due: number, status: number, headers?: Record<string, string>][] = [
    ...[`${list}/21`, `${list}/one`, `${list}/22`, `${list}/two`].map((target): [string, number, number] => [
      target,
      due,
      200,
    ]),
    [`${list}/21`, due, 200, gzip],
    [`${list}/21?exclude_h1=1`, due, 200],
    [`${list}/former`, due, 308],
    [`${list}/21`, due, 304, { 'If-None-Match': '*' }],
    [`${list}/23`, due + gap, 200],
    [picture('own'), due, 200],
    [picture('own'), due, 304, { 'If-None-Match': '*' }],
    [picture('own'), due, 206, { Range: 'bytes=0-1' }],
    [picture('last'), due + gap, 200],
    [picture('shared'), 0, 200],
  ];
  // Clocks go back, too.
  const first = [due * 1000, due * 1000 - 1, (due + gap) * 1000];
  for (const moment of firstOf(3, [...first, due * 1000 - 86_400_000, (due + gap) * 1000 - 1])) {
    vi.setSystemTime(moment);
    const count = moment < due * 1000 ? 1 : moment < (due + gap) * 1000 ? 3 : 4;
    for (const [name, ask] of Object.entries(doors)) {
      // Twice, so that answers are remembered.
      for (const [target, second, status, headers] of [...asked, ...asked]) {
        const expected = moment < second * 1000 ? 404 : status;
        expect([name, moment, target, (await ask(target, headers)).status]).toEqual([name, moment, target, expected]);
      }
      expect([name, moment, (await ask(`${list}?per_page=1`)).total]).toEqual([name, moment, String(count)]);
    }
  }
});

test('a clock behind that of the host that published is degraded until it is later', { tags: ['long'] }, async () => {
  const { content } = await serve(due);
  // When it was built.
  const now = Date.parse('2026-06-01T00:00:00Z');
  stopClock();
  vi.setSystemTime(now - 90_000);
  const log: unknown[] = [];
  const door = await startDoor(content.out, { log: (entry) => log.push(entry) });
  const status = async (): Promise<unknown> => JSON.parse((await door('/healthz')).text).status;
  await expect.poll(status).toBe('degraded');
  expect(String(log.map((entry) => (entry as { error?: unknown }).error))).toMatch(
    /The clock of this server is \d\d s behind/,
  );
  vi.setSystemTime(now + 5000);
  expect(await status()).toBe('ok');
});

test('nothing that is open lists or names a scheduled article or its images, and no file of a release is there by name', async () => {
  const { content, picture } = await serve(Math.floor(Date.now() / 1000) + 3600);
  const statusOf = async (target: string, headers = {}) => [
    target,
    (await get(content.port, target, { headers })).status,
  ];
  for (const target of ['/', '/index.md', '/llms.txt', '/openapi.json', '/healthz']) {
    const { status, body, headers } = await get(content.port, target);
    expect([target, status]).toEqual([target, 200]);
    const words = ['/one', '/former', '/articles/21', '/articles/22', picture('own'), picture('last')];
    for (const word of words) expect(body + JSON.stringify(headers)).not.toContain(word);
  }
  for (const name of ['', '.', '%', 'own.svg', '../api/v1/release.json', '%2e%2e/api/v1/releases.json']) {
    const target = `/media/${name}`;
    expect(await statusOf(target)).toEqual([target, 404]);
  }
  const below = await readdir(join(content.out, 'api'), { recursive: true, withFileTypes: true });
  const files = below.filter((each) => each.isFile());
  expect(files.length).toBeGreaterThan(8);
  for (const { parentPath, name } of files) {
    const target = join(parentPath, name).slice(content.out.length);
    for (const headers of [{}, { 'X-Api-Key': '' }]) expect(await statusOf(target, headers)).toEqual([target, 404]);
  }
});

test('where no release says what is published, images are 503', { tags: ['long'] }, async () => {
  const { content, picture } = await serve(Math.floor(Date.now() / 1000) + 3600);
  for (const name of ['release.json', 'releases.json']) await rm(join(content.out, 'api', 'v1', name));
  const door = await startDoor(content.out, {});
  for (const name of ['own', 'shared']) expect((await door(picture(name))).status).toBe(503);
});

test('an image of a published article that is not there is 503 and named, until it is back', async () => {
  const { content, picture } = await serve(Math.floor(Date.now() / 1000) + 3600);
  const path = join(content.out, picture('shared'));
  const bytes = await readFile(path);
  await rm(path);
  // One has seen it there, one has not.
  const doors = [nodeDoor(content.port), await startDoor(content.out, {})];
  for (const door of doors) expect((await door(picture('shared'))).status).toBe(503);
  expect((await get(content.port, '/healthz')).body).toContain(`${picture('shared').slice(1)} is missing`);
  // Longer than a tick of the clock of the disk, by which a server sees that it is back.
  await new Promise((resolve) => setTimeout(resolve, 30));
  await writeFile(path, bytes);
  await content.refresh();
  for (const door of doors) expect((await door(picture('shared'))).status).toBe(200);
  expect((await get(content.port, '/healthz')).body).toContain('"ok"');
});
