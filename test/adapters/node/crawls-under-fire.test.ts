import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runPrune } from '../../../build/cli/prune.ts';
import { runRollback } from '../../../build/cli/rollback.ts';
import type { Config } from '../../../build/cli/settings.ts';
import { Pointer, pointerPath } from '../../../src/core/format.ts';
import { Ledger, ledgerPath } from '../../../src/core/ledger.ts';
import { amount, seed } from '../../support/amount.ts';
import { silent } from '../../support/command.ts';
import { uncounted } from '../../support/count-started.ts';
import { type Counts, crawl, type Got, get } from '../../support/fire/crawler.ts';
import { type Done, withPublisher } from '../../support/fire/publisher.ts';
import { seededRandom } from '../../support/fire/random.ts';
import { key } from '../../support/release.ts';
import { makeFolder, serveNode } from '../../support/server.ts';

const seconds = amount({ test: 0.3, all: 6, soak: 45 });

/** Crawls at once. */
const crawlers = amount({ test: 4, all: 24, soak: 24 });

/** Fewer than a run publishes, so that releases are pruned; those of the last minute stay. */
const keep = { hours: 24, releases: amount({ test: 3, all: 20, soak: 20 }) };

/** Milliseconds between two publishes, at most. */
const pause = amount({ test: 20, all: 300, soak: 300 });

interface Commands {
  rollbacks: number;
  prunes: number;
}

interface Outcome {
  counts: Counts & Done & Commands & { removedReleases: number; faults: number };
  failures: string[];
}

/** How often something has to happen at least; else the fire goes on for longer. */
type Least = Partial<Record<keyof (Counts & Done & Commands), number>>;

/** Crawls while articles change and releases are published, rolled back and pruned. */
async function fire(milliseconds: number, least: Least): Promise<Outcome> {
  const folder = await makeFolder();
  const [content, out] = [join(folder, 'content'), join(folder, 'public')];
  const directory = join(out, 'api', 'v1');
  await mkdir(content);
  await mkdir(out);
  const random = seededRandom(seed);
  /** The releases in the order in which they were taken up, and when. */
  const served: { release: string; since: number }[] = [];
  const faults: unknown[] = [];
  const agent = new Agent({ keepAlive: true });
  const { port, refresh } = await serveNode({
    out,
    log(entry) {
      if (entry.event === 'release') served.push({ release: entry.release, since: performance.now() });
      else if (entry.event === 'error') faults.push(entry.error);
    },
  });
  onTestFinished(() => agent.destroy());
  const counts = { crawls: 0, requests: 0, moved: 0 };
  const failures: string[] = [];
  /** What the pointer named until a publish or rollback was over, in milliseconds of `performance.now()`. */
  const pointed: { release: string; until: number }[] = [];
  const commands = { rollbacks: 0, prunes: 0 };
  let isOver = false;

  const done = await withPublisher(
    { content, out, cache: join(folder, 'cache'), random },
    keep,
    async () => readPointer(),
    async ({ publish, releases, done }) => {
      const truth = {
        ...{ get: ask, random, longPause: pause },
        // The server may take a release up before its build has ended.
        articlesOf: (release: string) => vi.waitUntil(() => releases.get(release), { timeout: 30_000 }).catch(() => []),
        servedSince: (start: number) =>
          served
            .filter((_, i) => (served[i + 1]?.since ?? Number.POSITIVE_INFINITY) >= start)
            .map((one) => one.release)
            .concat(
              readPointer(),
              pointed.filter(({ until }) => until >= start).map((one) => one.release),
            ),
      };
      // Releases that are old enough to be pruned while it goes on.
      const start = Math.floor(Date.now() / 1000);
      for (let i = Math.round(1.5 * keep.releases); i > 0; i--) await publishOnce(start - 600 - i);
      await refresh();
      const crawling = Array.from({ length: crawlers }, async () => {
        while (!isOver && failures.length < 5) {
          await crawl(truth, counts).catch((error) => failures.push(String(error)));
        }
      });
      const end = performance.now() + milliseconds;
      const isEnough = (): boolean => {
        const found: Required<Least> = { ...counts, ...done, ...commands };
        return Object.entries(least).every(([what, count]) => found[what as keyof Least] >= count);
      };
      const goesOn = (): boolean => performance.now() < end || (failures.length === 0 && !isEnough());
      for (let round = 1; goesOn() && failures.length < 5; round++) {
        const gone = await publishOnce();
        if (random.below(2) === 0) {
          await refresh();
          for (const id of gone) await checkGone(id);
        }
        await setTimeout(random.below(pause));
        if (round % 3 === 0) await rollBack();
        if (round % 5 === 0) await prune();
      }
      isOver = true;
      await Promise.all(crawling);
      return { ...done, removedReleases: [...releases.keys()].filter((release) => !isKept(release)).length };

      async function publishOnce(now?: number): Promise<number[]> {
        const before = {
          release: existsSync(join(directory, pointerPath)) ? readPointer() : '',
          until: Number.POSITIVE_INFINITY,
        };
        pointed.push(before);
        const gone = await publish(now);
        before.until = performance.now();
        return gone;
      }
    },
  );
  return { counts: { ...counts, ...done, ...commands, faults: faults.length }, failures };

  function ask(path: string, gzip: boolean): Promise<Got> {
    return get(port, agent, path, { 'X-Api-Key': key, 'Accept-Encoding': gzip ? 'gzip' : 'identity' });
  }

  function readPointer(): string {
    return Pointer.parse(JSON.parse(readFileSync(join(directory, pointerPath), 'utf8'))).release;
  }

  function readLedger(): Ledger {
    return Ledger.parse(JSON.parse(readFileSync(join(directory, ledgerPath), 'utf8')));
  }

  function isKept(release: string): boolean {
    return readLedger().releases.some((entry) => entry.release === release);
  }

  async function rollBack(): Promise<void> {
    commands.rollbacks++;
    const { release } = random.pick(readLedger().releases);
    const before = { release: readPointer(), until: Number.POSITIVE_INFINITY };
    pointed.push(before);
    await runRollback({ out } as Config, release, { json: true }, silent);
    before.until = performance.now();
    await setTimeout(random.below(3 * pause));
  }

  async function prune(): Promise<void> {
    await runPrune({ out, keep } as Config, { json: true, now: commands.prunes % 2 === 0 }, silent);
    commands.prunes++;
  }

  /** What was taken down is gone by its id, too. */
  async function checkGone(id: number): Promise<void> {
    const { status } = await ask(`/api/v1/articles/${id}`, false);
    if (status !== 404) failures.push(`Article ${id} was removed, and is answered with ${status}.`);
  }
}

test(`every crawl of ${seconds} seconds sees what comes after each page, once, in order, as it is`, {
  tags: ['long', 'scaled'],
  timeout: (seconds + 60) * 1000,
}, async () => {
  // A test of nothing would pass.
  const some = Math.min(10, Math.floor(seconds / 3));
  const least = {
    ...{ crawls: seconds * 5, moved: some, removals: some, dates: some, edits: some, publishes: some },
    ...{ rollbacks: 1, prunes: 1 },
  };
  // The commands print.
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const started = performance.now();
  const { counts, failures } = await uncounted(() => fire(seconds * 1000, least)).finally(() => print.mockRestore());
  console.log(`${Math.round((performance.now() - started) / 1000)} s: ${JSON.stringify(counts)}`);
  expect(failures).toEqual([]);
  expect(counts.faults).toBe(0);
  expect(counts.removedReleases).toBeGreaterThan(keep.releases / 2);
});
