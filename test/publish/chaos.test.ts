import { readFile } from 'node:fs/promises';
import { Agent, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toLedgerText } from '../../build/release/ledger/ledger-files.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { Pointer, pointerPath, releaseFolder } from '../../src/core/format.ts';
import { Ledger, ledgerPath } from '../../src/core/ledger.ts';
import { amount, seed } from '../support/amount.ts';
import { galley, type Running, start, writeFiles } from '../support/command.ts';
import { flipped } from '../support/damage.ts';
import { crawl, type Got, get } from '../support/fire/crawler.ts';
import { withPublisher } from '../support/fire/publisher.ts';
import { seededRandom } from '../support/fire/random.ts';
import { truthOf } from '../support/fire/truth.ts';
import { freePort } from '../support/free-port.ts';
import { type FakeStore, fail, startObjectStore } from '../support/object-store.ts';
import { key, site } from '../support/release.ts';
import { makeFolder } from '../support/server.ts';
import { toVariables } from '../support/test-store.ts';

const seconds = amount({ test: 5, all: 5, soak: 300 });
const address = 's3://articles/live';
const list = '/api/v1/articles';
const [pointer, ledger] = [pointerPath, ledgerPath].map((path) => `live/${releaseFolder}${path}`) as [string, string];

/** Readers of each kind at once: some follow `next`, the others ask for anything. */
const readers = 8;

/** What becomes of a response of a store that fails. A lost one is of a request that was obeyed. */
const failures: Record<string, (response: ServerResponse) => unknown> = {
  refused: (response) => fail(response, 503, 'SlowDown'),
  slow: () => setTimeout(50),
  lost: (response) => {
    response.writeHead = () => response.destroy();
  },
  cut: (response) =>
    changeBody(response, (bytes) => response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())),
  damaged: (response) => changeBody(response, (bytes, end) => end(flipped(bytes))),
};

function changeBody(response: ServerResponse, change: (bytes: Buffer, end: (bytes: Uint8Array) => void) => void): void {
  const end = response.end.bind(response) as (bytes?: Uint8Array) => ServerResponse;
  response.end = ((bytes?: Buffer) => {
    if (Buffer.isBuffer(bytes) && bytes.length > 1) change(bytes, end);
    else end(bytes);
    return response;
  }) as ServerResponse['end'];
}

