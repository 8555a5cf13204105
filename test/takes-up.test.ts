import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { buildOnce } from '../build/pipeline/builder.ts';
import { sha256 } from '../src/node/keys/new-key.ts';
import { createNodeServer, type NodeServerOptions } from '../src/node.ts';
import { start, writeFiles } from './support/command.ts';
import { key } from './support/release.ts';
import { get, makeFolder } from './support/server.ts';

/** How many releases follow one another, and how many clients read meanwhile. */
const [publishes, clients] = [12, 6];

const post = (i: number, text: string) =>
  `---\nid: ${i + 1}\npublish_at: 2026-01-01T00:00:${String(i).padStart(2, '0')}Z\n---\n# ${text}\n\n${text}\n`;

/** Contents of 40 articles that differ in one each, and in how many there are. */
const contents = [0, 1, 2].map((state) =>
  Object.fromEntries(
    Array.from({ length: 40 - state }, (_, i) => [`a${i}.md`, post(i, i === 7 ? `State ${state}` : `Text ${i}`)]),
  ),
);

const targets = [
  '/api/v1/articles?per_page=30',
  '/api/v1/articles?per_page=30&page=2',
  '/api/v1/articles?per_page=9&page=3&exclude_h1=1',
  '/api/v1/articles/a7',
  '/api/v1/articles/1',
];

const keys = [{ name: 'tests', digest: sha256(key) }];

/** Listens until the test is over. */
async function listen(out: string, options: Partial<NodeServerOptions> = {}): Promise<number> {
  const { server, close } = await createNodeServer({ out, keys: () => keys, ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(close);
  return (server.address() as AddressInfo).port;
}

async function serveByWorkers(folder: string): Promise<number> {
  const env = { GALLEY_KEYS: `tests:${sha256(key)}` };
  const running = start(folder, ['serve', '--port', '0', '--workers', '2'], env);
  const [, port] = await running.until(/listening on http:\/\/127\.0\.0\.1:(\d+)\n/);
  return Number(port);
}

const doors: [string, (folder: string) => Promise<number>][] = [
  ['the Node door', (folder) => listen(join(folder, 'public'))],
  ['the Node door without the fast path', (folder) => listen(join(folder, 'public'), { fastPath: false })],
  ['two workers', serveByWorkers],
];

test.each(doors)(
  '%s takes up one release after the other under load, and each answer is of one',
  { tags: ['long'], timeout: 300_000 },
  async (_, serve) => {
    const folder = await makeFolder();
    const fixed = { site: 'https://a.example', articleUrl: '{site}/{slug}', trustedHtml: false, now: 1_780_000_000 };
    const build = async (name: string, files: Record<string, string>): Promise<string> => {
      await rm(join(folder, name, 'content'), { recursive: true, force: true });
      await writeFiles(join(folder, name, 'content'), files);
      const paths = { content: join(folder, name, 'content'), out: join(folder, name, 'public') };
      const { written } = await buildOnce({ ...fixed, ...paths, cache: join(folder, 'cache', name) });
      return written?.release ?? '';
    };

    /** By release and target. */
    const truth = new Map<string, string>();
    for (const [i, files] of contents.entries()) {
      const release = await build(`truth-${i}`, files);
      const port = await listen(join(folder, `truth-${i}`, 'public'));
      for (const target of targets) {
        const { status, headers, body } = await get(port, target);
        expect([status, headers['galley-release']]).toEqual([200, release]);
        truth.set(`${release} ${target}`, `${headers.etag} ${body}`);
      }
    }

    let current = await build('live', contents[0] ?? {});
    const port = await serve(join(folder, 'live'));
    const seen = new Set<string>();
    let [answers, isDone] = [0, false];
    const read = async (first: number): Promise<void> => {
      for (let n = first; !isDone; n++) {
        const target = targets[n % targets.length] ?? '';
        const { status, headers, body } = await get(port, target);
        const release = `${headers['galley-release']}`;
        expect([status, `${headers.etag} ${body}`]).toEqual([200, truth.get(`${release} ${target}`)]);
        seen.add(release);
        answers++;
      }
    };
    const reading = Promise.all(Array.from({ length: clients }, (_, n) => read(n)));
    const served = async (): Promise<string> => `${(await get(port, targets[3] ?? '')).headers['galley-release']}`;
    const publishing = (async () => {
      for (let n = 1; n <= publishes; n++) {
        current = await build('live', contents[n % contents.length] ?? {});
        // Half of them follow at once, before the one before is taken up.
        if (n % 2 === 0) await expect.poll(served, { interval: 20 }).toBe(current);
        else await sleep(30);
      }
    })().finally(() => {
      isDone = true;
    });
    await Promise.all([publishing, reading]);
    expect(seen.size).toBe(contents.length);
    expect(answers).toBeGreaterThan(publishes);
  },
);