test(`${seconds} seconds of chaos: three replicas of a store that fails are killed while releases come and go, and no response is wrong`, {
  tags: ['soak'],
  timeout: (2 * seconds + 300) * 1000,
}, async () => {
  const began = performance.now();
  const random = seededRandom(seed);
  const folder = await makeFolder();
  const out = join(folder, 'public');
  await writeFiles(folder, {
    'galley.config.yaml': `site: ${site}\nkeep: {hours: 24, releases: 6}\n`,
    'content/.gitkeep': '',
  });
  const store = await startObjectStore();
  const env = { ...toVariables(store), GALLEY_KEYS: `tests:${sha256(key)}` };
  const truth = truthOf(out);
  const done = {
    ...{ pushes: 0, 'pushes given up': 0, 'pushes killed': 0, rollbacks: 0, prunes: 0 },
    ...{ 'replicas killed': 0, 'failures of the store': 0, 'responses of the store that failed': 0 },
  };
  const counts = { crawls: 0, requests: 0, moved: 0 };
  const seen = { requests: 0, 'tried at another replica': 0, 'without a response while the store failed': 0 };
  const wrong: string[] = [];

  /** What the store does: how, and how often of a hundred times; null where it is well, and since when replicas are, too. */
  let failing: { how: string; percent: number } | null = null;
  let wellSince = 0;
  /** The releases that were current, until when a replica may have been serving them, in milliseconds of `performance.now()`. */
  const pointed: { release: string; until: number }[] = [];
  let onPut = (): void => {};
  store.meddle = async ({ method }, response, path, body) => {
    if (method === 'PUT') {
      onPut();
      if (path === pointer) {
        pointed.push({ release: toRelease(body), until: Number.POSITIVE_INFINITY });
      }
    }
    if (failing === null || random.below(100) >= failing.percent) return false;
    // A server may fall back to another release where what names the files is damaged.
    if (failing.how === 'damaged' && !/\/(?:pages|lookup|articles)\//.test(path)) return false;
    done['responses of the store that failed']++;
    await failures[failing.how]?.(response);
    return failing.how === 'refused';
  };

  await withPublisher(
    { content: join(folder, 'content'), out, cache: join(folder, 'cache'), random },
    // All of them, for the truth.
    { hours: 24, releases: 100_000 },
    async () => toRelease(await readFile(join(out, releaseFolder, pointerPath))),
    async ({ publish, releases }) => {
      await push();
      const ports = [await freePort(), await freePort(), await freePort()];
      const replicas = await Promise.all(ports.map(serve));
      await settle();
      let isOver = false;
      const agent = new Agent({ keepAlive: true });
      onTestFinished(() => agent.destroy());
      const view = {
        ...{ random, longPause: 2000, servedSince },
        get: (path: string, gzip: boolean) => ask(path, { 'accept-encoding': gzip ? 'gzip' : 'identity' }),
        articlesOf: async (release: string) => releases.get(release) ?? [],
      };
      const reading = [crawlOn, askOn].flatMap((read) => Array.from({ length: readers }, read));

      const steps = [restart, push, fallIll, rollBack, push, restartAndPush, prune, killPush, push, fallIll, rollBack];
      const end = performance.now() + seconds * 1000;
      for (let i = 0; (performance.now() < end || i < steps.length) && wrong.length === 0; i++) {
        await steps[i % steps.length]?.();
        await settle();
        await more(100);
      }
      isOver = true;
      await Promise.all(reading);

      async function push(): Promise<void> {
        await build();
        const { code, err } = await galley(folder, ['push', address, '--max-removed', '100%'], env);
        if (code === 0) done.pushes++;
        else if (failing !== null) done['pushes given up']++;
        else wrong.push(`A push ended with ${code}: ${err}`);
      }

      /** All articles were published an hour ago, whatever the clock says. */
      async function build(): Promise<void> {
        const now = Math.floor(Date.now() / 1000);
        await publish(now - 3600, () => now);
      }

      async function killPush(): Promise<void> {
        await build();
        const { child, ended } = start(folder, ['push', address, '--max-removed', '100%'], env);
        let left = 1 + random.below(12);
        onPut = () => void (--left === 0 && child.kill('SIGKILL'));
        await ended;
        onPut = () => {};
        if (left <= 0) done['pushes killed']++;
      }

      async function rollBack(): Promise<void> {
        const kept = ledgerOf(store).filter(({ release }) => release !== pointerOf(store));
        const { release } = random.pick(kept) ?? {};
        if (release === undefined) return;
        const { code, err } = await galley(folder, ['rollback', release, '--store', address], env);
        if (code === 0) done.rollbacks++;
        else wrong.push(`A rollback ended with ${code}: ${err}`);
      }

      /** As if an hour had passed, since what was current in the last minute stays. */
      async function prune(): Promise<void> {
        const old = ledgerOf(store).map((entry) => ({ ...entry, since: entry.since - 3600 }));
        store.objects.set(ledger, Buffer.from(toLedgerText(old)));
        const { code, err } = await galley(folder, ['prune', '--now', '--store', address], env);
        if (code === 0) done.prunes++;
        else wrong.push(`A prune ended with ${code}: ${err}`);
      }

      async function restart(): Promise<void> {
        const i = random.below(replicas.length);
        replicas[i]?.child.kill('SIGKILL');
        await replicas[i]?.ended;
        done['replicas killed']++;
        await more(50);
        replicas[i] = await serve(ports[i] ?? 0, i);
      }

      async function restartAndPush(): Promise<void> {
        await Promise.all([restart(), push()]);
      }

      /** The store fails, often or always, while others go on. */
      async function fallIll(): Promise<void> {
        failing = { how: random.pick(Object.keys(failures)), percent: random.pick([30, 100]) };
        wellSince = Number.POSITIVE_INFINITY;
        done['failures of the store']++;
        await random.pick([restart, push, restartAndPush, () => more(300)])();
        await more(100);
        failing = null;
        await settle();
        wellSince = performance.now();
      }

      /** Until all replicas are well, and serve the current release. */
      async function settle(): Promise<void> {
        for (const port of ports) await vi.waitUntil(() => isSettled(port), { timeout: 60_000, interval: 50 });
        for (const each of pointed.slice(0, -1)) each.until = Math.min(each.until, performance.now());
      }

      async function isSettled(port: number): Promise<boolean> {
        const headers = { 'X-Api-Key': key };
        const [health, page] = [await get(port, false, '/healthz', {}), await get(port, false, list, headers)];
        return JSON.parse(String(health.bytes)).status === 'ok' && page.headers['galley-release'] === pointerOf(store);
      }

      async function more(requests: number): Promise<void> {
        const before = seen.requests;
        await vi.waitUntil(() => seen.requests >= before + requests || wrong.length > 0, { timeout: 60_000 });
      }

      async function crawlOn(): Promise<void> {
        while (!isOver && wrong.length === 0) await crawl(view, counts).catch((error) => wrong.push(String(error)));
      }

      async function askOn(): Promise<void> {
        const tags = new Map<string, string>();
        while (!isOver && wrong.length === 0) {
          const { id } = random.pick(releases.get(random.pick([...releases.keys()])) ?? []) ?? { id: 0 };
          const path = random.pick([
            ...[list, `${list}/${id}`, `${list}/article-${id}`, `${list}/${id}?exclude_h1=true`],
            `${list}?per_page=${1 + random.below(20)}&page=${1 + random.below(9)}`,
          ]);
          const tag = tags.get(path);
          const coding = random.pick(['gzip', 'identity']);
          const conditional = tag !== undefined && random.below(2) === 0 ? { 'if-none-match': tag } : {};
          const { headers } = await ask(path, { 'accept-encoding': coding, ...conditional });
          if (headers.etag !== undefined) tags.set(path, headers.etag);
        }
      }

      /** Asks one replica after the other, as a proxy does, and again until one responds; checks what comes. */
      async function ask(path: string, headers: Record<string, string>): Promise<Got> {
        for (;;) {
          const started = performance.now();
          const first = random.below(ports.length);
          for (let i = 0; i < ports.length; i++) {
            seen.requests++;
            const port = ports[(first + i) % ports.length] ?? 0;
            const got = await get(port, agent, path, { 'x-api-key': key, ...headers }).catch(() => null);
            if (got !== null && got.status !== 503) {
              if (!(await isRight(path, headers, got, started)))
                wrong.push(`${got.status} ${got.headers['galley-release']}: ${path}`);
              return got;
            }
            seen['tried at another replica']++;
          }
          if (wellSince < started) wrong.push(`No replica responds, though the store is well: ${path}`);
          seen['without a response while the store failed']++;
          await setTimeout(20);
        }
      }

      async function isRight(
        path: string,
        headers: Record<string, string>,
        got: Got,
        started: number,
      ): Promise<boolean> {
        if (got.status !== 404) {
          const isServed = servedSince(started).includes(String(got.headers['galley-release']));
          return isServed && (await truth.isRight(path, headers, got));
        }
        const responses = await Promise.all(servedSince(started).map((release) => truth.ask(release, path)));
        return responses.some(({ status }) => status === 404);
      }
    },
  );
  const { requests: pages, moved, crawls } = counts;
  const found = {
    ...{ ...seen, crawls, 'pages of crawls': pages, 'pages that moved meanwhile': moved },
    ...{ ...done, 'wrong responses': wrong.length },
  };
  console.log(
    [
      `Of ${Math.round((performance.now() - began) / 1000)} seconds, with seed ${seed}:`,
      ...Object.entries(found).map(([what, count]) => `${String(count).padStart(9)}  ${what}`),
    ].join('\n'),
  );
  expect(wrong).toEqual([]);

  function servedSince(started: number): string[] {
    return pointed.filter(({ until }) => until >= started).map(({ release }) => release);
  }

  async function serve(port: number, i: number): Promise<Running> {
    // The first one reads from the store again and again.
    const args = ['serve', '--from', address, '--port', String(port), '--cache', String(i)];
    const running = start(folder, args, env);
    await running.until(/^listening on /m);
    return running;
  }
});

const toRelease = (bytes: Buffer | undefined): string => Pointer.parse(JSON.parse(String(bytes))).release;
const pointerOf = ({ objects }: FakeStore): string => toRelease(objects.get(pointer));
const ledgerOf = ({ objects }: FakeStore) => Ledger.parse(JSON.parse(String(objects.get(ledger)))).releases;
